import ContactModel

extension CardProperty {
  /// `TEL` (RFC 6350 section 6.4.1).
  ///
  /// The scheme `tel:` is dropped; what follows stays as written.
  static let phones = CardProperty(["TEL"], .text) { line, builder in
    guard !line.isEmpty else { return }
    var range = line.head.value
    if line.bytes[range.lowerBound].capital == 0x54,
      line.bytes.hasWord("TEL:", at: range.lowerBound)
    {
      range = range.lowerBound + 4..<range.upperBound
      guard !range.isEmpty else { return }
    }
    builder.add(.phones, .text(line.text(range)), line)
  } write: { card, output in
    output.forEach(.phones, of: card) { entry, output in
      guard let number = entry.value.text, !number.isEmpty else { return }
      let words: [String]? =
        switch entry.label {
        case nil: []
        case .standard(let label)?: words(for: label, output.version)
        case .custom?: nil
        }
      output.labelled(entry, "TEL", words: words, otherwise: ["VOICE"]) { $0.text(number) }
    }
  }

  /// The words of `TYPE` that say a telephone's label; `nil` when the version has none.
  private static func words(for label: Label.Standard, _ version: VCardVersion) -> [String]? {
    switch label {
    case .home: ["HOME", "VOICE"]
    case .work: ["WORK", "VOICE"]
    case .mobile: ["CELL", "VOICE"]
    case .homeFax: ["HOME", "FAX"]
    case .workFax: ["WORK", "FAX"]
    case .pager: ["PAGER"]
    case .otherFax: version == .v4 ? ["FAX"] : ["OTHER", "FAX"]
    case .iPhone where version != .v4: ["IPHONE", "CELL", "VOICE"]
    case .main where version != .v4: ["MAIN"]
    case .other where version != .v4: ["OTHER", "VOICE"]
    default: nil
    }
  }
}
