/// A JSON value whose objects keep the order of their fields.
///
/// Numbers are whole: the tool writes no others.
public enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case string(String)
  case array([JSON])
  case object([Field])

  /// A name with its value.
  public struct Field: Sendable, Equatable {
    /// The name; names of one object differ.
    public var name: String
    /// The value.
    public var value: JSON

    /// Makes a field.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }
}

// Swift's `==` on strings takes composed and decomposed letters as equal; output must not hide
// such a difference.
extension JSON: Equatable {
  public static func == (a: JSON, b: JSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

// MARK: - Building

extension JSON {
  /// An object of the fields that have a value; absent means not set.
  public static func fields(_ fields: KeyValuePairs<String, JSON?>) -> JSON {
    .object(fields.compactMap { name, value in value.map { Field(name, $0) } })
  }

  /// A string, or nil where there is none.
  public static func text(_ text: String?) -> JSON? { text.map { .string($0) } }

  /// A number.
  public static func number(_ number: some BinaryInteger) -> JSON {
    .integer(Int64(clamping: number))
  }

  /// An array, or nil where it would be empty: absent means not set.
  public static func list(_ values: [JSON]) -> JSON? { values.isEmpty ? nil : .array(values) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
}

// MARK: - Reading

extension JSON {
  /// The value of a field, or nil.
  public subscript(name: String) -> JSON? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }

  /// The element at a place, or nil.
  public subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// The string, or nil.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, or nil.
  public var integer: Int? {
    if case .integer(let number) = self { Int(number) } else { nil }
  }

  /// The truth value, or nil.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, or nil.
  public var array: [JSON]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The names of an object in order, or nil.
  public var names: [String]? {
    if case .object(let fields) = self { fields.map(\.name) } else { nil }
  }
}
