import ContactModel
import Foundation
import TestSupport
import VCard

/// Shorthands for reading and writing cards in tests.
enum CardFixture {
  /// How long a test of random bytes goes on; `CONTACTLOG_FUZZ_SECONDS` makes it hours.
  static let fuzzing: Duration = {
    let seconds = ProcessInfo.processInfo.environment["CONTACTLOG_FUZZ_SECONDS"]
    return .seconds(seconds.flatMap { Int($0) } ?? 5)
  }()

  /// Where the bytes at random begin; `CONTACTLOG_FUZZ_SEED` begins elsewhere.
  static let fuzzingSeed: UInt64 = {
    let seed = ProcessInfo.processInfo.environment["CONTACTLOG_FUZZ_SEED"]
    return seed.flatMap { UInt64($0) } ?? 1
  }()

  /// The limit for release builds is a second for 64 KB; debug builds are some thirty times slower.
  static let secondsPer64KB: Double = {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }())
    return isDebug ? 30 : 1
  }()

  /// The time that this thread had a processor; others on a busy machine do not count.
  static func cpuSeconds() -> Double {
    let text = (try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Double($0) }.map { $0 / 1e9 } ?? 0
  }

  /// The cards of some bytes, fed in pieces of `piece` bytes.
  static func split(_ bytes: [UInt8], piece: Int = 4096) -> [RawCard] {
    var splitter = CardSplitter()
    var cards: [RawCard] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + piece, bytes.count)
      splitter.feed(bytes[start..<end])
      while let card = splitter.next() { cards.append(card) }
      start = end
    }
    splitter.finish()
    while let card = splitter.next() { cards.append(card) }
    return cards
  }

  static func split(_ text: String, piece: Int = 4096) -> [RawCard] {
    split(Array(text.utf8), piece: piece)
  }

  /// What comes of reading each card of a text.
  static func parse(_ text: String) -> [ParsedCard] {
    split(text).map { VCardParser().parse($0) }
  }

  /// The card with these lines between `BEGIN` and `END`.
  static func card(_ lines: String..., version: String = "3.0") -> Card {
    parsed(lines, version).card ?? Card()
  }

  /// What comes of reading a card with these lines.
  static func parsed(_ lines: [String], _ version: String = "3.0") -> ParsedCard {
    let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD"]
    return VCardParser().parse(Array(all.joined(separator: "\r\n").utf8).span)
  }

  /// The card as text, unfolded.
  static func lines(_ card: Card, _ version: VCardVersion = .v3) -> [String] {
    text(card, version).replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  /// The card as text.
  static func text(_ card: Card, _ version: VCardVersion = .v3) -> String {
    String(decoding: bytes(card, version), as: UTF8.self)
  }

  static func bytes(_ card: Card, _ version: VCardVersion = .v3) -> [UInt8] {
    var bytes: [UInt8] = []
    VCardWriter.write(card, version: version, into: &bytes)
    return bytes
  }

  /// The card, written and read again.
  static func roundTrip(_ card: Card, _ version: VCardVersion = .v3) -> Card? {
    VCardParser().parse(bytes(card, version).span).card
  }

  /// What comes of reading a file of another format, fed in pieces of `piece` bytes.
  static func jCards(_ bytes: [UInt8], piece: Int = 4096) -> [ConvertedCard] {
    var reader = JCardReader()
    var cards: [ConvertedCard] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + piece, bytes.count)
      reader.feed(Array(bytes[start..<end]))
      while let card = reader.next() { cards.append(card) }
      start = end
    }
    reader.finish()
    while let card = reader.next() { cards.append(card) }
    return cards
  }

  /// The contacts of a table, fed in pieces of `piece` bytes.
  static func rows(
    _ bytes: [UInt8], piece: Int = 4096
  ) -> (cards: [ConvertedCard], reader: CSVReader) {
    var reader = CSVReader()
    var cards: [ConvertedCard] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + piece, bytes.count)
      reader.feed(Array(bytes[start..<end]))
      while let card = reader.next() { cards.append(card) }
      start = end
    }
    reader.finish()
    while let card = reader.next() { cards.append(card) }
    return (cards, reader)
  }

  /// Some cards as a table.
  static func table(
    _ cards: [Card], _ layout: CSVLayout, _ options: CSVWriter.Options = .init()
  ) -> [UInt8] {
    var writer = CSVWriter(layout, options: options)
    for card in cards { writer.widen(for: card) }
    return writer.heading() + cards.flatMap { writer.row($0) }
  }

  /// The card as jCard.
  static func jCard(_ card: Card) -> [UInt8] {
    var bytes: [UInt8] = []
    JCardWriter.write(card, into: &bytes)
    return bytes
  }

  /// The card without what only its source has: where the photo stood.
  static func comparable(_ card: Card) -> Card {
    var card = card
    if case .data(let bytes, let type, _)? = card.photo {
      card.photo = .data(bytes, mediaType: type, source: 0..<0)
    }
    return card
  }

  /// What two cards do not have in common.
  static func difference(_ a: Card, _ b: Card?) -> String {
    guard let b else { return "not read" }
    var text = ""
    for (property, name) in Property.known {
      if a.values[property] != b.values[property] {
        text +=
          "\(name): \(a.values[property].debugDescription) -> \(b.values[property].debugDescription)\n"
      }
      if a.entries[property] != b.entries[property] {
        text +=
          "\(name): \(a.entries[property].debugDescription)\n -> \(b.entries[property].debugDescription)\n"
      }
    }
    if a.uid != b.uid { text += "uid \(a.uid.debugDescription) \(b.uid.debugDescription)" }
    if a.categories != b.categories { text += "categories \(a.categories) \(b.categories)" }
    if a.members != b.members { text += "members \(a.members) \(b.members)" }
    if a.photo != b.photo { text += "photo" }
    return text
  }

  /// The card files of the reference data; empty, after a line that says so, where it is missing.
  static func files() throws -> [(name: String, bytes: [UInt8])] {
    guard let folder = SharedFolder.file("data/vcards") else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".vcf") }
      .map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) }
  }
}

extension Card {
  func labels(_ property: Property) -> [String?] { entries[property]?.map { $0.label?.word } ?? [] }
  func texts(_ property: Property) -> [String] {
    entries[property]?.compactMap { $0.value.text } ?? []
  }
}
