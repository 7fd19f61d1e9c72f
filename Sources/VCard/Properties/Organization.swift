import ContactModel

extension CardProperty {
  /// `ORG` (RFC 6350 section 6.6.4): the organisation, then its units.
  ///
  /// The model has one department: several units are joined with a semicolon and a space, and
  /// parted there again.
  static let organization = CardProperty(["ORG"]) { line, builder in
    var parts = line.parts(separator: ASCII.semicolon)
    while parts.last?.isEmpty == true { parts.removeLast() }
    guard let first = parts.first else { return }
    let (organization, department) = (
      first, parts.dropFirst().joined(separator: "; ")
    )
    if builder.card.values[.organization] != nil || builder.card.values[.department] != nil {
      let isSame =
        builder.card.text(.organization) ?? "" == organization
        && builder.card.text(.department) ?? "" == department
      if !isSame { builder.keep(line) }
      return
    }
    builder.card.set(.organization, organization)
    builder.card.set(.department, department)
  } write: { card, output in
    let (organization, department) = (card.text(.organization), card.text(.department))
    guard organization != nil || department != nil else { return }
    // iOS writes the semicolon of the department in any case.
    let units = department == nil && output.version != .v3 ? [] : units(department ?? "")
    output.components("ORG", [organization ?? ""] + units)
  }

  /// The units that a department names, such that reading them gives the same text.
  private static func units(_ department: String) -> [String] {
    var units: [String] = []
    var rest = Array(department.utf8)[...]
    while let end = rest.indices.dropLast().first(where: {
      rest[$0] == ASCII.semicolon && rest[$0 + 1] == ASCII.space
    }) {
      units.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 2)...]
    }
    units.append(String(decoding: rest, as: UTF8.self))
    return units.count > 1 && units.contains("") ? [department] : units
  }
}
