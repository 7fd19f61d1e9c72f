internal import ContactModel

extension Card {
  /// The card with its photo as the store keeps it, for telling whether two cards say the same.
  var comparable: Card {
    var card = self
    card.photo = photo.map { .reference($0.stored.reference) }
    return card
  }

  /// The card without the lines that say when, and by which program, it was written.
  var withoutStamps: Card {
    var card = self
    let kept = (entries[.extra] ?? []).filter { !Self.isStamp($0.value.text ?? "") }
    card.entries[.extra] = kept.isEmpty ? nil : kept
    return card
  }

  /// What two copies of a card have in common: not the identifier, nor when and by which program it
  /// was written, nor which entries are preferred, which a record does not know.
  ///
  /// Groups and members are left out: a record's stand elsewhere.
  var content: Card {
    var card = withoutStamps.comparable
    card.uid = nil
    card.categories = []
    card.members = []
    card.entries = card.entries.mapValues { entries in
      entries.map { Entry(label: $0.label, value: $0.value) }
    }
    return card
  }

  /// The card without what a record says in other words: a name put together, and numbers and
  /// addresses that are the same but for the way they are written.
  func without(what record: Record?) -> Card {
    guard let record else { return self }
    var card = self
    if !record.compositeName().isEmpty { card.values[.formattedName] = nil }
    for property in [Property.phones, .emails] {
      let known = record.entries(property).compactMap {
        DuplicateFinder.value($0.value, property)
      }
      card.entries[property]?.removeAll { entry in
        guard let value = DuplicateFinder.value(entry.value, property) else { return false }
        return known.contains { DuplicateFinder.isEqual($0, value, property) }
      }
    }
    return card
  }

  private static func isStamp(_ line: String) -> Bool {
    let head = line.prefix { $0 != ":" && $0 != ";" }.uppercased()
    let name = head.split(separator: ".").last ?? ""
    return name == "REV" || name == "PRODID"
  }

  /// The name the card is shown by in a report; `nil` where it says none.
  var shownName: String? {
    let first: [Property] =
      kind == .group ? [.name] : [.prefix, .firstName, .middleName, .lastName, .suffix]
    let parts = first.compactMap { text($0) }.filter { !$0.isEmpty }
    if !parts.isEmpty { return parts.joined(separator: " ") }
    for property in [Property.formattedName, .organization, .nickname] {
      if let text = text(property), !text.isEmpty { return text }
    }
    return (entries[.emails] ?? entries[.phones])?.first?.value.text
  }
}
