/// A content line before its parts are known: where it stands, unfolded.
struct LogicalLine {
  /// Whether the line was put together from several, so that its bytes are in the scratch buffer.
  var isJoined: Bool
  /// The line's bytes, in the source or in the scratch buffer.
  var range: Range<Int>
  /// All the line's bytes in the source, folds included, without the last line end.
  var source: Range<Int>
  /// The number of its first line in the source.
  var number: Int
  /// What kinds of bytes there are.
  var kinds: ByteKinds
}

/// What a line has to be looked at for.
struct ByteKinds {
  /// Whether there is a backslash.
  var hasBackslash = false
  /// Whether there is a byte beyond ASCII.
  fileprivate(set) var hasHighBytes = false

  fileprivate mutating func add(_ word: UInt64) {
    hasBackslash = hasBackslash || ByteWord.hasBackslash(word)
    hasHighBytes = hasHighBytes || ByteWord.hasHighByte(word)
  }
}

/// Walks over the content lines of a card and undoes folds and soft line breaks (RFC 6350 section
/// 3.2, RFC 2045 section 6.7), in bytes, so that a letter may be split anywhere.
///
/// A line that is not folded is not copied.
struct LineReader {
  private(set) var position = 0
  private(set) var number: Int

  init(firstLine: Int) { number = firstLine }

  /// The next line that is not empty.
  ///
  /// A line put together is in `scratch`.
  mutating func next(_ bytes: Span<UInt8>, _ scratch: inout [UInt8]) -> LogicalLine? {
    let count = bytes.count
    while position < count {
      let start = position
      let first = number
      var kinds = ByteKinds()
      let end = lineEnd(bytes, &kinds)
      skipLineEnd(bytes, at: end)
      if end == start { continue }
      var line = LogicalLine(
        isJoined: false, range: start..<end, source: start..<end, number: first, kinds: kinds)
      if position < count {
        if bytes[position].isBlank {
          join(bytes, &scratch, &line)
        } else if bytes[end - 1] == ASCII.equals, Self.isQuotedPrintable(bytes, start..<end) {
          join(bytes, &scratch, &line)
        }
      }
      return line
    }
    return nil
  }

  /// Adds the lines of base64 that follow a line without the blank that a fold has.
  mutating func extendBase64(
    _ bytes: Span<UInt8>, _ scratch: inout [UInt8], _ line: inout LogicalLine
  ) {
    while position < bytes.count, !bytes[position].isLineEnd {
      var kinds = ByteKinds()
      let end = lineEnd(bytes, &kinds)
      // What stands in a stored card in place of the octets.
      let isPlaceholder = bytes.hasWord("SHA256:", at: position)
      guard isPlaceholder || Base64.isAlphabet(bytes, position..<end) else { return }
      if !line.isJoined { copy(bytes, line.range, into: &scratch, &line) }
      append(bytes, position..<end, to: &scratch)
      line.range = 0..<scratch.count
      line.source = line.source.lowerBound..<end
      skipLineEnd(bytes, at: end)
    }
  }

  /// Where in the source stands the byte that unfolding moved to `offset` in its line.
  static func offset(
    _ bytes: Span<UInt8>, _ source: Range<Int>, ofUnfolded offset: Int
  ) -> Int {
    var left = offset
    var index = source.lowerBound
    while index < source.upperBound {
      if bytes[index].isLineEnd {
        while index < source.upperBound, bytes[index].isLineEnd { index += 1 }
        if index < source.upperBound, bytes[index].isBlank { index += 1 }
        continue
      }
      if left == 0 { return index }
      left -= 1
      index += 1
    }
    return source.upperBound
  }

  // MARK: - Steps

  /// Where the physical line at `position` ends; `kinds` takes in all its bytes.
  private func lineEnd(_ bytes: Span<UInt8>, _ kinds: inout ByteKinds) -> Int {
    let count = bytes.count
    var index = position
    while index &+ 8 <= count {
      let word = bytes.word(at: index)
      if let offset = ByteWord.lineEnd(in: word) {
        kinds.add(word & (1 << UInt64(offset &* 8) &- 1))
        return index &+ offset
      }
      kinds.add(word)
      index &+= 8
    }
    while index < count, !bytes[index].isLineEnd {
      kinds.add(UInt64(bytes[index]))
      index &+= 1
    }
    return index
  }

  /// Moves behind the line end at `end`: LF, CRLF, CRCRLF, or one or more CR.
  private mutating func skipLineEnd(_ bytes: Span<UInt8>, at end: Int) {
    var index = end
    while index < bytes.count, bytes[index] == ASCII.carriageReturn { index += 1 }
    if index < bytes.count, bytes[index] == ASCII.lineFeed {
      number += 1
      index += 1
    } else {
      number += index - end
    }
    position = index
  }

  private func copy(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into scratch: inout [UInt8],
    _ line: inout LogicalLine
  ) {
    scratch.removeAll(keepingCapacity: true)
    append(bytes, range, to: &scratch)
    line.isJoined = true
  }

  private func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to scratch: inout [UInt8]) {
    for index in range { scratch.append(bytes[index]) }
  }

  private mutating func join(
    _ bytes: Span<UInt8>, _ scratch: inout [UInt8], _ line: inout LogicalLine
  ) {
    copy(bytes, line.range, into: &scratch, &line)
    var isQuotedPrintable: Bool?
    var end = line.source.upperBound
    while position < bytes.count {
      var start = position
      if scratch.last == ASCII.equals {
        if isQuotedPrintable == nil {
          isQuotedPrintable = Self.isQuotedPrintable(scratch.span, 0..<scratch.count)
        }
      }
      if scratch.last == ASCII.equals, isQuotedPrintable == true {
        // A soft break. A space after it is data; a TAB is a fold, which old Mozilla wrote.
        guard !bytes.hasWord("END:VCARD", at: start) else { break }
        scratch.removeLast()
        if bytes[start] == ASCII.tab { start += 1 }
      } else if bytes[start].isBlank {
        start += 1
      } else {
        break
      }
      position = start
      end = lineEnd(bytes, &line.kinds)
      append(bytes, start..<end, to: &scratch)
      skipLineEnd(bytes, at: end)
    }
    line.range = 0..<scratch.count
    line.source = line.source.lowerBound..<end
  }

  /// Whether the line's parameters say quoted-printable, with or without `ENCODING=`.
  private static func isQuotedPrintable(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    LineHead(bytes, range)?.encoding == .quotedPrintable
  }
}
