import CommandLineTool
import ContactModel

/// A simple condition on a record, as `when` takes it.
enum Condition: Hashable {
  /// `empty PROPERTY`: it held something, and then nothing any more.
  case empty(Property)
  /// `PROPERTY=VALUE`: it holds this, or one of its entries does.
  case equals(Property, String)
  /// `member GROUP`: it is in the group, as typed.
  case member(String)
  /// `removed`.
  case removed

  /// How conditions are written, for messages.
  static let forms = "empty PROPERTY, PROPERTY=VALUE, member GROUP, or removed"

  /// Reads a condition.
  ///
  /// - Throws: ``Failure`` with code `usage` that says at which word it cannot be understood.
  init(_ typed: [String]) throws(Failure) {
    let words = Self.words(typed)
    guard let first = words.first else { throw Failure(.usage, "write \(Self.forms)") }
    switch first.lowercased() {
    case "empty":
      guard words.count > 1 else {
        throw Failure(.usage, "a property must follow 'empty', such as: empty jobTitle")
      }
      self = .empty(try Self.property(words[1], at: 2))
      try Self.end(words, after: 2)
    case "member":
      guard words.count > 1, words[1] != "" else {
        throw Failure(.usage, "a group must follow 'member', such as: member Friends")
      }
      self = .member(words[1...].joined(separator: " "))
    case "removed":
      self = .removed
      try Self.end(words, after: 1)
    default:
      guard let equals = first.firstIndex(of: "=") else {
        throw Failure(
          .usage, "word 1 of the condition, '\(first)', is none; write \(Self.forms)")
      }
      let name = String(first[..<equals])
      let property = try Self.property(name, at: 1)
      let start = String(first[first.index(after: equals)...])
      self = .equals(property, ([start] + words.dropFirst()).joined(separator: " "))
    }
  }

  /// The words of a condition: one that was quoted as a whole is taken apart, and `of` is left out.
  private static func words(_ typed: [String]) -> [String] {
    var words = typed
    if words.count == 1, !words[0].contains("=") {
      words = words[0].split(separator: " ").map(String.init)
    }
    if words.count > 2, words[0].lowercased() == "member", words[1].lowercased() == "of" {
      words.remove(at: 1)
    }
    return words
  }

  private static func property(_ word: String, at place: Int) throws(Failure) -> Property {
    guard let property = PropertyName.find(word), property != .existence,
      property.shape != .relation
    else {
      throw Failure(
        .usage,
        "word \(place) of the condition, '\(word)', is no property that holds a value (see 'contactlog help"
          + " properties')")
    }
    return property
  }

  private static func end(_ words: [String], after count: Int) throws(Failure) {
    guard words.count > count else { return }
    throw Failure(
      .usage, "word \(count + 1) of the condition, '\(words[count])', is one too many")
  }

  /// As it is written.
  var text: String {
    switch self {
    case .empty(let property): "empty \(property.name)"
    case .equals(let property, let value): "\(property.name)=\(value)"
    case .member(let group): "member \(group)"
    case .removed: "removed"
    }
  }

  /// Whether a record's own state fulfils it; memberships are no part of it.
  func holds(_ record: Record) -> Bool {
    switch self {
    case .empty(let property): !Self.holdsAnything(record, property)
    case .equals(let property, let wanted):
      record.exists
        && Self.values(record, property).contains {
          ValueView.text($0, of: property).utf8.elementsEqual(wanted.utf8)
        }
    case .removed: record.isRemoved
    case .member: false
    }
  }

  /// Whether a property of a record holds something.
  static func holdsAnything(_ record: Record, _ property: Property) -> Bool {
    !values(record, property).isEmpty
  }

  private static func values(_ record: Record, _ property: Property) -> [Value] {
    property.shape == .multi
      ? record.entries(property).map(\.value) : [record[property]].compactMap { $0 }
  }
}
