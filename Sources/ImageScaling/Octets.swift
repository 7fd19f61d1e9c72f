/// Bytes of a file from outside: what is not there reads as `nil`, nowhere a trap.
struct Octets {
  enum Order { case big, little }

  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
  }

  /// A number of 1 to 4 bytes.
  func number(_ offset: Int, _ length: Int, _ order: Order = .big) -> Int? {
    guard offset >= 0, offset <= bytes.count - length else { return nil }
    let octets = bytes[bytes.startIndex + offset..<bytes.startIndex + offset + length]
    return order == .big
      ? octets.reduce(0) { $0 << 8 | Int($1) } : octets.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether ASCII text stands at an offset.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    let wanted = Array("\(text)".utf8)
    guard offset >= 0, offset <= bytes.count - wanted.count else { return false }
    return bytes[bytes.startIndex + offset..<bytes.startIndex + offset + wanted.count]
      .elementsEqual(wanted)
  }

  /// What stands between two offsets, as far as it is there.
  func part(_ start: Int, _ length: Int) -> Octets {
    let start = min(max(0, start), bytes.count)
    let end = min(bytes.count, start + max(0, min(length, bytes.count)))
    return Octets(bytes[bytes.startIndex + start..<bytes.startIndex + end])
  }
}
