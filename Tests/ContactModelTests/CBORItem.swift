/// An item of well-formed CBOR with the places of its parts, for making mutants of it.
struct CBORItem {
  /// Where the item begins.
  let start: Int
  /// Where its head ends.
  let headEnd: Int
  /// Where the item ends.
  let end: Int
  let major: UInt8
  let argument: UInt64
  /// Items of an array; keys and values of a map, in turn.
  let children: [CBORItem]

  /// Takes apart the item at `start`.
  init(_ bytes: [UInt8], at start: Int = 0) {
    let first = bytes[start]
    let short = Int(first & 0x1F)
    let count = short < 24 ? 0 : 1 << (short - 24)
    headEnd = start + 1 + count
    argument =
      count == 0
      ? UInt64(short) : bytes[start + 1..<start + 1 + count].reduce(0) { $0 << 8 | UInt64($1) }
    major = first >> 5
    self.start = start
    var children: [CBORItem] = []
    var end = headEnd
    switch major {
    case 2, 3: end += Int(argument)
    case 4, 5:
      for _ in 0..<Int(argument) * (major == 5 ? 2 : 1) {
        let child = CBORItem(bytes, at: end)
        children.append(child)
        end = child.end
      }
    default: break
    }
    self.children = children
    self.end = end
  }

  var range: Range<Int> { start..<end }

  /// The item and all within it.
  var all: [CBORItem] { [self] + children.flatMap(\.all) }

  /// The pairs of a map, each as a range of bytes.
  var pairs: [Range<Int>] {
    guard major == 5 else { return [] }
    return stride(from: 0, to: children.count, by: 2).map {
      children[$0].start..<children[$0 + 1].end
    }
  }

  /// A head of this major type whose argument takes `width` bytes; 0: within the first byte.
  static func head(_ major: UInt8, _ argument: UInt64, width: Int) -> [UInt8] {
    if width == 0 { return [major << 5 | UInt8(argument)] }
    let short = UInt8(24 + width.trailingZeroBitCount)
    return [major << 5 | short]
      + (0..<width).reversed().map { UInt8(truncatingIfNeeded: argument >> UInt64(8 * $0)) }
  }

  /// The shortest head.
  static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
    let width =
      argument < 24
      ? 0 : argument < 1 << 8 ? 1 : argument < 1 << 16 ? 2 : argument < 1 << 32 ? 4 : 8
    return head(major, argument, width: width)
  }
}

extension [UInt8] {
  /// The bytes with a part of them replaced.
  func replacing(_ range: Range<Int>, with bytes: [UInt8]) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(range, with: bytes)
    return copy
  }
}

/// Ways to write the same, or nearly the same, item that deterministic CBOR forbids.
struct Mutants {
  let bytes: [UInt8]
  private(set) var found: [(what: String, bytes: [UInt8])] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let root = CBORItem(bytes)
    for item in root.all {
      lengthenHead(item)
      makeIndefinite(item)
      disturbPairs(item)
      disturbText(item)
      miscount(item)
      retype(item)
    }
    for byte in [0x00, 0xF6, 0xFF] as [UInt8] { add("a byte more at the end", bytes + [byte]) }
  }

  private mutating func add(_ what: String, _ bytes: [UInt8]) { found.append((what, bytes)) }

  private mutating func lengthenHead(_ item: CBORItem) {
    let width = item.headEnd - item.start - 1
    for longer in [1, 2, 4, 8] where longer > width {
      add(
        "a head of \(longer) bytes at \(item.start)",
        bytes.replacing(
          item.start..<item.headEnd,
          with: CBORItem.head(item.major, item.argument, width: longer)))
    }
  }

  private mutating func makeIndefinite(_ item: CBORItem) {
    guard item.major >= 2 else { return }
    let content = Array(bytes[item.headEnd..<item.end])
    let chunk =
      item.major < 4 ? CBORItem.head(item.major, UInt64(content.count)) + content : content
    add(
      "an indefinite length at \(item.start)",
      bytes.replacing(item.range, with: [item.major << 5 | 31] + chunk + [0xFF]))
  }

  private mutating func disturbPairs(_ item: CBORItem) {
    let pairs = item.pairs
    for (pair, next) in zip(pairs, pairs.dropFirst()) {
      add(
        "two pairs exchanged at \(pair.lowerBound)",
        bytes.replacing(
          pair.lowerBound..<next.upperBound, with: Array(bytes[next]) + Array(bytes[pair])))
    }
    for pair in pairs {
      let twice = bytes.replacing(
        pair.upperBound..<pair.upperBound, with: Array(bytes[pair]))
      add(
        "a pair twice at \(pair.lowerBound)",
        twice.replacing(
          item.start..<item.headEnd, with: CBORItem.head(5, item.argument + 1)))
    }
  }

  private mutating func disturbText(_ item: CBORItem) {
    guard item.major == 3 else { return }
    // A lone continuation, an overlong slash, half of a surrogate pair, beyond Unicode, cut short.
    let wrong: [[UInt8]] = [
      [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xFF],
    ]
    for tail in wrong {
      let content = Array(bytes[item.headEnd..<item.end]) + tail
      add(
        "a text that is not UTF-8 at \(item.start)",
        bytes.replacing(item.range, with: CBORItem.head(3, UInt64(content.count)) + content))
    }
  }

  private mutating func miscount(_ item: CBORItem) {
    guard item.major == 4 || item.major == 5 else { return }
    for count in [item.argument &+ 1, item.argument &- 1, 1 << 20, .max] where count != .max {
      add(
        "a count of \(count) at \(item.start)",
        bytes.replacing(item.start..<item.headEnd, with: CBORItem.head(item.major, count)))
    }
    add(
      "a count without end at \(item.start)",
      bytes.replacing(item.start..<item.headEnd, with: CBORItem.head(item.major, .max)))
  }

  /// Tags, simple values and floats are not in the subset.
  private mutating func retype(_ item: CBORItem) {
    add("a tag at \(item.start)", bytes.replacing(item.start..<item.start, with: [0xC1]))
    let others: [[UInt8]] = [
      [0xF4], [0xF6], [0xF9, 0, 0], [0xFB, 0, 0, 0, 0, 0, 0, 0, 0], [0xFF],
    ]
    for other in others {
      add("another type at \(item.start)", bytes.replacing(item.range, with: other))
    }
  }
}
