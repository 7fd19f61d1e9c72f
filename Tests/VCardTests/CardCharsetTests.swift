import ContactModel
import Testing
import VCard

/// Text that is no UTF-8, with and without a word on what it is.
struct CardCharsetTests {
  /// A card of 2.1 with lines of any octets.
  private func parsed(_ lines: [[UInt8]]) -> ParsedCard {
    var bytes = Array("BEGIN:VCARD\r\nVERSION:2.1\r\n".utf8)
    for line in lines { bytes += line + [0x0D, 0x0A] }
    return VCardParser().parse((bytes + Array("END:VCARD\r\n".utf8)).span)
  }

  private func octets(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `an encoded backslash inside a letter of Shift_JIS is no escape`() {
    // 能 is 94 5C, 表 is 95 5C; the semicolons between the parts stand as they are.
    let card = parsed([
      octets("N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=94=5C;=95=5C;;;")
    ]).card
    #expect(card?.text(.lastName) == "能")
    #expect(card?.text(.firstName) == "表")
  }

  @Test func `an encoded separator is data in every charset`() {
    let card = parsed([
      octets("N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=94=5C=3B=5C;A=2CB;;;")
    ]).card
    #expect(card?.text(.lastName) == "能;\\")
    #expect(card?.text(.firstName) == "A,B")
  }

  @Test func `letters of ISO-2022-JP may look like separators`() {
    // 山 is 3B 33 between the two escapes: a semicolon and a digit.
    let family: [UInt8] = [0x1B, 0x24, 0x42, 0x3B, 0x33, 0x45, 0x44, 0x1B, 0x28, 0x42]
    let line = octets("N;CHARSET=ISO-2022-JP:") + family + octets(";Taro;;;")
    let encoded = octets(
      "FN;CHARSET=ISO-2022-JP;ENCODING=QUOTED-PRINTABLE:=1B$B;3ED=1B(B=3B Taro")
    let card = parsed([line, encoded]).card
    #expect(card?.text(.lastName) == "山田")
    #expect(card?.text(.firstName) == "Taro")
    #expect(card?.text(.formattedName) == "山田; Taro")
  }

  @Test func `UTF-16 in quoted-printable is read`() {
    let card = parsed([
      octets("NOTE;CHARSET=UTF-16LE;ENCODING=QUOTED-PRINTABLE:=41=00=0D=00=0A=00=3D=D8=00=DE")
    ]).card
    #expect(card?.text(.note) == "A\n😀")
  }

  @Test(arguments: [
    ("windows-1250", [0xA3, 0xF3, 0x64, 0x9F] as [UInt8], "Łódź"),
    ("ISO-8859-2", [0xA3, 0xF3, 0x64, 0xBC], "Łódź"), ("KOI8-R", [0xF2, 0xD5, 0xD3, 0xD8], "Русь"),
    ("ISO-8859-15", [0xA4, 0x31], "€1"), ("ISO-8859-1", [0x80, 0xFC], "€ü"),
    ("GB2312", [0xCD, 0xF5], "王"), ("GB18030", [0xCD, 0xF5], "王"), ("Big5", [0xA4, 0xFD], "王"),
    ("EUC-KR", [0xB1, 0xE8], "김"), ("windows-1255", [0xF9, 0xEC], "של"),
    ("EUC-JP", [0xB0, 0xC2], "安"), ("cp1253", [0xC1, 0xE2], "Αβ"), ("windows-874", [0xA1], "ก"),
  ])
  func `a charset is read where it is named`(name: String, text: [UInt8], expected: String) {
    let parsed = parsed([octets("FN;CHARSET=\(name):") + text])
    #expect(parsed.card?.text(.formattedName) == expected)
    #expect(parsed.warnings == [])
  }

  @Test(arguments: ["UTF-7", "../../etc/passwd", "x-user-defined", "IBM037"])
  func `other names are warned of and looked for nowhere`(name: String) {
    let parsed = parsed([octets("FN;CHARSET=\(name):a") + [0xFC]])
    #expect(parsed.card?.text(.formattedName) == "aü")
    #expect(parsed.warnings.map(\.number) == [3])
  }

  // MARK: - Without a word

  /// 田中太郎 and 東京都千代田区.
  private let japanese: [UInt8] = [0x93, 0x63, 0x92, 0x86, 0x91, 0xBE, 0x98, 0x59]
  private let tokyo: [UInt8] = [
    0x93, 0x8C, 0x8B, 0x9E, 0x93, 0x73, 0x90, 0xE7, 0x91, 0xE3, 0x93, 0x63, 0x8B, 0xE6,
  ]

  @Test func `undeclared Shift_JIS of a telephone is read, with a warning that says so`() {
    let parsed = parsed([
      octets("N:") + japanese + octets(";;;;"), octets("ADR:;;;") + tokyo + octets(";;;"),
      octets("SOUND;X-IRMC-N:") + [0xC0, 0xC5, 0xB6, 0x20, 0xC0, 0xDB, 0xB3] + octets(";;;;"),
    ])
    #expect(parsed.card?.text(.lastName) == "田中太郎")
    #expect(parsed.card?.entries[.addresses]?.first?.value.fields?["city"] == "東京都千代田区")
    #expect(parsed.card?.text(.lastNamePhonetic) == "ﾀﾅｶ ﾀﾛｳ")
    #expect(parsed.warnings.map(\.number) == [2, 2, 2])
    #expect(parsed.warnings.first?.message.contains("Shift_JIS") == true)
  }

  @Test func `undeclared Shift_JIS in quoted-printable is read`() {
    let parsed = parsed([
      octets("N;ENCODING=QUOTED-PRINTABLE:=93c=92=86;=91=BE=98Y;;;"),
      octets("FN;ENCODING=QUOTED-PRINTABLE:=93c=92=86=91=BE=98Y"),
    ])
    #expect(parsed.card?.text(.lastName) == "田中")
    #expect(parsed.card?.text(.firstName) == "太郎")
  }

  @Test(arguments: [
    // Иванов Сергей in Windows-1251 and KOI8-R, Παπαδόπουλος in Windows-1253.
    (
      [0xC8, 0xE2, 0xE0, 0xED, 0xEE, 0xE2, 0x20, 0xD1, 0xE5, 0xF0, 0xE3, 0xE5, 0xE9] as [UInt8],
      "Иванов Сергей"
    ),
    (
      [0xE9, 0xD7, 0xC1, 0xCE, 0xCF, 0xD7, 0x20, 0xF3, 0xC5, 0xD2, 0xC7, 0xC5, 0xCA],
      "Иванов Сергей"
    ),
    ([0xD0, 0xE1, 0xF0, 0xE1, 0xE4, 0xFC, 0xF0, 0xEF, 0xF5, 0xEB, 0xEF, 0xF2], "Παπαδόπουλος"),
  ])
  func `undeclared text of another script is told by its letters`(
    octets text: [UInt8], name: String
  ) {
    let parsed = parsed([octets("FN:") + text])
    #expect(parsed.card?.text(.formattedName) == name)
    #expect(parsed.warnings.map(\.number) == [2])
  }

  @Test(arguments: [
    // What looks like Shift_JIS by chance.
    ([0x4F, 0x92, 0x42, 0x72, 0x69, 0x65, 0x6E] as [UInt8], "O’Brien"),
    ([0x42, 0xE9, 0x6C, 0x61, 0x20, 0x50, 0xE8, 0x72, 0x65], "Béla Père"),
    ([0x53, 0xF6, 0x72, 0x65, 0x6E, 0x20, 0x54, 0xE4, 0x76, 0x65], "Sören Täve"),
    ([0x93, 0x4D, 0x61, 0x78, 0x94, 0x20, 0x96, 0x20, 0x80], "“Max” – €"),
    ([0xC4, 0xD6, 0xDC], "ÄÖÜ"), ([0xC9, 0x6C, 0x69, 0x73, 0x65], "Élise"),
    ([0xDF], "ß"), ([0x4D, 0x65, 0x79, 0x65, 0x72, 0x92, 0x73], "Meyer’s"),
  ])
  func `undeclared Western text is Windows-1252`(octets text: [UInt8], name: String) {
    #expect(parsed([octets("FN:") + text]).card?.text(.formattedName) == name)
  }
}
