import ContactLog
import ContactModel
import TestSupport
import Testing

@testable import PhoneNumbers

@Suite(.temporaryDirectory) struct NumberingPlanTests {
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

  @Test func `the index finds whoever a comparison with every number finds`() throws {
    let store = try Store.create(at: TemporaryDirectory.path + "/store")
    let numbers = Self.spellings.values.flatMap { $0 }
    let session = store.session(author: "ada", program: "test")
    for number in numbers {
      try session.add(.phones, to: try session.createPerson(), .text(number))
    }
    try session.save()
    try store.read { (snapshot: borrowing Snapshot) throws in
      let people = try snapshot.list(.person).records
      for (region, own) in Self.spellings {
        // Without a region, every number as it is written in its own.
        let others = numbers.filter { region.isEmpty || $0.hasPrefix("+") }
        for query in own + others {
          let found = try snapshot.find(phone: query, region: region, comparing: plans)
          let matches = Dictionary(uniqueKeysWithValues: found)
          for person in people {
            let number = try snapshot.record(person)?.entries(.phones).first?.value.text ?? ""
            let match = plans.match(number, query, region: region)
            if matches[person] == nil, match == .short, Self.isMobile(number, query) { continue }
            #expect(matches[person] == match, "\(query) in \(region) and \(number)")
          }
        }
      }
    }
  }

  /// Whether one is an Argentinian mobile number with its 15 in the middle and the other has none there:
  /// two telephones, to libphonenumber one number "of which one may be cut".
  private static func isMobile(_ first: String, _ second: String) -> Bool {
    first.contains("15-") != second.contains("15-")
  }

  /// One number of a country each, as people of there write it.
  private static let spellings = [
    "": [],
    "AR": [
      "+54 9 11 2345-6789", "011 15-2345-6789", "11 2345-6789", "15-2345-6789", "+54 11 2345 6789",
    ],
    "AU": ["+61 2 9876 5432", "(02) 9876 5432", "0011 61 2 9876 5432", "9876 5432"],
    "BR": ["+55 11 91234-5678", "0 15 11 91234-5678", "(11) 91234-5678", "91234-5678"],
    "DE": [
      "+49 30 1234567", "030 1234567", "0049 30 1234567", "+49 (0)30 1234567", "1234567",
      "+49 1234567",
    ],
    "FR": ["+33 1 23 45 67 89", "01 23 45 67 89", "0033123456789", "1 23 45 67 89"],
    "GB": ["+44 20 7946 0018", "020 7946 0018", "+44 (0)20 7946 0018", "7946 0018"],
    "HU": ["+36 1 234 5678", "06 1 234 5678", "1 234 5678"],
    "IT": ["+39 06 6982 1234", "06 6982 1234", "0039 06 6982 1234", "+39 6 6982 1234"],
    "JP": ["+81 3-3224-9999", "03-3224-9999", "010 81 3 3224 9999", "3224-9999"],
    "MX": [
      "+52 1 55 5123 4567", "+52 55 5123 4567", "044 55 5123 4567", "01 55 5123 4567",
      "55 5123 4567",
    ],
    "RU": ["+7 495 123-45-68", "8 (495) 123-45-68", "8~10 7 495 123 45 68", "123-45-68"],
    "SG": ["+65 6123 4567", "6123 4567", "001 65 6123 4567"],
    "US": [
      "+1 617 466 3489", "(617) 466-3489", "1-617-466-3489", "466-3489", "+1 466-3489",
      "011 49 30 1234567", "617-466-3489 x 12", "(734) 466-3489",
    ],
  ]

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
