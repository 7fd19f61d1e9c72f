/// Cuts a file of separated values (RFC 4180) into rows, as its bytes come.
///
/// The first row decides what stands between the cells: a comma, a semicolon or a TAB, whichever is
/// there most; a line `sep=;` before it, as Excel writes, says it. A mark of UTF-8 or UTF-16 at the
/// start is understood. Each byte is looked at once.
struct CSVScanner {
  /// A row of the file.
  struct Row {
    /// The bytes of each cell, quotation marks undone.
    var cells: [[UInt8]]
    /// The line where it starts, from 1.
    let line: Int
    /// Whether it has more bytes or cells than the limits allow; the cells are gone then.
    var isTooLarge = false
    /// Whether the file ends inside quotation marks.
    var isOpen = false
    /// The bytes the row came as, without the line end; empty unless they are kept.
    var source: [UInt8] = []

    /// Whether nothing is in any cell.
    var isBlank: Bool { cells.allSatisfy { $0.allSatisfy(\.isBlank) } }
  }

  private let limits: CardLimits
  private let keepsSource: Bool
  /// The bytes of the row so far.
  private var source: [UInt8] = []
  /// Bytes of rows that are too large, until somebody takes them.
  private var refused: [UInt8] = []
  /// The line that says what stands between cells.
  private(set) var separatorLine: [UInt8] = []
  /// What stands between cells, once it is known.
  private(set) var separator: UInt8?
  private var transcoder: UTF16Transcoder?
  private var isEncodingKnown = false
  /// Bytes not looked at yet, from `cursor` on.
  private var buffer: [UInt8] = []
  private var cursor = 0
  private var isFinished = false

  private var sniffing = Sniffing()

  private var line = 1
  /// Whether the byte before was a CR inside quotation marks.
  private var isAfterQuotedReturn = false
  private var rowLine = 1
  private var cells: [[UInt8]] = []
  private var cell: [UInt8] = []
  private var rowBytes = 0
  private var state = State.start
  private var isTooLarge = false

  private enum State {
    /// At the start of a cell.
    case start
    case plain, quoted
    /// After a quotation mark inside quotation marks: the end, or a mark that stands for itself.
    case afterQuote
    /// After CR, which LF may follow.
    case afterReturn
  }

  init(limits: CardLimits, keepsSource: Bool = false) {
    self.limits = limits
    self.keepsSource = keepsSource
  }

  /// Takes out the bytes of rows that are too large.
  mutating func takeRefused() -> [UInt8] {
    defer { refused = [] }
    return refused
  }

  // MARK: - Input

  mutating func feed(_ chunk: [UInt8]) {
    buffer.removeFirst(cursor)
    cursor = 0
    if transcoder != nil {
      transcoder?.append(chunk, to: &buffer)
    } else {
      buffer += chunk
    }
    if !isEncodingKnown, buffer.count >= 4 { findEncoding() }
  }

  mutating func finish() {
    if !isEncodingKnown { findEncoding() }
    transcoder?.finish(&buffer)
    isFinished = true
  }

  private mutating func findEncoding() {
    isEncodingKnown = true
    if let (isBigEndian, markBytes) = UTF16Transcoder.detect(buffer) {
      var transcoder = UTF16Transcoder(isBigEndian: isBigEndian)
      let bytes = buffer.dropFirst(markBytes)
      buffer = []
      transcoder.append(bytes, to: &buffer)
      self.transcoder = transcoder
    } else if buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
      cursor = 3
    }
  }

  /// What is known of the first row before it is whole; nothing of it is taken until then.
  private struct Sniffing {
    var length = 0
    var isQuoted = false
    var commas = 0
    var semicolons = 0
    var tabs = 0
  }

  /// Looks at the first row; `false` when it is not whole yet.
  private mutating func findSeparator() -> Bool {
    var isWhole = isFinished
    while cursor + sniffing.length < buffer.count {
      let byte = buffer[cursor + sniffing.length]
      if byte == ASCII.quote { sniffing.isQuoted.toggle() }
      if byte.isLineEnd && !sniffing.isQuoted || sniffing.length > 1 << 20 {
        isWhole = true
        break
      }
      switch byte {
      case ASCII.comma where !sniffing.isQuoted: sniffing.commas += 1
      case ASCII.semicolon where !sniffing.isQuoted: sniffing.semicolons += 1
      case ASCII.tab where !sniffing.isQuoted: sniffing.tabs += 1
      default: break
      }
      sniffing.length += 1
    }
    guard isWhole else { return false }
    let end = cursor + sniffing.length
    if end - cursor == 5, buffer.span.hasWord("SEP=", at: cursor) {
      separator = buffer[cursor + 4]
      separatorLine = Array(buffer[cursor..<end])
      cursor = end
      // The line end of that line begins no row.
      state = .plain
      return true
    }
    separator =
      sniffing.tabs > max(sniffing.semicolons, sniffing.commas)
      ? ASCII.tab : sniffing.semicolons > sniffing.commas ? ASCII.semicolon : ASCII.comma
    return true
  }

  // MARK: - Output

  /// The next row that is not empty.
  mutating func next() -> Row? {
    guard isEncodingKnown else { return nil }
    if separator == nil, cursor == buffer.count || !findSeparator() { return nil }
    while cursor < buffer.count {
      let byte = buffer[cursor]
      cursor += 1
      if let row = take(byte), !row.isBlank || row.isTooLarge { return row }
    }
    guard isFinished, !(cells.isEmpty && cell.isEmpty) else { return nil }
    let isOpen = state == .quoted
    var row = endRow()
    row.isOpen = isOpen
    return row.isBlank && !row.isTooLarge ? nil : row
  }

  private mutating func take(_ byte: UInt8) -> Row? {
    if state == .afterReturn {
      state = .start
      if byte == ASCII.lineFeed { return nil }
    }
    if byte == ASCII.lineFeed || byte == ASCII.carriageReturn, state != .quoted {
      line += 1
      let row = endRow()
      if byte == ASCII.carriageReturn { state = .afterReturn }
      return row
    }
    if keepsSource { source.append(byte) }
    switch state {
    case .start where byte == ASCII.quote:
      state = .quoted
      isAfterQuotedReturn = false
    case .start where byte == separator, .plain where byte == separator,
      .afterQuote where byte == separator:
      endCell()
    case .quoted where byte == ASCII.quote: state = .afterQuote
    case .quoted:
      if byte == ASCII.carriageReturn || byte == ASCII.lineFeed && !isAfterQuotedReturn {
        line += 1
      }
      isAfterQuotedReturn = byte == ASCII.carriageReturn
      add(byte)
    case .afterQuote where byte == ASCII.quote:
      add(byte)
      state = .quoted
    case .start, .plain, .afterQuote, .afterReturn:
      // Blanks before a quotation mark, and what stands behind it, are text as they are.
      add(byte)
      state = .plain
    }
    return nil
  }

  private mutating func add(_ byte: UInt8) {
    rowBytes += 1
    if rowBytes > limits.cardBytes {
      isTooLarge = true
      cells = []
      cell = []
    }
    if isTooLarge, source.count >= 1 << 16 { refuseSource() }
    if !isTooLarge { cell.append(byte) }
  }

  private mutating func refuseSource() {
    refused += source
    source = []
  }

  private mutating func endCell() {
    if cells.count >= limits.columns { isTooLarge = true }
    if !isTooLarge { cells.append(cell) }
    cell = []
    state = .start
  }

  private mutating func endRow() -> Row {
    endCell()
    if isTooLarge { refuseSource() }
    let row = Row(
      cells: isTooLarge ? [] : cells, line: rowLine, isTooLarge: isTooLarge, source: source)
    source = []
    (cells, rowBytes, isTooLarge, rowLine) = ([], 0, false, line)
    return row
  }
}
