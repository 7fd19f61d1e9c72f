import ContactModel

extension CardProperty {
  /// `EMAIL` (RFC 6350 section 6.4.2).
  static let emails = CardProperty(["EMAIL"], .text) { line, builder in
    guard !line.isEmpty else { return }
    builder.add(.emails, .text(line.text), line)
  } write: { card, output in
    output.forEach(.emails, of: card) { entry, output in
      guard let address = entry.value.text, !address.isEmpty else { return }
      let first = output.version == .v4 ? [] : ["INTERNET"]
      let words = homeOrWork(entry.label).map { first + $0 }
      output.labelled(entry, "EMAIL", words: words, otherwise: first) { $0.text(address) }
    }
  }

  /// The words of `TYPE` for the labels that every property has; `nil` for others.
  static func homeOrWork(_ label: Label?) -> [String]? {
    switch label {
    case nil: []
    case .standard(.home)?: ["HOME"]
    case .standard(.work)?: ["WORK"]
    default: nil
    }
  }
}
