import ContactModel
import TestSupport
import Testing

@testable import ContactLog

/// Phone numbers by their digits alone, without knowledge of numbering plans.
@Suite(.temporaryDirectory) struct PhoneTests {
  @Test(
    arguments: [
      ("+44 20 7946 0018", "442079460018"), ("tel:+1-418-656-9254;ext=102", "14186569254"),
      ("+1 418 656 9254 x102", "14186569254"), ("+1 418 656 9254 ext. 102", "14186569254"),
      ("+1 418 656 9254 extn 5", "14186569254"), ("1 800 ELEPHANT", "180035374268"),
      ("1-800-EXTRAS", "1800398727"), ("p1234p5678w9", "123456789"),
      ("１６５０２５３００００", "16502530000"), ("+٩٦٦٥٠١٢٣٤٥٦٧", "966501234567"), ("०१२", "012"),
      ("*31#0123456789", "31"), ("", ""), ("not-a-number", ""),
      ("(650) 253-0000, 12", "6502530000"),
    ]) func `a number has these digits`(text: String, digits: String)
  {
    #expect(String(decoding: PhoneDigits.of(text), as: UTF8.self) == digits)
  }

  @Test(
    arguments: [
      ("0301234567", "030 123 45-67", .exact), ("+49 30 1234567", "030 1234567", .national),
      ("0049 30 1234567", "+49301234567", .exact), ("1234567", "+49301234567", .national),
      ("1234567", "0049301234567", .national),
      ("1234567", "+493012341234567", .short),
      ("34567", "0301234567", .short), ("4567", "0301234567", nil), ("112", "112", .exact),
      ("0301234567", "0301234568", nil), ("", "", nil),
    ] as [(String, String, PhoneMatch?)])
  func `two numbers agree so`(one: String, other: String, match: PhoneMatch?) {
    let digits = DigitComparison()
    #expect(digits.match(one, other, region: "") == match)
    #expect(digits.match(other, one, region: "DE") == match)
  }

  @Test func `the index finds every pair that agrees`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/phones/pairs.tsv") else { return }
    let store = try Store.create(at: TemporaryDirectory.path + "/store")
    let session = store.session(author: "ada", program: "test")
    let ids = try rows.map { row in
      let pair = (try session.createPerson(), try session.createPerson())
      try session.add(.phones, to: pair.0, .text(row[1]))
      try session.add(.phones, to: pair.1, .text(row[2]))
      return pair
    }
    let commit = try #require(try session.save())
    // Says of all candidates that they agree: what is found is what the index offers.
    struct All: PhoneComparing {
      func match(_ first: String, _ second: String, region: String) -> PhoneMatch? { .exact }
    }
    let agreeing = ["EXACT_MATCH", "NSN_MATCH", "SHORT_NSN_MATCH"]
    try store.read { (snapshot: borrowing Snapshot) throws in
      for (row, pair) in zip(rows, ids) where agreeing.contains(row[4]) {
        let first = try snapshot.find(phone: row[1], comparing: All()).map(\.record)
        let second = try snapshot.find(phone: row[2], comparing: All()).map(\.record)
        #expect(first.contains(commit.id(pair.1)), "\(row[0])")
        #expect(second.contains(commit.id(pair.0)), "\(row[0])")
      }
    }
  }
}
