internal import FileSystem

/// A file read from front to back, with a look ahead, by bytes or by lines.
final class FileBytes {
  /// Longest line or frame taken into memory: a photo of 16 MiB in hexadecimal digits is 32 MiB.
  static let longest = 1 << 30

  private var reader: FileReader
  private var chunk: [UInt8] = []
  private var bytes: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The place of the next byte.
  private(set) var offset: UInt64 = 0

  /// Opens a file; `-` is standard input.
  init(path: String) throws { reader = try FileReader(path: path) }

  /// How many of the bytes wanted are there without an end of the file.
  private func available(_ wanted: Int) throws -> Int {
    while bytes.count - start < wanted, !isAtEnd {
      if start > 1 << 20 || start == bytes.count {
        bytes.removeSubrange(..<start)
        start = 0
      }
      if try reader.read(into: &chunk) { bytes += chunk } else { isAtEnd = true }
    }
    return min(wanted, bytes.count - start)
  }

  /// The next bytes, which stay unread; fewer at the end.
  func peek(_ count: Int) throws -> ArraySlice<UInt8> {
    let there = try available(count)
    return bytes[start..<start + there]
  }

  /// The next bytes; `nil`, and nothing is read, where the file ends before.
  func take(_ count: Int) throws -> [UInt8]? {
    guard try available(count) == count else { return nil }
    defer { advance(count) }
    return Array(bytes[start..<start + count])
  }

  /// The next line without its end; `nil` at the end, and where the last line has no end.
  func takeLine() throws -> [UInt8]? {
    var searched = 0
    while true {
      let there = try available(searched + 1)
      guard there > searched else { return nil }
      if let end = bytes[(start + searched)...].firstIndex(of: 0x0A) {
        defer { advance(end + 1 - start) }
        return Array(bytes[start..<end])
      }
      searched = bytes.count - start
      guard searched < Self.longest else { return nil }
    }
  }

  /// Whether nothing is left.
  func isOver() throws -> Bool { try available(1) == 0 }

  private func advance(_ count: Int) {
    start += count
    offset += UInt64(count)
  }
}
