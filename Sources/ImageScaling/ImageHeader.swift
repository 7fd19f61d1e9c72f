/// What an image file says of itself, read before anything is decoded.
///
/// A file of a few kilobytes can ask its decoder for gigabytes, so its size is looked at first.
public struct ImageHeader: Hashable, Sendable {
  /// Which decoder reads the file.
  public enum Kind: Hashable, Sendable { case jpeg, png, gif, bmp, webp, heif, avif }

  public var kind: Kind
  /// In pixels, as stored: before the orientation is applied.
  public var width: Int
  /// In pixels, as stored.
  public var height: Int
  /// How the stored picture must be turned to be shown.
  public var orientation: Orientation

  /// Reads the beginnings of a file.
  ///
  /// `nil`: the file is of no kind known here, or does not say how large it is.
  ///
  /// - Complexity: Reads headers only; at worst, markers or boxes all over the file, once.
  public init?(_ bytes: [UInt8]) {
    let file = Octets(bytes[...])
    let found: (kind: Kind, size: (Int, Int)?, orientation: Orientation)
    if file.number(0, 3) == 0xFF_D8FF {
      let jpeg = JPEGHeader(file)
      found = (.jpeg, jpeg.size, jpeg.orientation)
    } else if file.number(0, 4) == 0x8950_4E47, file.has("IHDR", at: 12) {
      found = (.png, Self.pair(file.number(16, 4), file.number(20, 4)), Self.pngOrientation(file))
    } else if file.has("GIF87a", at: 0) || file.has("GIF89a", at: 0) {
      let size = Self.pair(file.number(6, 2, .little), file.number(8, 2, .little))
      found = (.gif, size, .upright)
    } else if file.has("BM", at: 0) {
      found = (.bmp, Self.bmpSize(file), .upright)
    } else if file.has("RIFF", at: 0), file.has("WEBP", at: 8) {
      found = (.webp, Self.webpSize(file), Self.webpOrientation(file))
    } else if file.has("ftyp", at: 4) {
      // Orientation is a property of the picture there, which the decoder applies.
      let isAVIF = file.has("avif", at: 8) || file.has("avis", at: 8)
      found = (isAVIF ? .avif : .heif, Self.heifSize(file), .upright)
    } else {
      return nil
    }
    guard let (width, height) = found.size, width > 0, height > 0 else { return nil }
    (kind, self.width, self.height, orientation) = (found.kind, width, height, found.orientation)
  }

  private static func pair(_ a: Int?, _ b: Int?) -> (Int, Int)? {
    guard let a, let b else { return nil }
    return (a, b)
  }
}

// MARK: - Kinds

extension ImageHeader {
  private static func pngOrientation(_ file: Octets) -> Orientation {
    var offset = 8
    while let length = file.number(offset, 4), !file.has("IDAT", at: offset + 4) {
      if file.has("eXIf", at: offset + 4) {
        return Orientation(exif: file.part(offset + 8, length))
      }
      offset += 12 + length
    }
    return .upright
  }

  private static func bmpSize(_ file: Octets) -> (Int, Int)? {
    // The oldest header has two bytes for each.
    if file.number(14, 4, .little) == 12 {
      return pair(file.number(18, 2, .little), file.number(20, 2, .little))
    }
    guard let width = file.number(18, 4, .little), let height = file.number(22, 4, .little) else {
      return nil
    }
    // A negative height: lines from the top.
    return (width, height < 1 << 31 ? height : (1 << 32) - height)
  }

  private static func webpSize(_ file: Octets) -> (Int, Int)? {
    if file.has("VP8 ", at: 12) {
      guard let width = file.number(26, 2, .little), let height = file.number(28, 2, .little) else {
        return nil
      }
      return (width & 0x3FFF, height & 0x3FFF)
    }
    if file.has("VP8L", at: 12) {
      guard let bits = file.number(21, 4, .little) else { return nil }
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    guard file.has("VP8X", at: 12), let width = file.number(24, 3, .little),
      let height = file.number(27, 3, .little)
    else { return nil }
    return (width + 1, height + 1)
  }

  private static func webpOrientation(_ file: Octets) -> Orientation {
    var offset = 12
    while let length = file.number(offset + 4, 4, .little) {
      if file.has("EXIF", at: offset) {
        let exif = file.part(offset + 8, length)
        return Orientation(exif: exif.has("Exif", at: 0) ? exif.part(6, length) : exif)
      }
      offset += 8 + length + length % 2
    }
    return .upright
  }

  /// The largest of the sizes that the file names: a picture may be made of tiles.
  private static func heifSize(_ file: Octets) -> (Int, Int)? {
    var offset = 0
    while let length = file.number(offset, 4), length >= 8 {
      if file.has("meta", at: offset + 4) {
        let meta = file.part(offset, length)
        var largest: (Int, Int)?
        for place in 8..<max(8, meta.count - 16)
        where meta[place] == UInt8(ascii: "i") && meta.has("ispe", at: place) {
          guard let width = meta.number(place + 8, 4), let height = meta.number(place + 12, 4)
          else { continue }
          if width * height > (largest.map { $0.0 * $0.1 } ?? 0) { largest = (width, height) }
        }
        return largest
      }
      offset += length
    }
    return nil
  }
}

/// Size and orientation of a JPEG file, from its segments.
private struct JPEGHeader {
  var size: (Int, Int)?
  var orientation = Orientation.upright

  init(_ file: Octets) {
    var offset = 2
    while let marker = Self.marker(file, &offset), let length = file.number(offset, 2), length >= 2
    {
      switch marker {
      case 0xE1 where file.has("Exif", at: offset + 2):
        orientation = Orientation(exif: file.part(offset + 8, length - 8))
      // Frames; C4, C8 and CC are tables.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        if let height = file.number(offset + 3, 2), let width = file.number(offset + 5, 2) {
          size = (width, height)
        }
        return
      // The picture itself, or the end.
      case 0xDA, 0xD9: return
      default: break
      }
      offset += length
    }
  }

  /// The next segment's marker; `offset` is then that of its length.
  private static func marker(_ file: Octets, _ offset: inout Int) -> UInt8? {
    guard file[offset] == 0xFF else { return nil }
    while file[offset] == 0xFF { offset += 1 }
    defer { offset += 1 }
    return file[offset]
  }
}
