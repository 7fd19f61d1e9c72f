/// What kind of image some bytes are, by their first octets; a card's own word is often wrong.
enum MediaType {
  /// The media type of an image; `nil` when the bytes are none.
  static func ofImage(_ bytes: [UInt8]) -> String? {
    func has(_ octets: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + octets.count
        && bytes[offset..<offset + octets.count].elementsEqual(octets)
    }
    func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }

    if has([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if has("GIF87a") || has("GIF89a") { return "image/gif" }
    if has("RIFF"), has("WEBP", at: 8) { return "image/webp" }
    if has("ftyp", at: 4) {
      if has("avif", at: 8) { return "image/avif" }
      for brand in ["heic", "heix", "hevc", "mif1", "msf1", "heim", "heis"]
      where has(brand, at: 8) { return "image/heic" }
    }
    if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) { return "image/tiff" }
    if has("BM"), bytes.count >= 26 { return "image/bmp" }
    if has([0x00, 0x00, 0x01, 0x00]) { return "image/x-icon" }
    return nil
  }

  /// The word that `TYPE` has for a media type before vCard 4.0: `JPEG`.
  static func shortName(_ mediaType: String) -> String {
    switch mediaType {
    case "image/x-icon": "ICO"
    case let type where type.hasPrefix("image/"): type.dropFirst(6).uppercased()
    default: ""
    }
  }
}
