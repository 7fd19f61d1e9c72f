import Testing

@testable import CommandLineTool

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Zoë", 3), ("Zoe\u{308}", 3), ("山田", 4), ("한글", 4), ("ﾊﾝ", 2),
    ("ＡＢ", 4), ("😀", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("नि", 1), ("ก็", 1),
    ("\u{1112}\u{1161}\u{11AB}", 2),
  ])
  func `columns are counted as a terminal shows them`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("山田太郎", 5, "山田…"), ("山田太郎", 4, "山…"),
    ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `text is cut at a column with an ellipsis`(text: String, columns: Int, cut: String) {
    #expect(DisplayWidth.truncate(text, to: columns) == cut)
    #expect(DisplayWidth.of(cut) <= columns)
  }
}
