#if Thumbnails
  internal import CGD

  /// Makes square thumbnails with libgd.
  ///
  /// For a process of its own with limits: decoders have bugs, and images come from strangers.
  public enum Thumbnail {
    /// The most pixels that are decoded.
    public static let pixelLimit = 64 << 20
    /// The longest side that is decoded, in pixels.
    public static let sideLimit = 65_535

    /// Why there is no thumbnail.
    public enum Failure: Error, Hashable, Sendable {
      /// Not an image of a known kind, or without a size.
      case unknown
      /// More pixels than are decoded.
      case tooLarge
      /// The decoder could not read it.
      case broken
    }

    /// A JPEG file of the middle square of an image, upright, scaled down to a side.
    ///
    /// What is smaller is not scaled up. Where the image lets light through there is white.
    ///
    /// - Parameter side: In pixels.
    /// - Throws: ``Failure``.
    /// - Complexity: Four bytes of memory for each pixel of the image.
    public static func make(of bytes: [UInt8], side: Int) throws(Failure) -> [UInt8] {
      guard let header = ImageHeader(bytes) else { throw .unknown }
      guard header.width <= sideLimit, header.height <= sideLimit,
        header.width * header.height <= pixelLimit
      else { throw .tooLarge }
      guard let image = unsafe decode(bytes, header.kind) else { throw .broken }
      defer { unsafe gdImageDestroy(image) }
      // Sound here and below: gd's pictures live until they are destroyed at the end.
      let (width, height) = unsafe (Int(image.pointee.sx), Int(image.pointee.sy))
      let square = min(width, height)
      let side = max(1, min(side, square))
      guard square > 0, let scaled = unsafe gdImageCreateTrueColor(Int32(side), Int32(side)),
        let turned = unsafe gdImageCreateTrueColor(Int32(side), Int32(side))
      else { throw .broken }
      defer {
        unsafe gdImageDestroy(scaled)
        unsafe gdImageDestroy(turned)
      }
      let (last, white) = (Int32(side - 1), Int32(0xFF_FFFF))
      unsafe gdImageFilledRectangle(scaled, 0, 0, last, last, white)
      unsafe gdImageCopyResampled(
        scaled, image, 0, 0, Int32((width - square) / 2), Int32((height - square) / 2),
        Int32(side), Int32(side), Int32(square), Int32(square))
      for y in 0..<side {
        for x in 0..<side {
          let from = header.orientation.source(x: x, y: y, side: side)
          let color = unsafe gdImageGetTrueColorPixel(scaled, Int32(from.x), Int32(from.y))
          unsafe gdImageSetPixel(turned, Int32(x), Int32(y), color & white)
        }
      }
      return try unsafe jpeg(turned)
    }

    private static let quality: Int32 = 85

    private static func jpeg(_ image: gdImagePtr) throws(Failure) -> [UInt8] {
      var size: Int32 = 0
      guard let start = unsafe gdImageJpegPtr(image, &size, quality), size > 0 else {
        throw .broken
      }
      defer { unsafe gdFree(start) }
      // Sound: gd allocated that many bytes; they are copied before they are freed.
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(size)))
    }

    private static func decode(_ bytes: [UInt8], _ kind: ImageHeader.Kind) -> gdImagePtr? {
      guard let size = Int32(exactly: bytes.count) else { return nil }
      var bytes = bytes
      // Sound: gd reads the bytes within the call, and does not change them.
      return unsafe bytes.withUnsafeMutableBytes { buffer -> gdImagePtr? in
        guard let start = buffer.baseAddress else { return nil }
        return switch kind {
        // The end of a file may be missing: better half a picture than none.
        case .jpeg: unsafe gdImageCreateFromJpegPtrEx(size, start, 1)
        case .png: unsafe gdImageCreateFromPngPtr(size, start)
        case .gif: unsafe gdImageCreateFromGifPtr(size, start)
        case .bmp: unsafe gdImageCreateFromBmpPtr(size, start)
        case .webp: unsafe gdImageCreateFromWebpPtr(size, start)
        case .heif: unsafe gdImageCreateFromHeifPtr(size, start)
        case .avif: unsafe gdImageCreateFromAvifPtr(size, start)
        }
      }
    }
  }
#endif
