/// A value of JSON (RFC 8259), its objects in the order they were written in.
enum JSONValue {
  case null
  case boolean(Bool)
  /// A number as written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The text of a string, a number or a truth value.
  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .boolean(let value): value ? "true" : "false"
    default: nil
    }
  }

  /// The elements, when it is an array.
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
