import Testing

@testable import CommandLineTool

@Suite struct SanitizerTests {
  @Test(arguments: [
    ("a\nb\tc\rd", #"a\nb\tc\rd"#), ("\u{1B}[31mred", #"\u{1B}[31mred"#), ("\u{0}", #"\u{0}"#),
    ("\u{7F}\u{9B}", #"\u{7F}\u{9B}"#), ("a\u{202E}b", #"a\u{202E}b"#),
    ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#), ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
  ])
  func `controls and direction overrides are spelt out`(text: String, shown: String) {
    #expect(Sanitizer.clean(text) == shown)
  }

  @Test(arguments: ["Zoë", "山田 太郎", "👩‍👩‍👧", "می‌خواهم", "שלום\u{200F}", #"C:\x"#, ""])
  func `ordinary text is left alone`(text: String) {
    #expect(Sanitizer.clean(text) == text)
  }

  @Test func `every control of C0 and C1 is caught`() {
    for value in Array(UInt32(0)...0x1F) + Array(0x7F...0x9F) {
      let scalar = Unicode.Scalar(value)!
      #expect(Sanitizer.clean(String(scalar)).unicodeScalars.allSatisfy { $0.value >= 0x20 })
      #expect(Sanitizer.isDangerous(scalar))
    }
  }
}

@Suite struct TSVTests {
  @Test func `separators inside a field are escaped`() {
    #expect(TSV.row(["a\tb", "c\nd", "e\\n", "\u{1B}"]) == "a\\tb\tc\\nd\te\\\\n\t\\u{1B}\n")
  }

  @Test func `an empty field keeps its place`() {
    #expect(TSV.row(["", "x", ""]) == "\tx\t\n")
  }
}
