extension Record {
  /// The name to show for the record.
  ///
  /// A person: the parts of the name joined by spaces, prefix first; else the name as a card wrote
  /// it, the organisation, the nickname, the first e-mail, the first phone number. An organisation:
  /// its name first. A group or source: its name. Empty where there is nothing of all that.
  ///
  /// A name in an East Asian script comes family name first whatever is asked for, and its parts
  /// are joined as ``NameScript`` says.
  public func compositeName(lastNameFirst: Bool = false) -> String {
    guard id.kind == .person else { return text(.name) ?? "" }
    if isOrganization, let name = text(.organization), !name.isEmpty { return name }
    let script = nameScript
    let order: [Property] =
      lastNameFirst || script != .other
      ? [.lastName, .firstName, .middleName] : [.firstName, .middleName, .lastName]
    let parts = order.compactMap { text($0) }.filter { !$0.isEmpty }
    let name = parts.joined(separator: script.delimiter)
    let all = [text(.prefix) ?? "", name, text(.suffix) ?? ""].filter { !$0.isEmpty }
    if !all.isEmpty { return all.joined(separator: " ") }
    for property in [Property.formattedName, .organization, .nickname] {
      if let text = text(property), !text.isEmpty { return text }
    }
    for property in [Property.emails, .phones] {
      if let text = entries(property).first?.value.text, !text.isEmpty { return text }
    }
    return ""
  }

  /// Whether the person is an organisation.
  public var isOrganization: Bool { self[.personKind]?.integer == 1 }

  /// The script that first, middle and last name are written in.
  public var nameScript: NameScript {
    NameScript(of: [.firstName, .middleName, .lastName].compactMap { text($0) }.joined())
  }
}
