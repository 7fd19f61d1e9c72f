#if Thumbnails
  import CGD
  import ImageScaling
  import Testing

  @Suite struct ScalingTests {
    private func made(_ bytes: [UInt8], side: Int = 64) -> Canvas? {
      (try? Thumbnail.make(of: bytes, side: side)).flatMap { Canvas(jpeg: $0) }
    }

    @Test func `every kind of file becomes a square of its middle`() {
      // Yellow to the left and right of a square: nothing of it is seen.
      let canvas = Canvas(width: 300, height: 200) { x, y in
        guard (50..<250).contains(x) else { return 0xFFFF00 }
        return y < 100 ? (x < 150 ? Canvas.red : Canvas.green) : (x < 150 ? Canvas.blue : 0xFFFFFF)
      }
      for bytes in [
        canvas.jpeg, canvas.png, canvas.gif, canvas.bmp, canvas.webp, canvas.heif, canvas.avif,
      ] where !bytes.isEmpty {
        let thumbnail = made(bytes)
        #expect(thumbnail?.width == 64)
        #expect(thumbnail?.height == 64)
        #expect(
          thumbnail?.quarters == [Canvas.red, Canvas.green, Canvas.blue, Canvas.white],
          "\(String(describing: ImageHeader(bytes)?.kind))")
        #expect(thumbnail?.color(2, 2) == Canvas.red)
        #expect(thumbnail?.color(61, 2) == Canvas.green)
      }
    }

    @Test func `a picture is shown as its orientation says`() {
      let (r, g, b, w) = (Canvas.red, Canvas.green, Canvas.blue, Canvas.white)
      // The stored rows r g / b w, as each orientation shows them.
      let shown = [
        [r, g, b, w], [g, r, w, b], [w, b, g, r], [b, w, r, g],
        [r, b, g, w], [b, r, w, g], [w, g, b, r], [g, w, r, b],
      ]
      let jpeg = Canvas.quarters(96, 96).jpeg
      for (index, quarters) in shown.enumerated() {
        #expect(made(oriented(jpeg, UInt8(index + 1)))?.quarters == quarters, "\(index + 1)")
      }
    }

    @Test func `a small picture is not scaled up, and light through it is white`() {
      #expect(made(Canvas.quarters(30, 20).png)?.width == 20)
      #expect(made(Canvas.quarters(1, 1).png)?.height == 1)
      let clear = Canvas(width: 32, height: 32) { _, _ in 0x7F00_0000 }
      clear.image.pointee.saveAlphaFlag = 1
      clear.image.pointee.alphaBlendingFlag = 0
      for y in 0..<32 { for x in 0..<32 { clear.set(x, y, 0x7F00_0000) } }
      #expect(made(clear.png)?.color(10, 10) == Canvas.white)
    }

    @Test func `a file that asks for too much memory is refused unread`() {
      var png = Canvas.quarters(8, 8).png
      png.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
      #expect(throws: Thumbnail.Failure.tooLarge) { try Thumbnail.make(of: png, side: 64) }
      png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])
      #expect(throws: Thumbnail.Failure.tooLarge) { try Thumbnail.make(of: png, side: 64) }
    }

    @Test func `what is broken is refused, and half a photo is shown`() {
      #expect(throws: Thumbnail.Failure.unknown) {
        try Thumbnail.make(of: Array("hello".utf8), side: 64)
      }
      let png = Canvas.quarters(64, 64).png
      #expect(throws: Thumbnail.Failure.broken) {
        try Thumbnail.make(of: Array(png[..<40]), side: 64)
      }
      let noise = Canvas(width: 200, height: 200) { x, y in (x * 7919 + y * 104_729) & 0xFF_FFFF }
      #expect(made(Array(noise.jpeg[..<(noise.jpeg.count / 2)])) != nil)
    }
  }
#endif
