import FileSystem
import ImageScaling
import Terminal

/// Reads an image from standard input and writes its thumbnail: four bytes with the length, the highest
/// first, and a JPEG file of that length.
///
/// Started by the AddressBook library, one process for each image, so that a hostile image ends this
/// process and not the program that shows it. The limits come before the first byte is read.
///
/// The only argument is the side in pixels. Exit codes: 0 done, 1 no thumbnail can be made of this, 2
/// wrong arguments or limits that cannot be set, 3 built without the trait `Thumbnails`.
@main struct Main {
  static func main() {
    #if Thumbnails
      ProcessStart.exit(run())
    #else
      ProcessStart.exit(3)
    #endif
  }

  #if Thumbnails
    /// Beyond what the program and its libraries take: a picture of 64 megapixels, and its file.
    private static let memoryBytes = 448 << 20
    private static let computingSeconds = 10
    private static let inputLimit = 16 << 20

    private static func run() -> Int32 {
      guard Process.limit(memoryBytes: memoryBytes, computingSeconds: computingSeconds),
        CommandLine.arguments.count == 2, let side = Int(CommandLine.arguments[1]),
        (1...4096).contains(side)
      else { return 2 }
      do {
        let thumbnail = try Thumbnail.make(of: try input(), side: side)
        let length = UInt32(thumbnail.count)
        let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
        let output = StreamWriter(.output)
        try output.write(bytes: head + thumbnail)
        try output.flush()
        return 0
      } catch {
        return 1
      }
    }

    private static func input() throws -> [UInt8] {
      let input = InputFile(.input)
      var bytes: [UInt8] = []
      while bytes.count <= inputLimit {
        let chunk = try input.read(upTo: 1 << 20)
        if chunk.isEmpty { return bytes }
        bytes += chunk
      }
      throw Thumbnail.Failure.tooLarge
    }
  #endif
}
