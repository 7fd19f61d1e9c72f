import Foundation
import TestSupport
import Testing

/// How much memory reading takes, measured in a process of its own: how much higher the most that is
/// resident (`VmHWM`) rises for 64 KB than for a quarter of it, as a multiple of the bytes between.
///
/// So what the process has and needs anyway, such as pages of code, does not count.
struct MemoryTests {
  @Test(arguments: [
    (FuzzedFormat.vCard3, "a:b\n"), (.vCard3, "TEL:1\n"),
    (.vCard3, "item1.TEL:1\nitem1.X-ABLabel:a\n"),
    (.vCard3, "CATEGORIES:a\n"), (.vCard3, "CATEGORIES:a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t\n"),
    (.vCard3, "NOTE:a\n"), (.vCard3, "ADR:a;b;c;d;e;f;g\n"), (.vCard3, "X-AIM:a\nIMPP:aim:a\n"),
    (.vCard3, "NOTE:\\n\\n\\n\\n\\n\\n\\n\\n\n"), (.vCard3, "MEMBER:a\n"), (.vCard3, ""),
    (.vCard21, "X;ENCODING=QUOTED-PRINTABLE:=82=A0=\n"), (.vCard21, "X;CHARSET=SJIS:\u{FFFD}\n"),
    (.vCard4, "PHOTO:data:image/png;base64,iVBORw0KGgo=\n"), (.jCard, "[0],"), (.jCard, "[],"),
    (.jCard, "[\"tel\",{},\"uri\",\"tel:1\"],"), (.jCard, "\"\","), (.csv, ","), (.csv, "a,b,c\n"),
    (.csv, "\"a ::: b\","),
  ])
  func `reading takes less than twenty times the input, or 2.5 MiB`(
    format: FuzzedFormat, piece: String
  ) async {
    let name = format.rawValue
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [name = name as String, piece = piece as String] in
      guard let format = FuzzedFormat(rawValue: name) else { return }
      let (small, large) = (Self.input(format, piece, 16_384), Self.input(format, piece, 65_536))
      format.read(small)
      let before = Self.peakKilobytes()
      format.read(large)
      let grown = (Self.peakKilobytes() - before) * 1024
      print(grown, large.count - small.count)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let figures = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard figures.count == 2 else {
      Issue.record("no figures: \(output)")
      return
    }
    #expect(figures[0] < max(20 * figures[1], Self.least), "\(output)")
  }

  /// What is no matter however short the input: a card's ten thousand lines of two letters.
  private static let least = 5 << 19

  /// A card of one piece over and over, of as many bytes as a card of so many lines may have; without
  /// a piece all card files there are, over and over.
  private static func input(_ format: FuzzedFormat, _ piece: String, _ length: Int) -> [UInt8] {
    if piece.isEmpty {
      let files = (try? CardFixture.files().flatMap(\.bytes)) ?? []
      return Array(repeating: files, count: length / 16_384).flatMap { $0 }
    }
    let (start, end) =
      switch format {
      case .jCard: ("[[\"vcard\",[[\"fn\",{},\"text\",\"x\"],", "0]]]")
      case .csv: ("First Name,Phone 1 - Value,Group Membership\n,", "\n")
      default: ("BEGIN:VCARD\nFN:x\n", "END:VCARD\n")
      }
    let count = min(9000 / (65_536 / length), length / piece.utf8.count)
    return Array((start + String(repeating: piece, count: count) + end).utf8)
  }

  /// The most memory that was resident so far.
  private static func peakKilobytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
