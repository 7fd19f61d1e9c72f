import Collation
import TestSupport
import Testing

struct FoldingTests {
  /// Each folded word of the query begins a folded word of the name.
  private func found(_ query: String, in name: String) -> Bool {
    let words = Folding.words(of: name)
    return Folding.words(of: query).allSatisfy { word in
      words.contains { $0.utf8.starts(with: word.utf8) }
    }
  }

  @Test func `searches find what the reference list says they find`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/names/search.tsv") else { return }
    for row in rows where row[2] == "yes" {
      let inside = Folding.fold(row[1]).contains(Folding.fold(row[0]))
      #expect(found(row[0], in: row[1]) || inside, "\(row[0]) in \(row[1])")
    }
  }

  @Test(arguments: [
    ("STRASSE", "Straße"), ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Łódź", "lodz"),
    ("Đorđe", "dorde"), ("Iğdır", "igdir"), ("İstanbul", "istanbul"), ("Þór", "thor"),
    ("ﬁn", "FIN"), ("ＡＢ１", "ab1"), ("ｶﾞｷﾞ", "がぎ"), ("キャット", "きやつと"), ("Ô", "o\u{302}"),
    ("مُحَمَّد", "محمد"), ("محـــمد", "محمد"), ("שָׁלוֹם", "שלום"), ("Ἀθῆναι", "αθηναι"),
    ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("O’Brien", "o'brien"), ("Oʼbrien", "O'BRIEN"), ("ЁЖ", "еж"),
  ]) func `these are found by each other`(one: String, other: String) {
    #expect(Folding.fold(one).utf8.elementsEqual(Folding.fold(other).utf8))
  }

  @Test(arguments: [("か", "が"), ("कि", "क"), ("กา", "กี"), ("a b", "ab"), ("na", "nb")])
  func `these stay apart`(one: String, other: String) {
    #expect(Folding.fold(one) != Folding.fold(other))
  }

  @Test(
    arguments: [
      ("Jean-Pierre  O’Brien, jr.", ["jean", "pierre", "obrien", "jr"]),
      ("o'brien", ["obrien"]), ("rock 'n' roll", ["rock", "n", "roll"]), ("李小龍", ["李小龍"]),
      ("", []), (" -–— ", []), ("3M GmbH & Co. KG", ["3m", "gmbh", "co", "kg"]),
      ("Ngô Đình", ["ngo", "dinh"]), ("D’Angelo–Müller", ["dangelo", "muller"]), ("😀 Ada", ["ada"]),
    ] as [(String, [String])])
  func `text divides into these words`(text: String, words: [String]) {
    #expect(Folding.words(of: text) == words)
  }

  @Test func `folding twice changes nothing`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/names/sort.tsv") else { return }
    for name in rows.map({ $0[2] }) + ["ﷺ", "각", "ǅ", "ẞ", "ŉ", "ｶﾞ", "ｰ", "ఇందు"] {
      let once = Folding.fold(name)
      #expect(Folding.fold(once).utf8.elementsEqual(once.utf8))
    }
  }

  @Test func `composed and decomposed text fold alike`() {
    #expect(Folding.fold("\u{E9}").utf8.elementsEqual(Folding.fold("e\u{301}").utf8))
    #expect(Folding.fold("각") == Folding.fold("\u{1100}\u{1161}\u{11A8}"))
  }

  @Test func `the quick way gives what the long way gives`() {
    // The last letter forces the long way.
    for number in 0..<UInt32(0x500) {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let text = "A\(scalar)Bé"
      let long = Folding.fold(text + "日")
      #expect(long.utf8.elementsEqual((Folding.fold(text) + "日").utf8), "U+\(number)")
      let words = Folding.words(of: text + " 日")
      #expect(words == Folding.words(of: text) + ["日"], "U+\(number)")
    }
  }

  @Test func `very long text is folded whole`() {
    let text = String(repeating: "ﷺé ", count: 3000)
    #expect(Folding.words(of: text).count == 3000 * 4)
  }

  @Test func `the version names the rules and Unicode`() {
    #expect(Folding.version.count == 4)
    #expect(Folding.version.first == Folding.algorithmVersion)
    #expect(Folding.version[1] >= 15)
  }
}
