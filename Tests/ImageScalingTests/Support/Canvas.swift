#if Thumbnails
  import CGD

  /// A picture of colours, made and read back with libgd itself.
  final class Canvas {
    let image: gdImagePtr

    init(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> Int) {
      image = gdImageCreateTrueColor(Int32(width), Int32(height))
      for y in 0..<height {
        for x in 0..<width { gdImageSetPixel(image, Int32(x), Int32(y), Int32(color(x, y))) }
      }
    }

    init?(jpeg: [UInt8]) {
      var bytes = jpeg
      guard let image = gdImageCreateFromJpegPtr(Int32(bytes.count), &bytes) else { return nil }
      self.image = image
    }

    deinit { gdImageDestroy(image) }

    var width: Int { Int(image.pointee.sx) }
    var height: Int { Int(image.pointee.sy) }

    func set(_ x: Int, _ y: Int, _ color: Int) {
      gdImageSetPixel(image, Int32(x), Int32(y), Int32(color))
    }

    /// The colour of a point, each part as bright or dark: what JPEG makes of it is close.
    func color(_ x: Int, _ y: Int) -> Int {
      let color = gdImageGetTrueColorPixel(image, Int32(x), Int32(y))
      return [16, 8, 0].reduce(0) { $0 << 8 | ((color >> Int32($1)) & 0xFF > 127 ? 0xFF : 0) }
    }

    /// The colours in the middles of the four quarters, row by row.
    var quarters: [Int] {
      [height / 4, height * 3 / 4].flatMap { y in
        [width / 4, width * 3 / 4].map { x in color(x, y) }
      }
    }

    func file(_ encode: (gdImagePtr, UnsafeMutablePointer<Int32>) -> UnsafeMutableRawPointer?)
      -> [UInt8]
    {
      var size: Int32 = 0
      guard let start = encode(image, &size) else { return [] }
      defer { gdFree(start) }
      return Array(UnsafeRawBufferPointer(start: start, count: Int(size)))
    }

    var png: [UInt8] { file(gdImagePngPtr) }
    var jpeg: [UInt8] { file { gdImageJpegPtr($0, $1, 95) } }
    var gif: [UInt8] { file(gdImageGifPtr) }
    var bmp: [UInt8] { file { gdImageBmpPtr($0, $1, 0) } }
    var webp: [UInt8] { file(gdImageWebpPtr) }
    var heif: [UInt8] { file(gdImageHeifPtr) }
    var avif: [UInt8] { file(gdImageAvifPtr) }

    static let red = 0xFF0000
    static let green = 0x00FF00
    static let blue = 0x0000FF
    static let white = 0xFFFFFF

    /// Four quarters: red and green, below blue and white.
    static func quarters(_ width: Int, _ height: Int) -> Canvas {
      Canvas(width: width, height: height) { x, y in
        y < height / 2
          ? (x < width / 2 ? red : green) : (x < width / 2 ? blue : white)
      }
    }
  }

  /// Puts an orientation into a JPEG file, as cameras do.
  func oriented(_ jpeg: [UInt8], _ number: UInt8, littleEndian: Bool = false) -> [UInt8] {
    Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(8 + exif(number, littleEndian).count)]
      + Array("Exif\0\0".utf8) + exif(number, littleEndian) + Array(jpeg[2...])
  }

  /// EXIF data that says no more than the orientation, behind another entry.
  func exif(_ number: UInt8, _ littleEndian: Bool) -> [UInt8] {
    littleEndian
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0]
        + [0x0F, 0x01, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        + [0x12, 0x01, 3, 0, 1, 0, 0, 0, number, 0, 0, 0, 0, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2]
        + [0x01, 0x0F, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, number, 0, 0, 0, 0, 0, 0]
  }
#endif
