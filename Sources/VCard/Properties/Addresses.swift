import ContactModel

/// What an address is made of.
enum Addresses {
  /// The keys of the parts, in the order of `ADR`.
  static let keys = ["poBox", "extended", "street", "city", "state", "zip", "country"]

  /// The parts in the order in which the model keeps keys, so that each is appended at the end.
  static let orderOfKeys = [5, 3, 0, 4, 2, 6, 1]

  /// Whether a text may be a country's code, and not the address that some write in its place.
  static func isCountryCode(_ text: String) -> Bool {
    (2...3).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.capital >= 0x41 && $0.capital <= 0x5A }
  }
}

extension CardProperty {
  /// `ADR` (RFC 6350 section 6.3.1), with Apple's country code in a line of its own.
  static let addresses = CardProperty(["ADR"], .texts(.structuredWithLists)) { line, builder in
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(7)
    var position = line.head.value.lowerBound
    while ranges.count < 7, let range = line.part(&position, separator: ASCII.semicolon) {
      ranges.append(range)
    }
    var fields = Fields()
    fields.reserveCapacity(ranges.count { !$0.isEmpty })
    for index in Addresses.orderOfKeys where index < ranges.count && !ranges[index].isEmpty {
      fields.appendInOrder(Addresses.keys[index], line.text(ranges[index]))
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
      let words = homeOrWork(entry.label)
      let group = output.labelled(entry, "ADR", words: words, isGrouped: output.version != .v4) {
        $0.components(parts)
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
