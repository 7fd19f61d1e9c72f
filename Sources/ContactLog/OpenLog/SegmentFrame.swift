internal import ContactModel
internal import Hashing

/// One frame of a segment: type, length, payload, check.
///
/// The check is the first eight bytes of a SHA-256: every language has one, and segments are read by
/// programs that have no XXH3.
enum SegmentFrame {
  /// What a segment begins with.
  static let magic = Array("CLOGSEG1".utf8)
  static let headCount = 5
  static let checkCount = 8
  /// The most bytes of a file, unless one commit or one blob alone is longer.
  static let segmentLimit = 64 << 20

  enum Kind: UInt8 {
    case start = 1
    case blob, commit, run, end
  }

  /// Bytes of a frame with this payload.
  static func byteCount(_ payload: Int) -> Int { headCount + payload + checkCount }

  static func append(_ kind: Kind, _ payload: Span<UInt8>, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(kind.rawValue)
    let count = UInt32(payload.count)
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
    }
    for index in payload.indices { bytes.append(payload[index]) }
    bytes += check(bytes.span.extracting(start...))
  }

  static func check(_ frame: Span<UInt8>) -> ArraySlice<UInt8> {
    SHA256.digest(of: frame).bytes.prefix(checkCount)
  }

  /// The name of a segment, from 1.
  static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".segment"
  }

  /// The number in a segment's name.
  static func number(_ name: String) -> Int? {
    guard name.hasSuffix(".segment"), let number = Int(name.dropLast(".segment".count)), number > 0,
      self.name(number) == name
    else { return nil }
    return number
  }
}

extension LogStart {
  /// The payload of a segment's first frame.
  func segmentBytes(number: Int) -> [UInt8] {
    var encoder = CBOREncoder()
    encoder.array(6)
    encoder.unsigned(Identity.format)
    encoder.data(book)
    encoder.unsigned(UInt64(number))
    encoder.unsigned(commit)
    encoder.unsigned(position)
    encoder.hash(hash)
    return encoder.bytes
  }

  /// Reads it.
  static func segment(_ bytes: [UInt8]) throws -> (LogStart, number: Int) {
    var decoder = CBORDecoder(bytes.span)
    guard try decoder.array() == 6, try decoder.unsigned() == Identity.format else {
      throw StoreError(.newerFormat, "a later version wrote this segment; update contactlog")
    }
    var start = LogStart(book: try decoder.data())
    let number = try decoder.unsigned(Int.self)
    start.commit = try decoder.unsigned()
    start.position = try decoder.unsigned()
    start.hash = try decoder.hash()
    try decoder.finish()
    guard start.book.count == 16, max(start.commit, start.position) <= largest,
      number <= Int(Int32.max)
    else { throw CBORError(code: .outOfRange, offset: 0) }
    return (start, number)
  }
}

extension LogEnd {
  /// The payload of a segment's last frame.
  func segmentBytes(goesOn: Bool) -> [UInt8] {
    var encoder = CBOREncoder()
    encoder.array(4)
    encoder.unsigned(commit)
    encoder.unsigned(position)
    encoder.hash(hash)
    encoder.unsigned(goesOn ? 1 : 0)
    return encoder.bytes
  }

  /// Reads it.
  static func segment(_ bytes: [UInt8]) throws -> (LogEnd, goesOn: Bool) {
    var decoder = CBORDecoder(bytes.span)
    guard try decoder.array() == 4 else { throw CBORError(code: .wrongFields, offset: 0) }
    let end = LogEnd(
      commit: try decoder.unsigned(), position: try decoder.unsigned(), hash: try decoder.hash())
    let goesOn = try decoder.unsigned()
    try decoder.finish()
    guard goesOn <= 1 else { throw CBORError(code: .outOfRange, offset: 0) }
    return (end, goesOn == 1)
  }
}
