import ContactModel
import Foundation
import TestSupport
import Testing
import VCard

/// Bytes that nobody wrote on purpose.
///
/// A trap would end the test run. `CONTACTLOG_FUZZ_SECONDS` says how long each format is fed
/// (`Tools/fuzz` makes it hours), `CONTACTLOG_FUZZ_SEED` with what.
struct FuzzTests {
  /// All formats at once, each in a thread of its own: the test takes as long as one of them.
  @Test func `no format's reader traps, takes long, or makes two cards of one`() async throws {
    let files = try CardFixture.files().map(\.bytes).filter { $0.count < 20_000 }
    let faults = await withTaskGroup(of: String?.self) { group in
      for format in FuzzedFormat.allCases {
        group.addTask { await Self.inThread { Self.run(format, files) } }
      }
      return await group.reduce(into: [String]()) { if let fault = $1 { $0.append(fault) } }
    }
    #expect(faults == [])
  }

  /// Feeds a format until its time is over; says what was wrong with which seed.
  private static func run(_ format: FuzzedFormat, _ files: [[UInt8]]) -> String? {
    let end = ContinuousClock.now.advanced(by: CardFixture.fuzzing)
    var seed = CardFixture.fuzzingSeed
    var count = 0
    while ContinuousClock.now < end {
      seed += 1
      count += 1
      var maker = RandomCard(seed: seed)
      let bytes = format.input(&maker, files)
      let start = CardFixture.cpuSeconds()
      format.read(bytes)
      let seconds = CardFixture.cpuSeconds() - start
      if seconds > CardFixture.secondsPer64KB * Double(max(bytes.count, 4096)) / 65_536 {
        return "\(format.rawValue), seed \(seed): \(seconds) s for \(bytes.count) bytes"
      }
      if let fault = format.check(bytes, &maker) {
        return "\(format.rawValue), seed \(seed): \(fault)"
      }
    }
    print("fuzzed \(format.rawValue): \(count) inputs")
    return nil
  }

  /// Runs `body` beside the tests, which share as many threads as there are processors.
  private static func inThread<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  @Test(arguments: [
    "BEGIN:VCARD\n", "\"", ";", ",", "\\", "=\n", "a:b\n", " \n", "item1.X-ABLabel:x\n",
    "IMPP:aim:a\n", "X-AIM:a\n", "AGENT:\nBEGIN:VCARD\n", "TEL;TYPE=\"", "\r", ".",
    "CATEGORIES:a\n", "N:a,\n", "é", "NOTE:a\n", "item1.TEL:1\nitem1.X-ABLabel:a\n",
    "X-AIM:a\nIMPP:skype:a\n", "a,", "X;CHARSET=SJIS:=82=A0\n", "X;ENCODING=QUOTED-PRINTABLE:=FF\n",
  ])
  func `64 KB of one thing take less than a second`(piece: String) {
    let text = "BEGIN:VCARD\nFN:" + String(repeating: piece, count: 65_536 / piece.utf8.count)
    let start = CardFixture.cpuSeconds()
    for raw in CardFixture.split(text) {
      guard var card = VCardParser().parse(raw).card else { continue }
      var output: [UInt8] = []
      for property in card.entries.keys {
        for index in card.entries[property]?.indices.prefix(100) ?? 0..<0 {
          card.entries[property]?[index].label = .custom("x")
        }
      }
      VCardWriter.write(card, original: raw.bytes, into: &output)
    }
    #expect(CardFixture.cpuSeconds() - start < CardFixture.secondsPer64KB)
  }
}
