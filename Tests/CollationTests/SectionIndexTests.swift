import Collation
import TestSupport
import Testing

struct SectionIndexTests {
  private func label(_ name: String, _ locale: String) throws -> String {
    let collator = try Collator(locale: locale)
    var key: [UInt8] = []
    collator.appendSortKey(of: name, to: &key)
    return collator.sections.labels[collator.sections.section(of: key.span)]
  }

  @Test(
    arguments: [
      ("root", "Anna", "A"), ("root", "Álvaro", "A"), ("root", "zoë", "Z"), ("root", "Ørsted", "O"),
      ("root", "Åberg", "A"), ("sv", "Åberg", "Å"), ("sv", "Älvsjö", "Ä"), ("sv", "Öberg", "Ö"),
      ("sv", "Waldén", "W"), ("cs", "Chalupa", "CH"), ("cs", "Čech", "Č"), ("cs", "Cibulka", "C"),
      ("es", "Ñíguez", "Ñ"), ("es", "Chávez", "C"), ("de", "Ärzte", "A"), ("da", "Ørsted", "Ø"),
      ("root", "Ольга", "О"), ("ru", "Ёлкин", "Е"), ("root", "Ёлкин", "Е"), ("be", "Ёлкин", "Ё"),
      ("ru", "Anna", "A"), ("root", "Ωμέγα", "Ω"),
      ("root", "אפרים", "א"), ("root", "أحمد", "ا"), ("root", "李小龍", "漢"), ("ja", "安藤", "漢"),
      ("ja", "あんどう", "あ"), ("ja", "アンドウ", "あ"), ("root", "ガス", "か"), ("ko", "박민수", "ㅂ"),
      ("root", "박민수", "ㅂ"), ("zh", "李小龍", "L"), ("zh", "Lucas", "L"), ("zh_Hant", "一", "1劃"),
      ("root", "3M", "#"), ("root", "😀 Ada", "#"), ("root", "", "#"), ("root", "தமிழ்", "…"),
      ("hu", "Csilla", "CS"), ("hu", "Cecil", "C"), ("en", "Łukasz", "L"), ("pl", "Łukasz", "Ł"),
    ] as [(String, String, String)])
  func `a name stands in this section`(locale: String, name: String, section: String) throws {
    #expect(try label(name, locale) == section)
  }

  @Test(arguments: ["root", "en", "de@collation=phonebook", "sv", "cs", "ja", "zh", "ko", "ar"])
  func `sections ascend and begin with the signs`(locale: String) throws {
    let sections = try Collator(locale: locale).sections
    #expect(sections.labels.first == "#" && sections.starts.first == [])
    #expect(sections.labels.count == sections.starts.count && sections.labels.count > 100)
    for (a, b) in zip(sections.starts, sections.starts.dropFirst()) {
      #expect(a.lexicographicallyPrecedes(b))
    }
  }

  @Test func `names of every reference list ascend by section`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/names/sort.tsv") else { return }
    for (locale, rows) in Dictionary(grouping: rows, by: { $0[0] }) {
      let collator = try Collator(locale: locale)
      let sections = rows.map { row in
        var key: [UInt8] = []
        collator.appendSortKey(of: row[2], to: &key)
        return collator.sections.section(of: key.span)
      }
      #expect(sections == sections.sorted(), "\(locale)")
    }
  }

  @Test(arguments: [
    "de", "zh_Hant_TW", "de@collation=phonebook", "de-u-co-phonebk", "root", "pt-BR",
  ])
  func `a locale that there is is known`(locale: String) {
    #expect(KnownNames.isLocale(locale))
  }

  @Test(arguments: ["qx", "xx_DE", "de_XX", "", "english", "de/", "12"])
  func `a locale that there is not is unknown`(locale: String) {
    #expect(!KnownNames.isLocale(locale))
  }

  @Test func `regions are told`() {
    #expect(["DE", "GB", "TW", "US"].allSatisfy(KnownNames.isRegion))
    #expect(!["XX", "de", "", "DEU", "ZZ", "1"].contains(where: KnownNames.isRegion))
  }
}
