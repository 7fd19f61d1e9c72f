import TestSupport
import Testing
import VCard

struct CardFormatTests {
  @Test(arguments: [
    ("BEGIN:VCARD\n", CardFormat.vCard), ("\u{FEFF}\r\nbegin:vcard", .vCard), ("", .vCard),
    ("BEGI\r\n N:VC\r\n ARD", .vCard), (" \n[\"vcard\",[", .jCard), ("\u{FEFF}[[", .jCard),
    ("First Name,Last Name\n", .csv), ("\"Name\";\"Begin\"", .csv), ("x", .csv),
  ])
  func `a file is known by how it starts`(text: String, format: CardFormat) {
    #expect(CardFormat(startOfFile: Array(text.utf8)) == format)
    let wide: [UInt8] = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    if !text.isEmpty, text != "x" {
      #expect(CardFormat(startOfFile: [0xFF, 0xFE] + wide) == format)
    }
  }

  @Test func `each file of the reference data is known`() throws {
    for (name, bytes) in try CardFixture.files() {
      #expect(CardFormat(startOfFile: bytes) == .vCard, "\(name)")
    }
  }
}
