/// What stands at a place of the command line without a name of its own.
public struct ArgumentSpec: Sendable {
  /// How help writes it, such as `PERSON`.
  public var name: String
  /// One line, without a full stop.
  public var summary: String
  /// How many there may be.
  public var count: Count
  /// What completion offers.
  public var completion: ValueCompletion

  /// How many values an argument takes.
  ///
  /// Only the last argument of a command may take many.
  public enum Count: Sendable, Hashable {
    case one, optional, oneOrMore, any

    var isRequired: Bool { self == .one || self == .oneOrMore }
    var takesMany: Bool { self == .oneOrMore || self == .any }
  }

  /// Describes an argument.
  public init(
    _ name: String, _ summary: String, count: Count = .one, completion: ValueCompletion = .nothing
  ) {
    self.name = name
    self.summary = summary
    self.count = count
    self.completion = completion
  }

  var spelling: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}
