import CommandLineTool
import ContactModel

/// Values of the model as JSON and as text for people.
enum ValueView {
  /// The value as programs get it.
  static func json(_ value: Value, of property: Property? = nil) -> JSON {
    switch value {
    case .text(let text): .string(text)
    case .integer(let number):
      property == .personKind ? .string(kind(number)) : .integer(number)
    case .date(let date): .string(date.description)
    case .instant(let seconds): .string(instant(seconds))
    case .real(let number): .string("\(number)")
    case .fields(let fields): json(fields, of: property)
    case .data(let bytes): .fields(["bytes": .number(bytes.count)])
    case .blob(let blob), .document(let blob, _): json(blob)
    case .opaque(let tag, let bytes):
      .fields(["tag": .number(tag), "bytes": .number(bytes.count)])
    }
  }

  /// The parts people expect first, in their order, then all others.
  private static func json(_ fields: Fields, of property: Property?) -> JSON {
    let known = property.map(ValueInput.parts) ?? []
    let first = known.compactMap { key in fields[key].map { JSON.Field(key, .string($0)) } }
    let others = fields.pairs.filter { !known.contains($0.key) }
    return .object(first + others.map { JSON.Field($0.key, .string($0.value)) })
  }

  /// A reference to stored bytes.
  static func json(_ blob: BlobReference) -> JSON {
    .fields([
      "sha256": .string(blob.hash.hex), "bytes": .number(blob.byteCount),
      "type": blob.mediaType.isEmpty ? nil : .string(blob.mediaType),
    ])
  }

  /// The value on one line for people; line breaks are shown by the output.
  static func text(_ value: Value, of property: Property? = nil) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): property == .personKind ? kind(number) : String(number)
    case .date(let date): date.description
    case .instant(let seconds): instant(seconds)
    case .real(let number): "\(number)"
    case .fields(let fields): text(fields, of: property)
    case .data(let bytes): Plural.count(bytes.count, "byte")
    case .blob(let blob), .document(let blob, _):
      [blob.mediaType, Plural.count(blob.byteCount, "byte")].filter { !$0.isEmpty }
        .joined(separator: ", ")
    case .opaque(let tag, let bytes): "tag \(tag), \(Plural.count(bytes.count, "byte"))"
    }
  }

  private static func text(_ fields: Fields, of property: Property?) -> String {
    if property == .addresses {
      let order = ["street", "city", "state", "zip", "country"]
      let parts = order.compactMap { fields[$0] } + others(fields, but: order + ["countryCode"])
      return parts.isEmpty ? fields["countryCode"] ?? "" : parts.joined(separator: ", ")
    }
    if let name = fields["username"] ?? fields["url"] {
      return [fields["service"], name].compactMap { $0 }.joined(separator: " ")
    }
    return fields.pairs.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  private static func others(_ fields: Fields, but known: [String]) -> [String] {
    fields.pairs.filter { !known.contains($0.key) }.map(\.value)
  }

  private static func kind(_ number: Int64) -> String {
    number == 1 ? "organization" : "person"
  }

  /// AddressBook counts seconds from 2001; a number outside the calendar is shown as it is.
  private static func instant(_ seconds: Double) -> String {
    let microseconds = (seconds + 978_307_200) * 1_000_000
    guard microseconds.magnitude < 9e18 else { return "\(seconds)" }
    return RFC3339.format(microseconds: Int64(microseconds.rounded()))
  }
}
