/// Walks over the parameters of a line, one value at a time.
struct ParameterScanner {
  /// A value with the name it stands under; the name is empty for a word alone.
  struct Item {
    var name: Range<Int>
    var value: Range<Int>
    var isQuoted: Bool
    /// Whether it follows another value of the same parameter.
    var isListed = false
  }

  /// Where the next item starts.
  private var position: Int
  private let end: Int
  private let quoted: Bool
  private var name: Range<Int> = 0..<0
  /// The colon after the last item, when it was reached.
  private(set) var colon: Int?

  /// Starts at the first semicolon.
  ///
  /// `quoted` says whether a quotation mark protects what follows it; a line with an odd number of
  /// them is read without.
  init(position: Int, end: Int, quoted: Bool) {
    self.position = position
    self.end = end
    self.quoted = quoted
  }

  /// The next value; `nil` at the colon or at the end of the line.
  mutating func next(_ bytes: Span<UInt8>) -> Item? {
    guard position < end else { return nil }
    if bytes[position] == ASCII.colon {
      colon = position
      return nil
    }
    if bytes[position] == ASCII.semicolon {
      position += 1
      name = position..<position
      let start = position
      while position < end {
        let byte = bytes[position]
        if byte == ASCII.equals {
          name = start..<position
          position += 1
          return value(bytes)
        }
        if byte == ASCII.colon || byte == ASCII.semicolon || byte == ASCII.comma { break }
        position += 1
      }
      return Item(name: name, value: start..<position, isQuoted: false)
    }
    // A comma: one more value under the same name.
    position += 1
    var item = value(bytes)
    item.isListed = true
    return item
  }

  private mutating func value(_ bytes: Span<UInt8>) -> Item {
    let start = position
    if quoted, position < end, bytes[position] == ASCII.quote {
      var close = position + 1
      while close < end, bytes[close] != ASCII.quote { close += 1 }
      if close < end {
        position = close + 1
        // What stands between the closing mark and the next separator belongs to nobody.
        skip(bytes)
        return Item(name: name, value: start + 1..<close, isQuoted: true)
      }
      position = end
      return Item(name: name, value: start..<end, isQuoted: false)
    }
    skip(bytes)
    return Item(name: name, value: start..<position, isQuoted: false)
  }

  private mutating func skip(_ bytes: Span<UInt8>) {
    while position < end {
      let byte = bytes[position]
      if byte == ASCII.colon || byte == ASCII.semicolon || byte == ASCII.comma { return }
      position += 1
    }
  }
}
