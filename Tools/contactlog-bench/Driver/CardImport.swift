import ContactLog
import ContactModel
import Foundation
import VCard

/// Imports a card file as the tool does: split, read, merged, saved some cards at a time.
struct CardImport {
  let store: Store
  let path: String
  var cardsPerCommit = 10_000
  /// The most cards to take from the file.
  var limit = Int.max

  /// Runs the import.
  ///
  /// - Parameter saved: Called after each commit.
  func run(saved: () throws -> Void = {}) throws -> ImportReport {
    var options = Importer.Options()
    options.cardsPerCommit = cardsPerCommit
    let parser = VCardParser()
    let importer = store.importer(
      author: "bench", program: "contactlog-bench", options: options
    ) { bytes, line in
      let parsed = parser.parse(bytes, firstLine: line)
      if let card = parsed.card { return .card(card) }
      return .failure(
        line: parsed.failure?.line ?? line, reason: parsed.failure?.reason ?? "no card")
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw BenchError("cannot read \(path)")
    }
    var splitter = CardSplitter()
    var taken = 0
    while taken < limit {
      let piece = try file.read(upToCount: 1 << 20) ?? Data()
      if piece.isEmpty { splitter.finish() } else { splitter.feed([UInt8](piece)) }
      while taken < limit, let card = splitter.next() {
        taken += 1
        if try importer.add(card.bytes, file: "contacts.vcf", line: card.firstLine) != nil {
          try saved()
        }
      }
      if piece.isEmpty { break }
    }
    let report = try importer.finish()
    try saved()
    return report
  }
}
