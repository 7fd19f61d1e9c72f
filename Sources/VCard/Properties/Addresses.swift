import ContactModel

/// What an address is made of.
enum Addresses {
  /// The keys of the parts, in the order of `ADR`.
  static let keys = ["poBox", "extended", "street", "city", "state", "zip", "country"]

  /// The keys of the parts that RFC 9554 section 2.1 adds behind the others; before 4.0 they are
  /// parameters.
  static let moreKeys: [(key: String, parameter: String)] = [
    ("room", "X-ROOM"), ("apartment", "X-APARTMENT"), ("floor", "X-FLOOR"),
    ("streetNumber", "X-STREET-NUMBER"), ("streetName", "X-STREET-NAME"),
    ("building", "X-BUILDING"), ("block", "X-BLOCK"), ("subdistrict", "X-SUBDISTRICT"),
    ("district", "X-DISTRICT"), ("landmark", "X-LANDMARK"), ("direction", "X-DIRECTION"),
  ]

  /// The parts that RFC 9554 adds, up to the last one that is there.
  static func more(_ fields: Fields) -> [String] {
    var parts = moreKeys.map { fields[$0.key] ?? "" }
    while parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }

  /// The parts in the order in which the model keeps keys.
  private static let orderOfKeys = [5, 3, 0, 4, 2, 6, 1]

  /// The keys of the parts that are there, by a number of which the bits say so: shared by all
  /// addresses of one form.
  private static let keysByParts: [[String]] = (0..<128).map { bits in
    orderOfKeys.filter { bits >> $0 & 1 == 1 }.map { keys[$0] }
  }

  /// The fields of an address, of which some parts stand in these ranges of a line.
  static func fields(_ line: borrowing ContentLine, _ parts: InlineArray<7, Range<Int>>) -> Fields {
    var (bits, count) = (0, 0)
    for index in 0..<7 where !parts[index].isEmpty {
      bits |= 1 << index
      count += 1
    }
    guard count > 0 else { return Fields() }
    var values: [String] = []
    values.reserveCapacity(count)
    for index in orderOfKeys where !parts[index].isEmpty { values.append(line.text(parts[index])) }
    return Fields(inOrder: keysByParts[bits], values)
  }

  /// Whether a text may be a country's code, and not the address that some write in its place.
  static func isCountryCode(_ text: String) -> Bool {
    (2...3).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.capital >= 0x41 && $0.capital <= 0x5A }
  }
}

extension CardProperty {
  /// `ADR` (RFC 6350 section 6.3.1), with Apple's country code in a line of its own.
  static let addresses = CardProperty(["ADR"], .texts(.structuredWithLists)) { line, builder in
    var parts = InlineArray<7, Range<Int>>(repeating: 0..<0)
    var position = line.head.value.lowerBound
    for index in 0..<7 {
      guard let range = line.part(&position, separator: ASCII.semicolon) else { break }
      parts[index] = range
    }
    var fields = Addresses.fields(line, parts)
    var isMore = builder.version == .v4 && position <= line.head.value.upperBound
    let hasParameters = line.hasOwnParameters
    for (key, parameter) in Addresses.moreKeys where isMore || hasParameters {
      if isMore, let range = line.part(&position, separator: ASCII.semicolon) {
        if !range.isEmpty { fields[key] = line.text(range) }
      } else {
        isMore = false
        if let text = line.parameter(parameter) { fields[key] = text }
      }
    }
    guard !fields.isEmpty else { return }
    // RFC 8605; a line of Apple's for the same address has the last word.
    if let code = line.parameter("CC"), Addresses.isCountryCode(code) {
      fields["countryCode"] = code
    }
    builder.add(.addresses, .fields(fields), line)
  } write: { card, output in
    output.forEach(.addresses, of: card) { entry, output in
      guard let fields = entry.value.fields, !fields.isEmpty else { return }
      let parts = Addresses.keys.map { fields[$0] ?? "" }
      let more = Addresses.more(fields)
      let words = homeOrWork(entry.label)
      let isNew = output.version == .v4
      let parameters =
        isNew
        ? []
        : zip(Addresses.moreKeys, more).compactMap {
          CardOutput.Parameter(own: $0.parameter, $1, output.version)
        }
      let group = output.labelled(entry, "ADR", parameters, words: words, isGrouped: !isNew) {
        $0.components(parts + (isNew ? more : []))
      }
      guard let code = fields["countryCode"], !code.isEmpty else { return }
      output.text("X-ABADR", code, group: group)
    }
  }

  /// `X-ABADR`: the country code of the address in the same group.
  static let countryCode = CardProperty(["X-ABADR"]) { line, builder in
    builder.keepLabel(line, isCountryCode: true)
  }

  /// `X-ABLabel`: the label of the entry in the same group.
  static let entryLabel = CardProperty(["X-ABLABEL"]) { line, builder in
    builder.keepLabel(line)
  }
}
