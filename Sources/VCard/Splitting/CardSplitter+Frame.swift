extension CardSplitter {
  /// What a line is to the frame of a card.
  enum Frame {
    case begin(start: Int)
    case end(end: Int)
    case agent, agentAndBegin, blank, other, incomplete
  }

  private enum Match {
    case none, incomplete
    case word(end: Int)
  }

  /// What kind of line stands at `start`, folds undone.
  func frame(at start: Int) -> Frame {
    let bytes = buffer.span
    var first = start
    // A mark of UTF-8 stands at the start of each file that was joined to others.
    if bytes[first] == 0xEF {
      if first + 2 >= bytes.count { return isFinished ? .other : .incomplete }
      if bytes[first + 1] == 0xBB, bytes[first + 2] == 0xBF { first += 3 }
      if first == bytes.count { return isFinished ? .blank : .incomplete }
    }
    switch bytes[first].capital {
    case UInt8(ascii: "B"):
      switch match("BEGIN:VCARD", at: first) {
      case .none: return .other
      case .incomplete: return .incomplete
      case .word: return .begin(start: first)
      }
    case UInt8(ascii: "E"):
      switch match("END:VCARD", at: first) {
      case .none: return .other
      case .incomplete: return .incomplete
      case .word(let end): return .end(end: end)
      }
    case UInt8(ascii: "A"): return agent(at: first)
    case ASCII.lineFeed, ASCII.carriageReturn: return .blank
    default: return .other
    }
  }

  /// Whether the logical line at `start` is `word`, blanks after it allowed; and where it ends.
  private func match(_ word: String, at start: Int) -> Match {
    let bytes = buffer.span
    var index = start
    for letter in word.utf8 {
      if index < bytes.count, bytes[index].isLineEnd {
        guard let next = continuation(after: index) else { return .none }
        index = next
      }
      guard index < bytes.count else { return isFinished ? .none : .incomplete }
      guard bytes[index].capital == letter else { return .none }
      index += 1
    }
    let end = index
    while index < bytes.count, bytes[index].isBlank, index - end < 1024 { index += 1 }
    guard index < bytes.count else { return isFinished ? .word(end: index) : .incomplete }
    return bytes[index].isLineEnd ? .word(end: index) : .none
  }

  /// Where a folded line goes on; the count of bytes when that has not come yet.
  private func continuation(after end: Int) -> Int? {
    let bytes = buffer.span
    var index = end
    while index < bytes.count, bytes[index] == ASCII.carriageReturn { index += 1 }
    if index < bytes.count, bytes[index] == ASCII.lineFeed { index += 1 }
    guard index < bytes.count else { return index }
    return bytes[index].isBlank ? index + 1 : nil
  }

  /// A line `AGENT:` before a nested card (2.1), or with the nested card's first line in it.
  private func agent(at start: Int) -> Frame {
    guard depth > 0 else { return .other }
    let bytes = buffer.span
    var index = start
    for letter in "AGENT".utf8 {
      guard index < bytes.count else { return isFinished ? .other : .incomplete }
      guard bytes[index].capital == letter else { return .other }
      index += 1
    }
    while index < bytes.count, bytes[index] != ASCII.colon, !bytes[index].isLineEnd {
      // Longer than any parameters of AGENT: some other line.
      if index - start > 1024 { return .other }
      index += 1
    }
    guard index < bytes.count else { return isFinished ? .other : .incomplete }
    guard bytes[index] == ASCII.colon else { return .other }
    index += 1
    guard index < bytes.count else { return isFinished ? .other : .incomplete }
    if bytes[index].isLineEnd { return .agent }
    switch match("BEGIN:VCARD", at: index) {
    case .none: return .other
    case .incomplete: return .incomplete
    case .word(let end):
      var next = end
      while next < bytes.count, bytes[next] == ASCII.carriageReturn { next += 1 }
      if next < bytes.count, bytes[next] == ASCII.lineFeed { next += 1 }
      guard next < bytes.count else { return isFinished ? .other : .incomplete }
      // A folded nested card (3.0) has no lines of its own.
      return bytes[next].isBlank ? .other : .agentAndBegin
    }
  }
}
