import ContactLog
import ContactModel
import Foundation

/// Flips single bits in copies of a store's file and compares what can still be read.
struct Damage {
  let path: String
  let whole: Dump

  init(of path: String) throws {
    self.path = path
    whole = try Dump(of: path)
  }

  /// Tells for each flip what came of it.
  ///
  /// - `unseen`: all is read as before and verify finds nothing.
  /// - `found`: verify or a read reports damage; nothing was read wrongly.
  /// - `missed`: something is missing from a search or a list, and verify reports it.
  /// - `wrong`: something else was read than was written.
  /// - `silent`: something is missing and verify finds nothing.
  func flip(first: Int, count: Int, seed: UInt64) throws {
    let file = URL(filePath: path).appending(path: "data.mdb")
    let bytes = try Data(contentsOf: file)
    for number in first..<first + count {
      let bit = Self.place(number, seed, in: bytes)
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      say("try \(number) byte \(bit / 8) bit \(bit % 8)")
      say("\(try outcome(of: damaged))")
    }
  }

  /// Splitmix64, so that each flip can be done again alone; mostly where there is something.
  private static func place(_ number: Int, _ seed: UInt64, in bytes: Data) -> Int {
    var bit = 0
    for attempt in 0..<4 as Range<UInt64> {
      var mixed = (seed &+ UInt64(number) << 8 &+ attempt) &* 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      bit = Int(mixed % UInt64(bytes.count * 8))
      if bytes[bit / 8] != 0 { break }
    }
    return bit
  }

  private func outcome(of bytes: Data) throws -> String {
    let copy = path + "-damaged"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.createDirectory(
      atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try bytes.write(to: URL(filePath: copy).appending(path: "data.mdb"))
    defer { try? FileManager.default.removeItem(atPath: copy) }
    return try Dump.comparing(copy, with: whole)
  }
}
