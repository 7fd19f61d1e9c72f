/// Kinds of images, told by how their bytes begin.
enum ImageKind {
  /// The media type of an image; `nil` for bytes that are none.
  static func mediaType(of bytes: [UInt8]) -> String? {
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if begins("GIF87a") || begins("GIF89a") { return "image/gif" }
    if begins("II*\0") || begins("MM\0*") { return "image/tiff" }
    if begins("BM") { return "image/bmp" }
    if begins("RIFF"), begins("WEBP", at: 8) { return "image/webp" }
    if begins("ftyp", at: 4) {
      for brand in ["heic", "heix", "mif1", "hevc"] where begins(brand, at: 8) {
        return "image/heic"
      }
      if begins("avif", at: 8) { return "image/avif" }
    }
    return nil
  }
}
