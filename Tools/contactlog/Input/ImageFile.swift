import CommandLineTool
import Terminal

/// A photo in a file.
struct ImageFile {
  let bytes: [UInt8]
  /// Told by the first bytes, whatever the file is called.
  let mediaType: String

  private static let limit = 16 << 20

  /// Reads a file.
  ///
  /// - Throws: ``Failure`` where it cannot be read, is too large or no image.
  init(path: String) throws(Failure) {
    do throws(SystemError) {
      let file = try InputFile(path: path)
      var bytes: [UInt8] = []
      while bytes.count <= Self.limit {
        let piece = try file.read(upTo: 1 << 20)
        if piece.isEmpty { break }
        bytes += piece
      }
      self.bytes = bytes
    } catch {
      throw Failure(error, reading: path)
    }
    guard bytes.count <= Self.limit else {
      throw Failure(.badData, "'\(path)' is larger than 16 MiB")
    }
    guard let type = Self.mediaType(of: bytes) else {
      throw Failure(.badData, "'\(path)' is no image in JPEG, PNG, GIF, WebP, HEIC or TIFF")
    }
    mediaType = type
  }

  private static func mediaType(of bytes: [UInt8]) -> String? {
    func has(_ start: [UInt8], at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: start)
    }
    if has([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if has(Array("GIF8".utf8)) { return "image/gif" }
    if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return "image/webp" }
    if has(Array("ftyphei".utf8), at: 4) || has(Array("ftypmif1".utf8), at: 4) {
      return "image/heic"
    }
    if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) { return "image/tiff" }
    return nil
  }
}
