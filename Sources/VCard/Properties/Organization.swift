import ContactModel

extension CardProperty {
  /// `ORG` (RFC 6350 section 6.6.4): the organisation, then its units.
  ///
  /// The model has one department: several units are joined with a semicolon and a space, and
  /// parted there again.
  static let organization = CardProperty(["ORG"], .texts(.structured)) { line, builder in
    var position = line.head.value.lowerBound
    guard let first = line.part(&position, separator: ASCII.semicolon) else { return }
    let organization = line.text(first)
    var department = ""
    // Empty units count only where another one follows.
    var gap = ""
    while let unit = line.part(&position, separator: ASCII.semicolon) {
      let text = line.text(unit)
      if !text.isEmpty {
        department += gap + text
        gap = ""
      }
      gap += "; "
    }
    guard !organization.isEmpty || !department.isEmpty else { return }
    if builder.has(.organization) || builder.has(.department) {
      let isSame =
        (builder.text(.organization) ?? "").hasSameBytes(as: organization)
        && (builder.text(.department) ?? "").hasSameBytes(as: department)
      if !isSame { builder.keep(line) }
      if isSame, !organization.isEmpty { builder.claim(.value(.organization)) }
      if isSame, !department.isEmpty { builder.claim(.value(.department)) }
      return
    }
    builder.set(.organization, organization)
    builder.set(.department, department)
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
