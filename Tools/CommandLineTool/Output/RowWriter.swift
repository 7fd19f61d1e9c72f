public import Terminal

/// Rows of one kind, written as they come.
///
/// A table is measured by its first thousand rows; later cells that do not fit stand out of line
/// (or are cut, on a terminal), so that memory stays bounded however many rows there are.
public final class RowWriter {
  private let output: Output
  private let columns: [Column]
  private var waiting: [[String]] = []
  private var layout: TableLayout?
  private var hasHeader = false
  /// Rows added so far.
  public private(set) var count = 0

  private static let measured = 1_000

  init(output: Output, columns: [Column]) {
    self.output = output
    self.columns = columns
  }

  /// Adds a row: cells for a table or TSV, one for each column, and a value for JSON.
  ///
  /// - Throws: `OutputError`.
  public func add(
    _ cells: @autoclosure () -> [String], json: @autoclosure () -> JSON
  ) throws(OutputError) {
    count += 1
    switch output.mode {
    case .json: try output.sink.write(json().text + "\n")
    case .tsv:
      try writeHeader()
      try output.sink.write(TSV.row(cells()))
    case .table:
      let cells = cells().map(Sanitizer.clean)
      if let layout { return try output.sink.write(layout.row(cells)) }
      waiting.append(cells)
      if waiting.count >= Self.measured { try settle() }
    }
  }

  /// Ends the rows; an empty table shows nothing, empty TSV its names.
  ///
  /// - Throws: `OutputError`.
  public func finish() throws(OutputError) {
    if output.mode == .table, !waiting.isEmpty { try settle() }
    if output.mode == .tsv { try writeHeader() }
  }

  private func settle() throws(OutputError) {
    let layout = TableLayout(columns: columns, rows: waiting, display: output.display)
    try output.sink.write(layout.header)
    for row in waiting { try output.sink.write(layout.row(row)) }
    waiting = []
    self.layout = layout
  }

  private func writeHeader() throws(OutputError) {
    guard !hasHeader else { return }
    hasHeader = true
    try output.sink.write(TSV.row(columns.map(\.title)))
  }
}
