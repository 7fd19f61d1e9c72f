/// What is wrong with a file of pages.
public struct PageFault: Error, Hashable, Sendable {
  /// The page; `nil`: the file as a whole.
  public var page: UInt64?
  /// What is wrong, in words.
  public var reason: String
  /// The system's error number where reading failed; 0 for damage.
  public var systemError: Int32

  init(_ page: UInt64?, _ reason: StaticString, systemError: Int32 = 0) {
    self.page = page
    self.reason = "\(reason)"
    self.systemError = systemError
  }
}

extension PageFault: CustomStringConvertible {
  public var description: String { page.map { "page \($0): \(reason)" } ?? reason }
}
