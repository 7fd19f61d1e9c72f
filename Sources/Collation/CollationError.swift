/// Why a collator could not be made.
public struct CollationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Code: Hashable, Sendable {
    /// The identifier is not written like one, such as `de` or `de@collation=phonebook`.
    case malformedLocale
    /// ICU failed; its `UErrorCode`.
    case failure(Int32)
  }

  public var code: Code

  public init(code: Code) { self.code = code }

  public var description: String {
    switch code {
    case .malformedLocale: "not a locale identifier"
    case .failure(let status): "ICU error \(status)"
    }
  }
}
