import Charsets
import Testing

struct CharsetTests {
  private func text(_ octets: [UInt8], _ charset: Charset) -> (text: String, isSound: Bool) {
    var text = String.UnicodeScalarView()
    let isSound = charset.forEachLetter(of: octets.span) { letter, _ in text.append(letter) }
    return (String(text), isSound)
  }

  @Test(arguments: [
    ("Shift_JIS", "Shift_JIS"), ("sjis", "Shift_JIS"), ("SHIFT-JIS", "Shift_JIS"),
    ("windows-31j", "Shift_JIS"), ("cp932", "Shift_JIS"), ("iso-8859-1", "windows-1252"),
    ("LATIN1", "windows-1252"), ("iso8859_15", "ISO-8859-15"), ("CP1251", "windows-1251"),
    ("utf8", "UTF-8"), ("gb2312", "GB18030"), ("gbk", "GB18030"), ("euc-kr", "windows-949"),
    ("ks_c_5601-1987", "windows-949"), ("koi8-r", "KOI8-R"), ("big5", "Big5"),
    ("ISO-2022-JP", "ISO-2022-JP"), ("ISO-8859-9", "windows-1254"), ("EUC-JP", "EUC-JP"),
  ])
  func `a charset is found by each of its names`(spelling: String, name: String) {
    #expect(Charset(named: spelling)?.name == name)
  }

  @Test(arguments: [
    "", "murks", "UTF-7", "SCSU", "hz", "IBM037", "../../etc/passwd", "a\0b",
    String(repeating: "x", count: 5000), "Größe",
  ])
  func `other names have no charset`(name: String) {
    #expect(Charset(named: name) == nil)
  }

  @Test(arguments: [
    ("Shift_JIS", [0x94, 0x5C, 0x41, 0xB1] as [UInt8], "能Aｱ"),
    ("EUC-JP", [0xB0, 0xC2, 0xC6, 0xA3], "安藤"),
    ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x3B, 0x33, 0x1B, 0x28, 0x42, 0x3B], "山;"),
    ("windows-1251", [0xCA, 0xE8, 0xBF, 0xE2], "Київ"),
    ("KOI8-R", [0xF2, 0xD5, 0xD3, 0xD8], "Русь"),
    ("windows-1250", [0xA3, 0xF3, 0x64, 0x9F], "Łódź"),
    ("ISO-8859-2", [0xA3, 0xF3, 0x64, 0xBC], "Łódź"),
    ("ISO-8859-15", [0xA4, 0xBD], "€œ"),
    ("GB18030", [0xCD, 0xF5, 0x81, 0x30, 0x81, 0x30], "王\u{80}"),
    ("Big5", [0xA4, 0xFD], "王"), ("windows-949", [0xB1, 0xE8], "김"),
    ("UTF-16LE", [0x41, 0x00, 0x3D, 0xD8, 0x00, 0xDE], "A😀"),
    ("UTF-16", [0xFF, 0xFE, 0x41, 0x00], "A"),
    ("windows-1252", [0x80, 0x81, 0xFF], "€\u{81}ÿ"), ("macintosh", [0x8A], "ä"),
  ])
  func `octets are read`(name: String, octets: [UInt8], expected: String) throws {
    let (text, isSound) = text(octets, try #require(Charset(named: name)))
    #expect(text == expected)
    #expect(isSound)
  }

  @Test func `octets without a meaning are read as Windows-1252 and the rest as meant`() throws {
    #expect(text([0xC3, 0xA4, 0xC4, 0x6F, 0xC3, 0x9F], .utf8) == ("äÄoß", false))
    #expect(text([0x41, 0xC3], .utf8) == ("AÃ", false))
    let japanese = try #require(Charset(named: "Shift_JIS"))
    #expect(text([0x94, 0x5C, 0xFF, 0x94, 0x5C, 0x88, 0x0A], japanese) == ("能ÿ能ˆ\n", false))
  }

  @Test func `each letter is given with the place of its first octet`() throws {
    let japanese = try #require(Charset(named: "Shift_JIS"))
    let octets: [UInt8] = [0x41, 0x94, 0x5C, 0xB1, 0x3B] + Array(repeating: 0x41, count: 700)
    var offsets: [Int] = []
    japanese.forEachLetter(of: octets.span) { offsets.append($1) }
    #expect(offsets == [0, 1, 3, 4] + Array(5..<705))
  }

  @Test func `every octet or pair of octets gives letters in every charset and never traps`() {
    for name in [
      "UTF-8", "UTF-16", "UTF-32", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "ISO-2022-KR", "GB18030",
      "Big5", "Big5-HKSCS", "windows-949", "KOI8-U", "windows-1258", "macintosh", "IBM866",
    ] {
      guard let charset = Charset(named: name) else {
        Issue.record("no \(name)")
        continue
      }
      for first in UInt8.min...UInt8.max {
        var octets: [UInt8] = [first]
        for second in stride(from: UInt8(0), through: 255, by: 3) { octets += [first, second] }
        var count = 0
        charset.forEachLetter(of: octets.span) { _, offset in
          count += 1
          if offset >= octets.count { count = -1_000_000 }
        }
        #expect(count >= 0, "\(name) \(first)")
      }
    }
  }

  @Test(
    arguments: [
      (
        "windows-1251",
        [0xC8, 0xE2, 0xE0, 0xED, 0xEE, 0xE2, 0x20, 0xD1, 0xE5, 0xF0, 0xE3, 0xE5, 0xE9]
      ),
      ("KOI8-R", [0xE9, 0xD7, 0xC1, 0xCE, 0xCF, 0xD7, 0x20, 0xF3, 0xC5, 0xD2, 0xC7, 0xC5, 0xCA]),
    ] as [(String, [UInt8])])
  func `octets of a language are told`(name: String, octets: [UInt8]) {
    #expect(Charset.candidates(for: octets).first == Charset(named: name))
  }
}
