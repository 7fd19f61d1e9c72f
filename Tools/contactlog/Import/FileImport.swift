import CommandLineTool
import ContactLog
import Terminal
import VCard

/// Reads files card by card and hands each over to an importer.
struct FileImport {
  let importer: Importer
  let parser: VCardParser
  let warnings: ImportWarnings
  let rejects: RejectsFile?
  let progress = Progress()
  /// How many files hold other things than cards.
  private(set) var foreignFiles = 0

  /// Reads the files to their ends, or until somebody presses Ctrl-C.
  mutating func run(_ files: [String]) throws -> ImportReport {
    defer { progress.finish() }
    var count = 0
    for file in files {
      try read(file, &count)
      if Interrupt.isRequested { break }
    }
    warnings.finish()
    return Interrupt.isRequested ? importer.stop() : try importer.finish()
  }

  private mutating func read(_ file: String, _ count: inout Int) throws {
    let input = try Self.open(file)
    var source: CardSource?
    var (isAtEnd, isEmpty) = (false, true)
    while !isAtEnd, !Interrupt.isRequested {
      let bytes = try chunk(of: input, file)
      isAtEnd = bytes.isEmpty
      if source == nil {
        source = CardSource(
          startOfFile: bytes, limits: parser.limits, keepsSource: rejects != nil)
      }
      source?.feed(bytes)
      while !Interrupt.isRequested, let card = source?.next(parser) {
        let refused = importer.refusedCount
        try add(card, from: file)
        if importer.refusedCount > refused { try keep(card, &source) }
        count += 1
        isEmpty = false
        progress.update("\(Plural.count(count, "card")) read")
      }
      // A card too large for memory is written as it passes.
      if let rejects, let part = source?.takeRefused(), let source {
        try rejects.add(part, of: source)
      }
    }
    if Interrupt.isRequested { return }
    if let unknown = source?.unknownHeadings, !unknown.isEmpty {
      warnings.report(
        "\(file): columns not known, kept as they are: \(unknown.joined(separator: ", "))")
    }
    if isEmpty {
      warnings.report("\(file): there is no card in it")
      if source?.strayLines != nil { foreignFiles += 1 }
    } else if let (count, first) = source?.strayLines {
      let lines = Plural.count(count, "line")
      warnings.report("\(file):\(first): \(lines) outside of cards, left out, the first here")
    }
  }

  private func add(_ card: CardSource.Item, from file: String) throws {
    if let failure = card.failure {
      importer.refuse(
        file: file, line: failure.line, number: card.number, name: card.guessedName,
        property: failure.property, reason: failure.reason)
      return
    }
    warnings.tell(card.warnings, file, card.number)
    warnings.expect(file, card: card.number)
    try importer.add(card.bytes, file: file, line: card.line, number: card.number)
  }

  /// Writes the bytes of a card that was just refused.
  private func keep(_ card: CardSource.Item, _ source: inout CardSource?) throws {
    guard let rejects, let part = source?.takeRefused(), let source else { return }
    try rejects.add(part + card.source, of: source)
    rejects.endCard()
  }

  /// Opens a file, or standard input.
  static func open(_ file: String) throws(Failure) -> InputFile {
    if file == "-" { return InputFile(.input) }
    do throws(SystemError) {
      return try InputFile(path: file)
    } catch {
      throw Failure(error, reading: file)
    }
  }

  private func chunk(of input: InputFile, _ file: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try input.read(upTo: 1 << 18)
    } catch {
      throw Failure(error, reading: file)
    }
  }
}
