internal import ContactModel

/// A record's texts, with what is pending, read once.
struct NameParts {
  private let pending: [Property: Content]
  private let stored: Record?

  init(_ record: RecordObject) {
    pending = record.pending
    stored = record.stored
  }

  /// The text of a property.
  func text(_ property: Property) -> String? {
    switch pending[property] {
    case .single(let value): value.text
    case nil: stored?.text(property)
    default: nil
    }
  }

  /// A text that is not empty.
  private func shown(_ property: Property) -> String? {
    text(property).flatMap { $0.isEmpty ? nil : $0 }
  }

  private var isOrganization: Bool {
    if case .single(let value)? = pending[.personKind] { return value.integer == 1 }
    return pending[.personKind] == nil && stored?.isOrganization == true
  }

  /// The script that first, middle and last name are written in.
  var script: NameScript {
    NameScript(of: [Property.firstName, .middleName, .lastName].compactMap(text).joined())
  }

  /// A person's name to show; `nil` where there is none.
  ///
  /// No address and no number stands in for a missing name: that is left to user interfaces.
  func composite(lastNameFirst: Bool) -> String? {
    if isOrganization, let organization = shown(.organization) { return organization }
    let script = self.script
    let order: [Property] =
      lastNameFirst || script != .other
      ? [.prefix, .lastName, .firstName, .middleName, .suffix]
      : [.prefix, .firstName, .middleName, .lastName, .suffix]
    let parts = order.compactMap(shown)
    if !parts.isEmpty { return parts.joined(separator: script.delimiter) }
    return shown(.organization) ?? shown(.nickname)
  }
}

extension RecordObject {
  /// The script of the name.
  var script: NameScript { NameParts(self).script }

  /// Whether the family name comes first: by the name's script, else as the user prefers.
  var isLastNameFirst: Bool {
    script != .other || NameSorting.preferences(of: book).lastNameFirst
  }

  /// The name to show; `nil` where there is none.
  var compositeName: String? {
    guard kind == .person else { return text(.name) }
    return NameParts(self).composite(
      lastNameFirst: NameSorting.preferences(of: book).lastNameFirst)
  }
}
