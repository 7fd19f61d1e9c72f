import ContactModel

extension CardProperty {
  /// `URL` (RFC 6350 section 6.7.8).
  ///
  /// No escapes but the backslash's own: commas belong to it.
  static let urls = CardProperty(["URL"], .address) { line, builder in
    guard !line.isEmpty else { return }
    builder.add(.urls, .text(line.text), line)
  } write: { card, output in
    output.forEach(.urls, of: card) { entry, output in
      guard let address = entry.value.text, !address.isEmpty else { return }
      output.labelled(entry, "URL", words: homeOrWork(entry.label)) { $0.address(address) }
    }
  }
}
