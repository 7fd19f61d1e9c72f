import Charsets
import ContactModel

/// Reads a table of contacts (CSV, RFC 4180): a row of headings, then a row for each contact.
///
/// The headings decide, in whatever order they come: those of Google Contacts, of Outlook in
/// English, German and French, of Thunderbird, and plain words. A cell under another heading is kept
/// with the contact as a line `X-CSV;X-COLUMN=HEADING:...`, and the heading is reported.
///
/// Feed pieces of any size, and take cards until there is none; after the last piece call
/// ``finish()`` and take the rest. No more than one row, or the limit, and one piece are held.
///
/// - Complexity: Linear in the bytes fed.
public struct CSVReader: Sendable {
  /// A column of the table.
  public struct Column: Sendable, Hashable {
    /// The heading as written.
    public let heading: String
    /// Whether the heading has a meaning.
    public let isKnown: Bool
  }

  /// The columns, once the first row was read.
  public private(set) var columns: [Column] = []
  /// What stands between cells, once it is known.
  public var separator: UInt8? { scanner.separator }

  private var scanner: CSVScanner
  private var targets: [CSVTarget?] = []
  private var isMonthFirst = true
  private var hasHeadings = false
  private var isRefused = false
  private var number = 0
  private let limits: CardLimits

  /// The first row as it came, with the line before it that says what stands between cells; empty
  /// unless it is kept.
  public private(set) var headingSource: [UInt8] = []

  /// A reader for one file.
  ///
  /// - Parameter keepsSource: Whether each card is to have the bytes it came as.
  public init(limits: CardLimits = CardLimits(), keepsSource: Bool = false) {
    self.limits = limits
    scanner = CSVScanner(limits: limits, keepsSource: keepsSource)
  }

  /// The bytes of rows that were too large, since the last call, where they are kept.
  public mutating func takeRefused() -> [UInt8] { scanner.takeRefused() }

  /// Takes in the next bytes of the file.
  public mutating func feed(_ chunk: [UInt8]) { scanner.feed(chunk) }

  /// Says that the file is at its end.
  public mutating func finish() { scanner.finish() }

  /// The next contact; `nil` when more bytes are needed or, after ``finish()``, when there is none.
  public mutating func next() -> ConvertedCard? {
    while !isRefused, let row = scanner.next() {
      if hasHeadings { return card(row) }
      hasHeadings = true
      if let refusal = takeHeadings(row) { return refusal }
    }
    return nil
  }

  private mutating func takeHeadings(_ row: CSVScanner.Row) -> ConvertedCard? {
    if !row.source.isEmpty {
      let lineEnd = [ASCII.carriageReturn, ASCII.lineFeed]
      headingSource =
        (scanner.separatorLine.isEmpty ? [] : scanner.separatorLine + lineEnd)
        + row.source + lineEnd
    }
    let headings = row.cells.map { CSVDate.trimmed(Self.text($0).text) }
    targets = CSVHeadings.targets(headings)
    columns = zip(headings, targets).map { Column(heading: $0, isKnown: $1 != nil) }
    guard columns.contains(where: \.isKnown) else {
      isRefused = true
      return refusal(row.line, "no heading of the table is known")
    }
    let isEuropean = OutlookHeadings.all.contains { column in
      headings.contains { $0 == column.german || $0 == column.french }
        && column.english != column.german
        && column.english != column.french
    }
    isMonthFirst = !isEuropean && separator != ASCII.semicolon
    return nil
  }

  private mutating func card(_ row: CSVScanner.Row) -> ConvertedCard {
    guard !row.isTooLarge else {
      return refusal(
        row.line,
        "the row has more than \(limits.cardBytes) bytes or \(limits.columns) cells")
    }
    number += 1
    var conversion = CSVConversion(
      headings: columns.map(\.heading), targets: targets, isMonthFirst: isMonthFirst,
      line: row.line)
    let cells = row.cells.map(Self.text)
    let card = conversion.run(cells.map(\.text))
    var bytes: [UInt8] = []
    VCardWriter.write(card, version: .v4, into: &bytes)
    var warnings = conversion.warnings
    if cells.contains(where: \.isGuessed) {
      warnings.append(
        CardWarning(
          .assumedCharset, line: row.line, message: "no UTF-8; read as Windows-1252"))
    }
    if row.isOpen {
      warnings.append(
        CardWarning(
          .missingQuote, line: row.line, message: "the file ends inside quotation marks"))
    }
    var converted = ConvertedCard(
      bytes: bytes, firstLine: row.line, number: number, warnings: warnings)
    converted.source = row.source
    return converted
  }

  private mutating func refusal(_ line: Int, _ reason: String) -> ConvertedCard {
    number += 1
    return ConvertedCard(
      bytes: [], firstLine: line, number: number, failure: CardFailure(line: line, reason: reason))
  }

  /// The text of a cell, without the apostrophe that keeps spreadsheets from calculating.
  private static func text(_ cell: [UInt8]) -> (text: String, isGuessed: Bool) {
    var bytes = cell[...]
    if bytes.first == UInt8(ascii: "'"), bytes.count > 1,
      CSVWriter.formulaSigns.contains(bytes[bytes.startIndex + 1])
    {
      bytes.removeFirst()
    }
    if let text = String(validating: bytes, as: UTF8.self) {
      return (Escaping.lineEndsUnified(text), false)
    }
    var letters = String.UnicodeScalarView()
    Charset.windows1252.forEachLetter(of: Array(bytes).span) { letter, _ in letters.append(letter) }
    return (Escaping.lineEndsUnified(String(letters)), true)
  }
}
