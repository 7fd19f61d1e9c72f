#if Thumbnails
  import ImageScaling
  import Testing

  @Suite struct ImageHeaderTests {
    private let canvas = Canvas.quarters(70, 40)

    private var files: [(ImageHeader.Kind, [UInt8])] {
      [
        (.jpeg, canvas.jpeg), (.png, canvas.png), (.gif, canvas.gif), (.bmp, canvas.bmp),
        (.webp, canvas.webp), (.heif, canvas.heif), (.avif, canvas.avif),
      ]
    }

    @Test func `kind and size are read from every kind of file`() {
      for (kind, bytes) in files where !bytes.isEmpty {
        let header = ImageHeader(bytes)
        #expect(header?.kind == kind)
        // HEIF names the size of what is coded, which is cut to size afterwards.
        let isLarger = kind == .heif && header.map { $0.width >= 70 && $0.height >= 40 } == true
        #expect(header?.width == 70 || isLarger, "\(kind)")
        #expect(header?.height == 40 || isLarger, "\(kind)")
        #expect(header?.orientation == .upright)
      }
      #expect(files.filter { !$0.1.isEmpty }.count >= 5)
    }

    @Test func `an orientation is read in both orders of bytes`() {
      for orientation in Orientation.allCases {
        for isLittle in [false, true] {
          let bytes = oriented(canvas.jpeg, UInt8(orientation.rawValue), littleEndian: isLittle)
          #expect(ImageHeader(bytes)?.orientation == orientation)
          #expect(ImageHeader(bytes)?.width == 70)
        }
      }
      #expect(ImageHeader(oriented(canvas.jpeg, 9))?.orientation == .upright)
    }

    @Test func `the orientation of a PNG and a WebP file is read`() {
      let data = exif(6, false)
      let length = UInt8(data.count)
      let png = canvas.png
      // Behind the first chunk; its check is not looked at here.
      let chunk = [0, 0, 0, length] + Array("eXIf".utf8) + data + [0, 0, 0, 0]
      #expect(ImageHeader(png[..<33] + chunk + png[33...])?.orientation == .turnedRight)
      let webp = canvas.webp + Array("EXIF".utf8) + [length, 0, 0, 0] + data
      #expect(ImageHeader(webp)?.orientation == .turnedRight)
    }

    @Test func `a file cut anywhere, or with any octet changed, is no trap`() {
      for (_, bytes) in files {
        for length in 0..<min(400, bytes.count) { _ = ImageHeader(Array(bytes[..<length])) }
        for place in 0..<min(200, bytes.count) {
          for octet: UInt8 in [0, 0x7F, 0x80, 0xFF] {
            var changed = bytes
            changed[place] = octet
            _ = ImageHeader(changed)
          }
        }
      }
      let jpeg = oriented(canvas.jpeg, 6)
      for place in 0..<80 {
        for octet: UInt8 in [0, 1, 0x7F, 0xFF] {
          var changed = jpeg
          changed[place] = octet
          _ = ImageHeader(changed)
        }
      }
    }

    @Test func `what is no image has no header`() {
      for bytes in [[], Array("a".utf8), [UInt8](repeating: 0, count: 100), Array("BM".utf8)] {
        #expect(ImageHeader(bytes) == nil)
      }
    }
  }
#endif
