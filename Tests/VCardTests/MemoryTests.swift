import Foundation
import TestSupport
import Testing
import VCard

/// How much memory reading takes, measured in a process of its own: how much higher the most that is
/// resident (`VmHWM`) rises for 256 KB than for an eighth of it, as a multiple of the bytes between.
///
/// So what the process has and needs anyway, such as pages of code, does not count. The limits of
/// lines and columns are lifted: no card is refused before it costs anything.
struct MemoryTests {
  @Test(arguments: [
    (FuzzedFormat.vCard3, "a:b\n"), (.vCard3, "TEL:1\n"), (.vCard3, "a.TEL:1\n"),
    (.vCard3, "item1.TEL:1\nitem1.X-ABLabel:a\n"), (.vCard3, "a.TEL:1\na.X-ABLabel:b\n"),
    (.vCard3, "a.b:c\n"), (.vCard3, "ADR:a\n"), (.vCard3, "ADR:a;b;c;d;e;f;g\n"),
    (.vCard3, "CATEGORIES:#\n"), (.vCard3, "CATEGORIES:a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q\n"),
    (.vCard3, "#,"), (.vCard3, "NOTE:a\n"), (.vCard3, "X-AIM:a\n"), (.vCard3, "X-AIM:#\n"),
    (.vCard3, "X-AIM:a\nIMPP:aim:a\n"), (.vCard3, "X-ALTBDAY:a=;"), (.vCard3, ";"),
    (.vCard3, "NOTE:\\n\\n\\n\\n\\n\\n\\n\\n\n"), (.vCard3, "MEMBER:#\n"), (.vCard3, "?\n"),
    (.vCard3, ""), (.vCard21, "X;ENCODING=QUOTED-PRINTABLE:=82=A0=\n"),
    (.vCard21, "X;CHARSET=SJIS:\u{FFFD}\n"), (.vCard21, "\u{B1}"),
    (.vCard4, "PHOTO:data:image/png;base64,iVBORw0KGgo=\n"), (.jCard, "[0],"), (.jCard, "[],"),
    (.jCard, "[\"tel\",{},\"uri\",\"tel:1\"],"), (.jCard, "\"\","), (.jCard, "0,"),
    (.csv, "a,b,c\n"), (.csv, "a ::: "),
  ])
  func `reading takes less than twenty times the input`(
    format: FuzzedFormat, piece: String
  ) async {
    let name = format.rawValue
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [name = name as String, piece = piece as String] in
      guard let format = FuzzedFormat(rawValue: name) else { return }
      let (small, large) = (Self.input(format, piece, 1 << 15), Self.input(format, piece, 1 << 18))
      var limits = CardLimits()
      limits.properties = .max / 2
      format.read(small, limits)
      let before = Self.peakKilobytes()
      format.read(large, limits)
      let grown = (Self.peakKilobytes() - before) * 1024
      print(grown, large.count - small.count)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let figures = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard figures.count == 2 else {
      Issue.record("no figures: \(output)")
      return
    }
    #expect(figures[0] < 20 * figures[1], "\(figures[0] / figures[1]) times the input")
  }

  /// A card of one piece over and over; without a piece all card files there are, over and over.
  ///
  /// In place of `#` there is another number each time.
  private static func input(_ format: FuzzedFormat, _ piece: String, _ length: Int) -> [UInt8] {
    if piece.isEmpty {
      let files = (try? CardFixture.files().flatMap(\.bytes)) ?? []
      return Array(repeating: files, count: length / 32_768).flatMap { $0 }
    }
    let (start, end) =
      switch format {
      case .jCard: ("[[\"vcard\",[[\"fn\",{},\"text\",\"x\"],", "0]]]")
      case .csv: ("First Name,Phone 1 - Value,Group Membership\n,", "\n")
      default: ("BEGIN:VCARD\nFN:x\n" + (piece == "#," ? "CATEGORIES:" : ""), "\nEND:VCARD\n")
      }
    var bytes = Array(start.utf8)
    var number = 0
    while bytes.count < length {
      number += 1
      bytes += Array(piece.replacing("#", with: String(number, radix: 36)).utf8)
    }
    return bytes + Array(end.utf8)
  }

  /// The most memory that was resident so far.
  private static func peakKilobytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
