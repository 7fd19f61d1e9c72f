import ContactModel

extension CardProperty {
  /// `NOTE` (RFC 6350 section 6.7.2).
  ///
  /// Several are one text, a line each.
  static let note = CardProperty(["NOTE"], .text) { line, builder in
    let text = line.text
    guard !text.isEmpty else { return }
    builder.claim(.value(.note))
    builder.notes.append(text)
  } write: { card, output in
    if let note = card.text(.note), !note.isEmpty { output.text("NOTE", note) }
  }
}
