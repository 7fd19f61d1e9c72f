import ContactModel
import Testing

struct RecordIDTests {
  @Test(
    arguments: [
      ("12", .person(12)), ("0", .person(0)), ("person:12", .person(12)), ("group:3", .group(3)),
      ("source:0", .localSource), ("2147483647", .person(.max)), ("007", .person(7)),
    ] as [(String, RecordID)])
  func `a record is named by kind and number`(text: String, id: RecordID) {
    #expect(RecordID(text) == id)
    #expect(RecordID("\(id)") == id)
    #expect(RecordID(code: id.code) == id)
  }

  @Test(
    arguments: [
      "", ":", "group:", ":3", "group", "group:3:4", "Group:3", "-1", "group:-1", "+1", "1 ", " 1",
      "2147483648", "99999999999", "1.0", "١", "x12",
    ])
  func `other texts name no record`(text: String) { #expect(RecordID(text) == nil) }

  @Test func `a person is written as a number alone`() {
    #expect("\(RecordID.person(12))" == "12")
    #expect("\(RecordID.group(3))" == "group:3")
    #expect("\(RecordID.localSource)" == "source:0")
    #expect(RecordID.person(-1).isUnsaved)
  }

  @Test func `sources come before people before groups`() {
    let ids: [RecordID] = [.group(1), .person(2), .source(3), .person(1), .group(0)]
    #expect(ids.sorted() == [.source(3), .person(1), .person(2), .group(0), .group(1)])
  }

  @Test func `slots are written as people name them`() {
    let record = Record.folding([.entry("1", 3)])
    let names: [(Slot, String)] = [
      (.existence, "1"), (.value(.jobTitle), "1/jobTitle"), (.entry(.phones, 3), "1/phones/3"),
      (.entryLabel(.phones, 3), "1/phones/3/label"), (.entryValue(.phones, 3), "1/phones/3/value"),
      (.entryPlace(.phones, 3), "1/phones/3/place"), (.member(.group(2)), "1/members/group:2"),
      (.link(.person(4)), "1/links/4"), (.entry(.phones, 99), "1/phones/?"),
    ]
    for (slot, name) in names { #expect(record.name(of: slot) == name) }
  }
}

struct PropertyTests {
  @Test func `a property is read by its name`() {
    for (property, name) in Property.known {
      #expect(property.name == name)
      #expect(Property(name: name) == property)
    }
    #expect(Set(Property.known.map(\.name)).count == Property.known.count)
    #expect(Property(name: "phone") == nil)
    #expect(Property(name: "") == nil)
  }

  @Test func `a property of a later version is named by number`() {
    let later = Property(rawValue: 300)
    #expect(later.name == "property300")
    #expect(Property(name: "property300") == later)
    #expect(Property(name: "property70000") == nil)
    #expect(Property(name: "property-1") == nil)
  }

  @Test func `the number says what a property holds`() {
    for (property, _) in Property.known {
      let number = property.rawValue
      #expect(property.shape == (number < 64 ? .single : number < 96 ? .multi : .relation))
    }
    #expect(Property(rawValue: 128).shape == .single)
    #expect(Property(rawValue: 129).shape == .multi)
  }
}

struct PartialDateTests {
  @Test(
    arguments: [
      ("1978-01-20", 1978, 1, 20), ("19780120", 1978, 1, 20), ("--01-20", nil, 1, 20),
      ("--0120", nil, 1, 20), ("1978-01", 1978, 1, nil), ("1978", 1978, nil, nil),
      ("--01", nil, 1, nil), ("---20", nil, nil, 20), ("--02-29", nil, 2, 29),
      ("2000-02-29", 2000, 2, 29), ("0001-01-01", 1, 1, 1), ("0000", 0, nil, nil),
      ("9999-12-31", 9999, 12, 31), ("1582-10-10", 1582, 10, 10),
    ] as [(String, Int32?, UInt8?, UInt8?)])
  func `a date is read, and written in its long form`(
    text: String, year: Int32?, month: UInt8?, day: UInt8?
  ) throws {
    let date = try #require(PartialDate(text))
    #expect(date.year == year)
    #expect(date.month == month)
    #expect(date.day == day)
    #expect(PartialDate(date.description) == date)
    if text.count != 8 && text.count != 6 { #expect(date.description == text) }
  }

  @Test(
    arguments: [
      "", "-", "--", "---", "1978-13-01", "1978-00-01", "1978-01-32", "1978-01-00", "1978-02-29",
      "1900-02-29", "1978-04-31", "--13", "--00", "---32", "---00", "--02-30", "78-01-20",
      "1978-1-2", "1978/01/20", "1978-01-20T00:00", "1978-01-20 ", " 1978", "+978", "197801",
      "1978-0120", "10000-01-01", "-044-01-01", "---1", "--1-20", "１９７８", "1978--20",
    ])
  func `texts that are no dates are refused`(text: String) { #expect(PartialDate(text) == nil) }

  @Test func `a date needs a part, and parts that go together`() {
    #expect(PartialDate() == nil)
    #expect(PartialDate(year: 1978, day: 1) == nil)
    #expect(PartialDate(month: 2, day: 30) == nil)
    #expect(PartialDate(year: .max) != nil)
    #expect(PartialDate(year: -43, month: 3, day: 15)?.description == "-0043-03-15")
  }
}

struct LabelTests {
  @Test func `usual words are read in any case and in cards' form`() {
    for standard in Label.Standard.allCases {
      let label = Label.standard(standard)
      #expect(Label(label.word) == label)
      #expect(Label(label.word.uppercased()) == label)
      #expect(Label(token: label.token) == label)
      #expect(Label(label.token) == label)
      #expect(Label(token: "_$!<\(standard.token)>!$_") == label)
    }
    #expect(Label.Standard.allCases.map(\.rawValue) == Array(1...28))
  }

  @Test(
    arguments: [
      ("mobile", "_$!<Mobile>!$_", "mobile"), ("home fax", "_$!<HomeFAX>!$_", "home fax"),
      ("iPhone", "iPhone", "iPhone"), ("apple watch", "_$!<APPLEWATCH>!$_", "Apple Watch"),
      ("Boot ⛵", "Boot ⛵", "Boot ⛵"), ("", "", ""), ("home ", "home ", "home "),
      ("_$!<Yacht>!$_", "_$!<Yacht>!$_", "yacht"), ("_$!<>!$_", "_$!<>!$_", "_$!<>!$_"),
    ])
  func `a label is written for cards and for people`(given: String, token: String, word: String) {
    let label = Label(given)
    #expect(label.token == token)
    #expect(label.word == word)
    #expect("\(label)" == word)
  }

  @Test(arguments: ["home", "HOME", "Home", "_$!<home>!$_", "_$!<HOME>!$_", "work"])
  func `a token that is not the usual one stays as it was written`(token: String) {
    #expect(Label(token: token) == .custom(token))
    #expect(Label(token: token).token == token)
  }
}
