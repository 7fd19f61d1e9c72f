import ContactModel

extension CardProperty {
  /// `X-ABRELATEDNAMES`, Apple's labelled names, and what others write for a few of them.
  static let relatedNames = CardProperty(
    ["X-ABRELATEDNAMES"] + named.map(\.0)
  ) { line, builder in
    guard !line.isEmpty else { return }
    let label: Label? = line.tag == 0 ? nil : .standard(named[line.tag - 1].1)
    builder.add(.relatedNames, .text(line.text), line, label: label)
  } write: { card, output in
    output.forEach(.relatedNames, of: card) { entry, output in
      guard let name = entry.value.text, !name.isEmpty else { return }
      output.labelled(entry, "X-ABRELATEDNAMES", output.preference(entry)) { $0.text(name) }
    }
  }

  /// `RELATED` (RFC 6350 section 6.6.6): a name is a related name, a reference to a card is kept
  /// as an unknown line.
  static let related = CardProperty(["RELATED"], .address) { line, builder in
    guard line.head.valueKind == .text, !line.isEmpty else {
      builder.keep(line)
      return
    }
    builder.add(.relatedNames, .text(line.text), line)
  }

  private static let named: [(String, Label.Standard)] = [
    ("X-EVOLUTION-SPOUSE", .spouse), ("X-EVOLUTION-MANAGER", .manager),
    ("X-EVOLUTION-ASSISTANT", .assistant), ("X-SPOUSE", .spouse), ("X-MANAGER", .manager),
    ("X-ASSISTANT", .assistant), ("X-MS-SPOUSE", .spouse), ("X-MS-MANAGER", .manager),
    ("X-MS-ASSISTANT", .assistant), ("X-WAB-SPOUSE_NAME", .spouse),
    ("X-KADDRESSBOOK-X-SPOUSESNAME", .spouse), ("X-KADDRESSBOOK-X-MANAGERSNAME", .manager),
    ("X-KADDRESSBOOK-X-ASSISTANTSNAME", .assistant),
  ]
}
