import ContactModel

extension CardRewriter {
  /// The bytes of one of the writer's lines, without its last line end.
  func bytes(_ line: WrittenLine) -> [UInt8] {
    var output = CardOutput(bytes: [], version: version, photo: nil, takenItems: [])
    output.write(line)
    return ended(output.bytes)
  }

  /// The bytes of a line of these parts, without its last line end.
  func bytes(_ head: LineHeadText, _ value: String) -> [UInt8] {
    var output = CardOutput(bytes: [], version: version, photo: nil, takenItems: [])
    output.finish(Array(head.text.utf8), value, isBinary: head.capitalName == "PHOTO")
    return ended(output.bytes)
  }

  /// The writer's bytes with the card's line ends, without the last one.
  func ended(_ bytes: [UInt8]) -> [UInt8] {
    var end = bytes.count
    while end > 0, bytes[end - 1].isLineEnd { end -= 1 }
    if edits.lineEnd == [ASCII.carriageReturn, ASCII.lineFeed] { return Array(bytes[..<end]) }
    var output: [UInt8] = []
    output.reserveCapacity(end)
    // The writer has no CR and no LF but in its line ends.
    for byte in bytes[..<end] where byte != ASCII.carriageReturn {
      if byte == ASCII.lineFeed { output += edits.lineEnd } else { output.append(byte) }
    }
    return output
  }

  /// A line's value, with what of it did not change as it was written.
  func value(of line: TracedLine, from before: WrittenLine?, to now: WrittenLine) -> String {
    if let before, before.value.hasSameBytes(as: now.value) { return line.value }
    switch line.head.capitalName {
    case "TEL":
      let hasScheme = line.value.utf8.prefix(4).map(\.capital) == Array("TEL:".utf8)
      let isAddress = hasScheme && LineHeadText.isTelephoneAddress(now.value)
      return isAddress ? line.value.prefix(4) + now.value : now.value
    case "N", "ADR", "ORG":
      guard let before else { return now.value }
      return Self.merged(line.value, from: before.value, to: now.value)
    default: return now.value
    }
  }

  /// A value with several parts, of which only those are new that changed.
  ///
  /// A part may hold a list, and behind the parts that the model knows may be others.
  private static func merged(_ written: String, from before: String, to now: String) -> String {
    let (written, before, now) = (parts(of: written), parts(of: before), parts(of: now))
    guard before.count == now.count else { return now.map(\.raw).joined(separator: ";") }
    var merged: [String] = []
    for index in 0..<max(written.count, now.count) {
      if index >= now.count {
        merged.append(written[index].raw)
      } else if index < written.count, before[index].raw.hasSameBytes(as: now[index].raw) {
        merged.append(written[index].raw)
      } else {
        merged.append(now[index].raw)
      }
    }
    return merged.joined(separator: ";")
  }

  /// The parts of a value as written, and as texts.
  static func parts(
    of value: String, separator: UInt8 = ASCII.semicolon
  ) -> [(raw: String, text: String)] {
    let bytes = Array("X:".utf8) + Array(value.utf8)
    guard let head = LineHead(bytes.span, 0..<bytes.count) else { return [] }
    var kinds = ByteKinds()
    kinds.hasBackslash = true
    let range = 0..<bytes.count
    let line = ContentLine(
      bytes.span, head,
      LogicalLine(isJoined: false, range: range, source: range, number: 1, kinds: kinds))
    var parts: [(raw: String, text: String)] = []
    var position = head.value.lowerBound
    while let part = line.part(&position, separator: separator) {
      parts.append((line.plain(part), line.text(part)))
    }
    return parts
  }

  /// What a card with some lines only says.
  func reading(_ lines: [[UInt8]]) -> Card? {
    let frame = ["BEGIN:VCARD", "VERSION:\(version.text)", "END:VCARD"].map { Array($0.utf8) }
    let bytes = (frame[..<2] + lines + frame[2...]).joined(separator: edits.lineEnd)
    return Self.read(Array(bytes))?.card
  }

  /// A number for a group that no line stands in.
  mutating func takeItem() -> Int {
    repeat { lastItem += 1 } while takenItems.contains(lastItem)
    return lastItem
  }
}
