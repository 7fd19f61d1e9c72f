/// A value of JSON (RFC 8259), its objects in the order they were written in.
enum JSONValue {
  case null
  case boolean(Bool)
  /// A number as written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The elements, when it is an array.
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
