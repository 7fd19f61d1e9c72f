import Collation
import TestSupport
import Testing

struct CollatorTests {
  private func key(_ name: String, _ collator: Collator) -> [UInt8] {
    var key: [UInt8] = []
    collator.appendSortKey(of: name, to: &key)
    return key
  }

  @Test func `names sort as in every locale of the reference list`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/names/sort.tsv") else { return }
    for (locale, rows) in Dictionary(grouping: rows, by: { $0[0] }) {
      let collator = try Collator(locale: locale)
      for (row, next) in zip(rows, rows.dropFirst()) {
        let (a, b) = (key(row[2], collator), key(next[2], collator))
        let tie = next[3] == "yes"
        #expect(tie ? a == b : a.lexicographicallyPrecedes(b), "\(locale): \(row[2]), \(next[2])")
        #expect(collator.compare(row[2], next[2]) == (tie ? 0 : -1))
      }
    }
  }

  @Test func `BCP 47 identifiers choose the same rules`() throws {
    let names = ["Mueller", "Müller", "Muffler"]
    let icu = try Collator(locale: "de@collation=phonebook")
    let bcp = try Collator(locale: "de-u-co-phonebk")
    #expect(names.map { key($0, icu) } == names.map { key($0, bcp) })
    let plain = try Collator(locale: "de")
    #expect(names.map { key($0, icu) } != names.map { key($0, plain) })
  }

  @Test func `a key has no zero byte and is appended`() throws {
    let collator = try Collator(locale: "en")
    var bytes: [UInt8] = [9]
    collator.appendSortKey(of: "Ada Lovelace", to: &bytes)
    #expect(bytes.first == 9 && bytes.count > 10 && !bytes.contains(0))
  }

  @Test func `long and unusual text has a key`() throws {
    let collator = try Collator(locale: "en")
    for text in ["", String(repeating: "é日😀", count: 5000), "\u{FDFA}\u{0}\u{10FFFF}"] {
      _ = key(text, collator)
    }
    let long = String(repeating: "é日", count: 2000)
    #expect(key(long, collator).lexicographicallyPrecedes(key(long + "a", collator)))
  }

  @Test(arguments: ["", "d", "de/../x", "de@", "1", "de collation", "123456789", "é"])
  func `what is no identifier is refused`(locale: String) {
    #expect(throws: CollationError(code: .malformedLocale)) { try Collator(locale: locale) }
  }

  @Test func `an unknown locale sorts as the root`() throws {
    let root = try Collator(locale: "root")
    let unknown = try Collator(locale: "qx")
    #expect(key("Öberg", unknown) == key("Öberg", root))
  }

  @Test func `the version tells which order it is`() throws {
    let collator = try Collator(locale: "sv")
    #expect(collator.version.count == 4)
    #expect(collator.version.contains { $0 != 0 })
    #expect(Collator.unicodeVersion.hasSuffix(".0"))
  }

  @Test func `one collator serves many threads`() async throws {
    let collator = try Collator(locale: "sv")
    let expected = key("Åke Öberg", collator)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy { _ in
            var key: [UInt8] = []
            collator.appendSortKey(of: "Åke Öberg", to: &key)
            return key == expected
          }
        }
      }
      for await same in group { #expect(same) }
    }
  }
}
