import ContactModel

extension CardProperty {
  /// `X-ABDATE`, Apple's labelled dates, and what others write for a wedding day.
  static let dates = CardProperty(["X-ABDATE"]) { line, builder in
    readDate(line, &builder, label: nil)
  } write: { card, output in
    var hasAnniversary = false
    output.forEach(.dates, of: card) { entry, output in
      guard let date = entry.value.date else { return }
      let (parameters, value) = DateText.written(date, output.version)
      if output.version == .v4, !hasAnniversary, entry.label == .standard(.anniversary) {
        hasAnniversary = true
        output.raw("ANNIVERSARY", parameters + output.preference(entry), value)
      } else {
        output.labelled(entry, "X-ABDATE", parameters + output.preference(entry)) { $0.raw(value) }
      }
    }
  }

  /// `ANNIVERSARY` (RFC 6350 section 6.2.6) and its older names.
  static let anniversary = CardProperty(
    [
      "ANNIVERSARY", "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "X-MS-ANNIVERSARY",
      "X-WAB-WEDDING_ANNIVERSARY", "X-KADDRESSBOOK-X-ANNIVERSARY",
    ], .date
  ) { line, builder in
    readDate(line, &builder, label: .standard(.anniversary))
  }

  private static func readDate(
    _ line: borrowing ContentLine, _ builder: inout CardBuilder, label: Label?
  ) {
    guard !line.isEmpty else { return }
    guard let date = DateText.date(line) else {
      builder.warn(.badDate, line, "no date; kept as an unknown line")
      builder.keep(line)
      return
    }
    builder.add(.dates, .date(date), line, label: label)
  }
}
