import ContactLog
import TestSupport
import Testing

@testable import PhoneNumbers

struct NumberingPlanTests {
  private let plans = NumberingPlans()

  @Test func `every pair of the reference list agrees as listed`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/phones/pairs.tsv") else { return }
    let grades: [String: PhoneMatch] = [
      "EXACT_MATCH": .exact, "NSN_MATCH": .national, "SHORT_NSN_MATCH": .short,
    ]
    #expect(rows.count == 39)
    for row in rows {
      let match = plans.match(row[1], row[2], region: row[3])
      #expect(match == grades[row[4]], "\(row[0]): \(row[11])")
      #expect(plans.match(row[2], row[1], region: row[3]) == match, "\(row[0]), turned round")
    }
  }

  // PHONE-02, PHONE-04
  @Test(
    arguments: [
      ("+44 20 7946 0123", "02079460123", "GB"),
      ("+39 347 123 45 67", "347 123 45 67", "IT"),
      ("+39 011 234 5678", "011 234 5678", "IT"),
    ])
  func `a number without its country code is the same number`(
    one: String, other: String, region: String
  ) {
    #expect(plans.match(one, other, region: region) == .exact)
  }

  // PHONE-04, PHONE-06
  @Test(
    arguments: [
      ("+39 11 234 5678", "011 234 5678", "IT"), ("0415 555 0100", "415 555 0100", "US"),
    ])
  func `a zero that does not belong there makes a match uncertain at most`(
    one: String, other: String, region: String
  ) {
    let match = plans.match(one, other, region: region)
    #expect(match == nil || match == .short)
  }

  @Test func `without a region a number is compared with the end of the other`() {
    #expect(plans.match("+44 20 7946 0123", "020 7946 0123", region: "") != nil)
    #expect(plans.match("+44 20 7946 0123", "020 7946 0124", region: "") == nil)
  }

  @Test(.timeLimit(.minutes(1))) func `odd text is no number, and no fault`() {
    // No arguments of the test: their descriptions take longer than all the rest.
    let texts = [
      "", "+", "\u{0}", "\u{0}1234567", "+\u{0}", String(repeating: "9", count: 1000),
      String(repeating: "+", count: 100_000), String(repeating: "\u{301}", count: 50_000),
      "\u{FFFD}\u{10FFFF}", "tel:;ext=", "(((((((((((((1", String(repeating: "a1", count: 120),
    ]
    for text in texts {
      for region in ["DE", "", "XX", "\u{0}", "germany"] {
        #expect(plans.match(text, "+49 30 1234567", region: region) == nil || text.count < 20)
        _ = plans.match(text, text, region: region)
      }
    }
  }

  @Test func `one comparison serves many threads`() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<50).allSatisfy { _ in
            plans.match("+44 20 7946 0123", "02079460123", region: "GB") == .exact
          }
        }
      }
      for await same in group { #expect(same) }
    }
  }
}
