import ContactLog
import ContactModel

/// Cards of one line for each statement, so that import is tested without a card format.
///
///     uid U1
///     first Ada
///     tel home +44 1
///     cat Friends
///
/// `kind group` with `name` and `member` lines is a group; `photo` is followed by its text; `bad`
/// makes the card be refused.
enum LineCard {
  static let singles: [Substring: Property] = [
    "first": .firstName, "last": .lastName, "note": .note, "org": .organization, "name": .name,
  ]
  static let lists: [Substring: Property] = ["tel": .phones, "mail": .emails, "x": .extra]

  static func parse(_ bytes: Span<UInt8>, _ line: Int) -> Importer.Parsed {
    var text: [UInt8] = []
    for index in bytes.indices { text.append(bytes[index]) }
    var card = Card()
    var offset = 0
    for (index, content) in text.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      defer { offset += content.count + 1 }
      let words = String(decoding: content, as: UTF8.self)
        .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = words.first, !key.isEmpty else { continue }
      let rest = words.count > 1 ? String(words[1]) : ""
      switch key {
      case "bad": return .failure(line: line + index, reason: rest)
      case "uid": card.uid = rest
      case "kind": card.kind = rest == "group" ? .group : .person
      case "cat": card.categories.append(rest)
      case "member": card.members.append(rest)
      case "photo" where rest.hasPrefix("sha256:"):
        // As the store keeps it: the bytes are elsewhere.
        let parts = rest.dropFirst(7).split(separator: ";")
        card.photo = ContentHash(hex: parts[0]).map { hash in
          .reference(
            BlobReference(hash: hash, byteCount: Int(parts[1]) ?? 0, mediaType: String(parts[2])))
        }
      case "photo":
        let start = offset + 6
        card.photo = .data(
          Array(rest.utf8), mediaType: "image/png", source: start..<offset + content.count)
      default:
        if let property = singles[key] {
          card.values[property] = .text(rest)
        } else if let property = lists[key] {
          let parts = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
          let label = parts[0] == "-" ? nil : Label(String(parts[0]))
          card.add(property, Card.Entry(label: label, value: .text(String(parts[1]))))
        }
      }
    }
    return .card(card)
  }
}

extension Store {
  /// Imports cards, each written in lines.
  @discardableResult
  func importing(
    _ cards: String..., cardsPerCommit: Int = 10_000, dryRun: Bool = false
  ) throws -> ImportReport {
    try importing(cards, cardsPerCommit: cardsPerCommit, dryRun: dryRun)
  }

  @discardableResult
  func importing(
    _ cards: [String], cardsPerCommit: Int = 10_000, dryRun: Bool = false,
    duplicates: Importer.Duplicates = .add
  ) throws -> ImportReport {
    var options = Importer.Options()
    options.duplicates = duplicates
    options.cardsPerCommit = cardsPerCommit
    options.dryRun = dryRun
    let importer = importer(
      author: "ada", program: "tests", options: options, parse: LineCard.parse)
    var line = 1
    for card in cards {
      try importer.add(Array(card.utf8), file: "test", line: line)
      line += card.split(separator: "\n", omittingEmptySubsequences: false).count
    }
    return try importer.finish()
  }
}

extension ImportReport {
  /// Added, same, updated, failed.
  var counts: [Int] { [added, same, updated, failed] }
}
