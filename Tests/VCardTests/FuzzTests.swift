import ContactModel
import TestSupport
import Testing
import VCard

/// Bytes that nobody wrote on purpose.
///
/// A trap would end the test run.
struct FuzzTests {
  private let duration = CardFixture.fuzzing

  @Test func `files damaged at random never trap`() throws {
    let files = try CardFixture.files().map(\.bytes).filter { $0.count < 20_000 }
    guard !files.isEmpty else { return }
    var random = SeededGenerator(seed: 1)
    let end = ContinuousClock.now.advanced(by: duration)
    while ContinuousClock.now < end {
      var bytes = files[Int.random(in: 0..<files.count, using: &random)]
      for _ in 0...Int.random(in: 0..<8, using: &random) { damage(&bytes, files, &random) }
      run(bytes, &random)
    }
  }

  @Test func `lines made of telling pieces never trap`() {
    let pieces =
      [
        "BEGIN:VCARD\r\n", "END:VCARD\n", "\r", "\n ", "=\n", "=", "=0D", "=C3", ";", ":", ",",
        "\\", "\"",
        "TEL", "ADR", "N", "FN", "PHOTO;B:", "AGENT:", "AGENT:BEGIN:VCARD\n", "item1.", ".",
        "X-ABLabel:",
        "X-ABADR:", "TYPE=", "ENCODING=QUOTED-PRINTABLE", "CHARSET=SHIFT_JIS", "CHARSET=EUC-JP",
        "CHARSET=x", "VALUE=", "PREF=1", "data:image/png;base64,", "sha256:", "/9j/", "^n", "IMPP:",
        "aim:",
        "%", "%4", "BDAY:", "1604-", "--02", "REV:2", "\0", "\u{FEFF}", "é", "日", "ORG:;; ",
        "NOTE:",
        "X-SOCIALPROFILE;x-user=", "X-ALTBDAY:a=", "CATEGORIES:", "MEMBER:", "KIND:", "#", "\t",
      ].map { Array($0.utf8) } + [[0xFF], [0x88, 0xC9], [0xE0, 0x80], [0xF4]]
    var random = SeededGenerator(seed: 2)
    let end = ContinuousClock.now.advanced(by: duration)
    while ContinuousClock.now < end {
      var bytes = Array("BEGIN:VCARD\n".utf8)
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      run(bytes, &random)
    }
  }

  @Test(arguments: [
    "BEGIN:VCARD\n", "\"", ";", ",", "\\", "=\n", "a:b\n", " \n", "item1.X-ABLabel:x\n",
    "IMPP:aim:a\n",
    "X-AIM:a\n", "AGENT:\nBEGIN:VCARD\n", "TEL;TYPE=\"", "\r", ".", "CATEGORIES:a\n", "N:a,\n", "é",
    "NOTE:a\n", "item1.TEL:1\nitem1.X-ABLabel:a\n", "X-AIM:a\nIMPP:skype:a\n", "a,",
  ])
  func `64 KB of one thing take less than a second`(piece: String) {
    let text = "BEGIN:VCARD\nFN:" + String(repeating: piece, count: 65_536 / piece.utf8.count)
    let start = ContinuousClock.now
    let raw = CardFixture.split(text)
    for raw in raw {
      guard var card = VCardParser().parse(raw).card else { continue }
      var output: [UInt8] = []
      for property in card.entries.keys {
        for index in card.entries[property]?.indices.prefix(100) ?? 0..<0 {
          card.entries[property]?[index].label = .custom("x")
        }
      }
      VCardWriter.write(card, original: raw.bytes, into: &output)
    }
    // Debug builds are some thirty times slower than the limit that holds for release builds.
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  private func damage(
    _ bytes: inout [UInt8], _ files: [[UInt8]], _ random: inout SeededGenerator
  ) {
    guard !bytes.isEmpty else { return }
    let at = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.removeLast(bytes.count - at)
    case 2: bytes[at] = [0, 0x0A, 0x0D, 0x20, 0x3A, 0x3B, 0x3D, 0x5C, 0xFF][at % 9]
    case 3:
      let other = files[Int.random(in: 0..<files.count, using: &random)]
      let start = Int.random(in: 0...other.count, using: &random)
      bytes.insert(contentsOf: other[start...].prefix(200), at: at)
    default: bytes.removeSubrange(at..<min(bytes.count, at + 20))
    }
  }

  /// Writes the card as it came with some edit.
  private func rewrite(_ card: Card, _ raw: RawCard, _ random: inout SeededGenerator) {
    var card = card
    switch Int.random(in: 0..<6, using: &random) {
    case 0: card.set(.note, "x\ny")
    case 1: card.entries[.phones, default: []].insert(.init(value: "1"), at: 0)
    case 2: card.entries[.phones]?[0].label = .custom("x")
    case 3: card.entries[.extra] = nil
    case 4: card.entries[.emails]?[0].value = "a@b"
    default: break
    }
    var output: [UInt8] = []
    let version = VCardVersion.allCases.randomElement(using: &random)
    VCardWriter.write(
      card, original: raw.bytes, version: Bool.random(using: &random) ? version : nil,
      into: &output)
    #expect(CardFixture.split(output).count == 1, "\(String(decoding: raw.bytes, as: UTF8.self))")
  }

  /// Reads, writes in all versions, and reads again.
  private func run(_ bytes: [UInt8], _ random: inout SeededGenerator) {
    let piece = Int.random(in: 1...5000, using: &random)
    for raw in CardFixture.split(bytes, piece: piece) {
      let parsed = VCardParser().parse(raw)
      #expect((parsed.card == nil) != (parsed.failure == nil))
      guard let card = parsed.card else { continue }
      for version in VCardVersion.allCases {
        let written = CardFixture.bytes(card, version)
        #expect(CardFixture.split(written).count == 1, "\(String(decoding: bytes, as: UTF8.self))")
      }
      rewrite(card, raw, &random)
    }
    _ = VCardParser().parse(bytes.span)
  }
}
