import ContactModel

/// A property of cards, or a family of them: how it is read, and how it is written in every
/// version.
///
/// Each stands in a file of its own; a new one is added to ``all`` and nowhere else.
struct CardProperty: Sendable {
  typealias Reader = @Sendable (borrowing ContentLine, inout CardBuilder) -> Void
  typealias Writer = @Sendable (Card, inout CardOutput) -> Void

  /// The names it is written with, in capitals.
  ///
  /// A line's `tag` is the index of its name.
  let names: [String]
  /// What its values are in jCard; the same for all its names that RFC 6350 has.
  let shape: JCardShape
  /// Takes a line into the card.
  let read: Reader
  /// Appends the card's lines.
  let write: Writer

  init(
    _ names: [String], _ shape: JCardShape = .own, read: @escaping Reader,
    write: @escaping Writer = { _, _ in }
  ) {
    self.names = names
    self.shape = shape
    self.read = read
    self.write = write
  }

  /// Every property, in the order that iOS writes them.
  static let all: [CardProperty] = [
    .version, .profile, .name, .formattedName, .nickname, .phoneticNames, .soundReading,
    .organization,
    .jobTitle, .emails, .phones, .addresses, .urls, .instantMessages, .socialProfiles, .note,
    .birthday, .alternateBirthday, .anniversary, .dates, .relatedNames, .related, .kind, .showAs,
    .photo, .members, .categories, .uid, .revision, .entryLabel, .countryCode,
  ]

  /// Finds the reader of a name: its place in ``readers``, and the tag.
  static let table = WordTable<(reader: Int, tag: Int)>(
    all.enumerated().flatMap { reader, property in
      property.names.enumerated().map { ($0.element, (reader, $0.offset)) }
    })

  /// The readers of all properties.
  static let readers: [Reader] = all.map(\.read)
}
