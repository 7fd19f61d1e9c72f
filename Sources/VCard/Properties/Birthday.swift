import ContactModel

extension CardProperty {
  /// `BDAY` (RFC 6350 section 6.2.5): a date without time or zone, of which parts may be unknown.
  static let birthday = CardProperty(["BDAY"], .date) { line, builder in
    guard !line.isEmpty else { return }
    guard let date = DateText.date(line) else {
      if line.head.valueKind != .text {
        builder.warn(.badDate, line, "no date; kept as an unknown line")
      }
      builder.keep(line)
      return
    }
    if let known = builder[.birthday] {
      if known == .date(date) { builder.claim(.value(.birthday)) } else { builder.keep(line) }
    } else {
      builder[.birthday] = .date(date)
    }
  } write: { card, output in
    let date: PartialDate? =
      switch card.values[.birthday] {
      case .date(let date): date
      case .instant(let seconds): DateText.date(ofInstant: seconds)
      default: nil
      }
    guard let date else { return }
    let (parameters, value) = DateText.written(date, output.version)
    output.raw("BDAY", parameters, value)
  }

  /// A birthday in another calendar, each of its fields a pair in our own property.
  static let alternateBirthday = CardProperty(["X-ALTBDAY"]) { line, builder in
    var fields = Fields()
    var position = line.head.value.lowerBound
    while let range = line.part(&position, separator: ASCII.semicolon) {
      let part = line.text(range)
      // The writer has six fields; a date has not a hundred.
      guard let sign = part.firstIndex(of: "="), fields.count < 100 else {
        builder.keep(line)
        return
      }
      fields[String(part[..<sign])] = String(part[part.index(after: sign)...])
    }
    guard !fields.isEmpty, builder[.alternateBirthday] == nil else {
      builder.keep(line)
      return
    }
    builder[.alternateBirthday] = .fields(fields)
  } write: { card, output in
    guard let fields = card.values[.alternateBirthday]?.fields, !fields.isEmpty else { return }
    output.components("X-ALTBDAY", fields.pairs.map { "\($0.key)=\($0.value)" })
  }
}
