public import Terminal

/// What a command has to say, in the form its caller asked for.
///
/// Three forms: a readable table, JSON (one object, or one on each line) and tab-separated
/// values. Data never reaches a terminal raw in any of them.
public final class Output {
  /// The form of the output.
  public enum Mode: Sendable { case table, json, tsv }

  /// The form asked for.
  public let mode: Mode
  let sink: any TextSink
  let display: Display

  /// Output in a form to a sink.
  public init(_ mode: Mode, to sink: any TextSink, display: Display = .plain) {
    self.mode = mode
    self.sink = sink
    self.display = display
  }

  /// Starts rows of the same kind: a table, JSON Lines, or TSV under a line of names.
  public func rows(_ columns: [Column]) -> RowWriter { RowWriter(output: self, columns: columns) }

  /// Writes one thing: lines with their labels, one JSON object, or TSV of label and value.
  ///
  /// - Throws: `OutputError`.
  public func object(
    _ json: @autoclosure () -> JSON, lines: @autoclosure () -> [(label: String, value: String)]
  ) throws(OutputError) {
    switch mode {
    case .json: try sink.write(json().text + "\n")
    case .tsv: for line in lines() { try sink.write(TSV.row([line.label, line.value])) }
    case .table: try labelled(lines())
    }
  }

  private func labelled(_ lines: [(label: String, value: String)]) throws(OutputError) {
    let cells = lines.map { [Sanitizer.clean($0.label), Sanitizer.clean($0.value)] }
    let width = cells.map { DisplayWidth.of($0[0]) }.max() ?? 0
    for cell in cells {
      let padding = String(repeating: " ", count: width - DisplayWidth.of(cell[0]))
      let label = Style.dim.apply(to: cell[0], enabled: display.hasColors)
      try sink.write(cell[1].isEmpty ? "\(label)\n" : "\(label)\(padding)  \(cell[1])\n")
    }
  }

  /// A sentence for people; programs that asked for JSON or TSV do not get it.
  ///
  /// - Throws: `OutputError`.
  public func note(_ text: String) throws(OutputError) {
    guard mode == .table else { return }
    try sink.write(Sanitizer.clean(text) + "\n")
  }

  /// A line of the tool's own making, as it is: help, scripts.
  ///
  /// - Throws: `OutputError`.
  public func raw(_ text: String) throws(OutputError) { try sink.write(text) }

  /// Bytes made for other programs, such as cards, as they are.
  ///
  /// - Throws: `OutputError`.
  public func raw(bytes: [UInt8]) throws(OutputError) { try sink.write(bytes: bytes) }

  /// Hands over everything kept back.
  ///
  /// - Throws: `OutputError`.
  public func flush() throws(OutputError) { try sink.flush() }
}
