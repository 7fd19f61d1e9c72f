public import ContactModel

/// Writes contacts as a table (CSV, RFC 4180) for Google Contacts, Outlook or a spreadsheet.
///
/// A table needs to know its columns first, so each card is shown twice: once to ``widen(for:)``, and
/// once to ``row(_:)``, after ``heading()`` was written. Cells under headings that came from another
/// table get their columns back.
///
/// What a table has no columns for is left out: photos inside cards, groups as such (their names
/// stand with their members), unknown lines of cards, and the store's identifiers.
public struct CSVWriter: Sendable {
  /// How a table is written.
  public struct Options: Sendable, Hashable {
    /// What stands between cells: a comma, a semicolon or a TAB.
    public var separator = UInt8(ascii: ",")
    /// Whether cells that a spreadsheet would calculate (`=`, `+`, `-`, `@`) get an apostrophe.
    ///
    /// Telephone numbers are among them, so only for spreadsheets. Reading takes it away again.
    public var guardsFormulas = false
    /// Whether the file starts with a mark of UTF-8, which Excel needs.
    public var hasMark = false

    /// The usual way: commas, and every cell as it is.
    public init() {}
  }

  /// What a formula starts with.
  static let formulaSigns = Array("=+-@\t\r".utf8)

  private let layout: CSVLayout
  private let options: Options
  private let fixed: [String: CSVCell.Column]
  private var known: Set<CSVCell.Column>
  /// The columns in their order.
  private var columns: [CSVCell.Column]

  /// A writer of one table.
  public init(_ layout: CSVLayout, options: Options = Options()) {
    self.layout = layout
    self.options = options
    columns = CSVCells.columns(layout)
    known = Set(columns)
    fixed = Dictionary(columns.map { ($0.heading, $0) }) { first, _ in first }
  }

  /// Makes room for all that a card says.
  public mutating func widen(for card: Card) {
    guard card.kind == .person else { return }
    var isNew = false
    for cell in CSVCells.of(card, layout, fixed: fixed)
    where known.insert(cell.column).inserted {
      columns.append(cell.column)
      isNew = true
    }
    if isNew { columns.sort() }
  }

  /// The row of headings, with the mark of UTF-8 before it if that is wanted.
  public func heading() -> [UInt8] {
    let mark: [UInt8] = options.hasMark ? [0xEF, 0xBB, 0xBF] : []
    return mark + line(columns.map(\.heading))
  }

  /// The row of a card; empty for a group, which has none.
  ///
  /// Cells that ``widen(for:)`` made no room for are left out.
  public func row(_ card: Card) -> [UInt8] {
    guard card.kind == .person else { return [] }
    var texts: [CSVCell.Column: String] = [:]
    for cell in CSVCells.of(card, layout, fixed: fixed)
    where texts[cell.column] == nil {
      texts[cell.column] = cell.text
    }
    return line(columns.map { texts[$0] ?? "" })
  }

  private func line(_ cells: [String]) -> [UInt8] {
    var output: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(options.separator) }
      append(cell, to: &output)
    }
    return output + [ASCII.carriageReturn, ASCII.lineFeed]
  }

  private func append(_ text: String, to output: inout [UInt8]) {
    var bytes = Array(text.utf8)
    if options.guardsFormulas, let first = bytes.first, Self.formulaSigns.contains(first) {
      bytes.insert(UInt8(ascii: "'"), at: 0)
    }
    let needsQuotes =
      bytes.contains { $0 == options.separator || $0 == ASCII.quote || $0.isLineEnd }
      || bytes.first?.isBlank == true || bytes.last?.isBlank == true
    guard needsQuotes else {
      output += bytes
      return
    }
    output.append(ASCII.quote)
    for byte in bytes {
      if byte == ASCII.quote { output.append(ASCII.quote) }
      output.append(byte)
    }
    output.append(ASCII.quote)
  }
}
