import Glibc

/// The environment the process was started with, or one made up for a test.
public struct EnvironmentVariables: Sendable {
  private let values: [String: String]?

  /// The real environment.
  ///
  /// - C: `getenv(3)`
  public static let process = EnvironmentVariables(values: nil)

  /// An environment with exactly these variables.
  public init(_ values: [String: String]) { self.init(values: values) }

  private init(values: [String: String]?) { self.values = values }

  /// The value of a variable; nil where it is unset or empty, which mean the same here.
  public subscript(name: String) -> String? {
    let value: String?
    if let values {
      value = values[name]
    } else {
      // The tool never changes its environment, so the string stays where it is while copied.
      value = unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    return value?.isEmpty == false ? value : nil
  }
}
