import ContactLog
import Foundation

/// Damages copies of a store's file in many ways, and has each verified before anything is read.
///
/// What verify calls sound is opened and read: then all must be as before.
struct Tamper {
  private static let pageSize = 4096

  let path: String
  let whole: Dump
  let bytes: Data

  init(of path: String) throws {
    self.path = path
    whole = try Dump(of: path)
    bytes = try Data(contentsOf: URL(filePath: path).appending(path: "data.mdb"))
  }

  /// Tells of each what was done and what came of it: `found`, `unseen`, or `silent`.
  func run(first: Int, count: Int, seed: UInt64) throws {
    for number in first..<first + count {
      var random = Splitmix(state: seed &+ UInt64(number) &* 0x1_0000_0001)
      var damaged = bytes
      let what = Self.damage(&damaged, number % 8, &random)
      say("try \(number) \(what)")
      say(try outcome(of: damaged))
    }
  }

  private static func damage(_ bytes: inout Data, _ mode: Int, _ random: inout Splitmix) -> String {
    let pages = bytes.count / pageSize
    func place(_ bytes: Data, _ random: inout Splitmix) -> Int {
      // Mostly where there is something.
      for _ in 0..<6 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if bytes[place] != 0 { return place }
      }
      return Int.random(in: 0..<bytes.count, using: &random)
    }
    let page = Int.random(in: 0..<pages, using: &random)
    let start = page * pageSize
    switch mode {
    case 0, 1, 2:
      let place = place(bytes, &random)
      let bit = UInt8.random(in: 0..<8, using: &random)
      bytes[place] ^= mode == 2 ? UInt8.random(in: 1...255, using: &random) : 1 << bit
      return "byte \(place)"
    case 3:
      let place = start + Int.random(in: 0..<40, using: &random)
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      return "head of page \(page), byte \(place)"
    case 4:
      bytes.resetBytes(in: start..<start + pageSize)
      return "page \(page) zeroed"
    case 5:
      let other = Int.random(in: 0..<pages, using: &random) * pageSize
      let copy = bytes[other..<other + pageSize]
      bytes.replaceSubrange(other..<other + pageSize, with: bytes[start..<start + pageSize])
      bytes.replaceSubrange(start..<start + pageSize, with: Data(copy))
      return "pages \(page) and \(other / pageSize) swapped"
    case 6:
      let sector = start + 512 * Int.random(in: 0..<8, using: &random)
      bytes.resetBytes(in: sector..<sector + 512)
      return "512 bytes at \(sector) zeroed"
    default:
      let end = Int.random(in: 0..<bytes.count, using: &random)
      bytes = Data(bytes.prefix(end))
      return "cut to \(end) bytes"
    }
  }

  private func outcome(of bytes: Data) throws -> String {
    let copy = path + "-tampered"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.createDirectory(
      atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try bytes.write(to: URL(filePath: copy).appending(path: "data.mdb"))
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let proof = try Store.verify(at: copy)
    guard proof.isSound else { return "found \(proof.fault.map { "\($0)" } ?? "")" }
    return try Dump.comparing(copy, with: whole) == "unseen" ? "unseen" : "silent"
  }
}

/// Splitmix64, so that each damage can be done again alone.
private struct Splitmix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
