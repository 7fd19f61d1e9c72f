internal import ContactModel
internal import VCard

/// People from and to vCards, in the form of iOS 9.
enum Cards {
  private static let productLine = Array("PRODID:-//ContactLog//AddressBook//EN\r\n".utf8)

  /// The people that some bytes describe; groups and what is no card are left out.
  static func read(_ bytes: [UInt8]) -> [Card] {
    let parser = VCardParser()
    var splitter = CardSplitter()
    splitter.feed(bytes)
    splitter.finish()
    var cards: [Card] = []
    while let raw = splitter.next() {
      if let card = parser.parse(raw).card, card.kind == .person { cards.append(card) }
    }
    return cards
  }

  /// Appends a person's card.
  static func write(_ person: RecordObject, into bytes: inout [UInt8]) {
    var card = Card(person.folded)
    // iOS names nobody across address books.
    card.uid = nil
    let image = person.image
    if case .image(let bytes, let mediaType)? = person.pending[.image] {
      card.photo = .data(bytes, mediaType: mediaType, source: 0..<0)
    } else if image == nil {
      card.photo = nil
    }
    // The first of each kind is the preferred one.
    for property in card.entries.keys where property != .extra {
      card.entries[property]?[0].isPreferred = true
    }
    var written: [UInt8] = []
    VCardWriter.write(card, version: .v3, photo: { _ in image }, into: &written)
    // Who wrote it stands behind the version.
    let start = Array("BEGIN:VCARD\r\nVERSION:3.0\r\n".utf8)
    if written.starts(with: start) { written.insert(contentsOf: productLine, at: start.count) }
    bytes += written
  }
}

extension RecordObject {
  /// Takes over all that a card says.
  func take(_ card: Card) {
    for (property, value) in card.values { pending[property] = .single(value) }
    for (property, entries) in card.entries where !entries.isEmpty {
      var list = ListContent()
      for entry in entries {
        list.entries.append(
          .init(identifier: list.nextIdentifier, label: entry.label, value: entry.value))
        list.nextIdentifier += 1
      }
      pending[property] = .list(list)
    }
    if case .data(let bytes, let mediaType, _)? = card.photo {
      pending[.image] = .image(
        bytes, mediaType: ImageKind.mediaType(of: bytes) ?? mediaType)
    }
  }
}
