/// Widths of a table's columns, and its rows as text.
struct TableLayout {
  private let columns: [Column]
  private let display: Display
  private let widths: [Int]

  /// Measures the rows; where the display is too narrow, flexible columns give way first, each down
  /// to eight columns, then the widest ones.
  init(columns: [Column], rows: [[String]], display: Display) {
    self.columns = columns
    self.display = display
    var widths = columns.map { DisplayWidth.of($0.title) }
    for row in rows {
      for (index, cell) in row.enumerated() where index < widths.count {
        widths[index] = max(widths[index], DisplayWidth.of(cell))
      }
    }
    self.widths = Self.fit(widths, columns: columns, into: display.width)
  }

  private static func fit(_ natural: [Int], columns: [Column], into width: Int?) -> [Int] {
    guard let width else { return natural }
    var widths = natural
    var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
    while excess > 0 {
      let flexible = widths.indices.filter { columns[$0].isFlexible && widths[$0] > 8 }
      let candidates = flexible.isEmpty ? Array(widths.indices) : flexible
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }), widths[widest] > 1
      else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// The headings.
  var header: String {
    line(columns.map(\.title), styles: columns.map { _ in .bold })
  }

  /// One row; cells must be clean.
  func row(_ cells: [String]) -> String { line(cells, styles: columns.map(\.style)) }

  private func line(_ cells: [String], styles: [Style?]) -> String {
    var out = ""
    for (index, cell) in cells.enumerated() where index < widths.count {
      let text = display.width == nil ? cell : DisplayWidth.truncate(cell, to: widths[index])
      let padding = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(text)))
      let styled = styles[index]?.apply(to: text, enabled: display.hasColors) ?? text
      let isLast = index == cells.count - 1
      if index > 0 { out += "  " }
      out += columns[index].alignsRight ? padding + styled : styled + (isLast ? "" : padding)
    }
    while out.last == " " { out.removeLast() }
    return out + "\n"
  }
}
