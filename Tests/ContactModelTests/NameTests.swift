import ContactModel
import Testing

struct NameTests {
  private func person(_ values: [Property: Value], phones: [String] = [], emails: [String] = [])
    -> Record
  {
    var record = Record.folding(
      values.sorted { $0.key < $1.key }.map { .valueSet($0.key, $0.value) })
    for (property, texts) in [(Property.phones, phones), (.emails, emails)] {
      for (index, text) in texts.enumerated() {
        record.apply(
          .entryAdded(
            property, identifier: Int32(index), after: 0, label: nil, value: .text(text)),
          at: 100 + Position(property.rawValue) * 10 + Position(index))
      }
    }
    return record
  }

  @Test func `BROKEN-07: the composite name is made of the parts, prefix first`() {
    let record = person([
      .lastName: "Muster", .firstName: "Eva", .middleName: "M.", .prefix: "Dr.", .suffix: "jun.",
    ])
    #expect(record.compositeName() == "Dr. Eva M. Muster jun.")
    #expect(record.compositeName(lastNameFirst: true) == "Dr. Muster Eva M. jun.")
  }

  @Test func `BROKEN-05: a company without a name of its own is shown by its organisation`() {
    let record = person([.organization: "Cafe Beispiel"], phones: ["030123456"])
    #expect(record.compositeName() == "Cafe Beispiel")
  }

  @Test func `BROKEN-03: a person with nothing but an e-mail is shown by it`() {
    #expect(person([:], emails: ["a@example.org"]).compositeName() == "a@example.org")
  }

  @Test func `what stands in for a name, in this order`() {
    var values: [Property: Value] = [
      .formattedName: "The Countess", .organization: "Engines", .nickname: "Ada",
    ]
    let (phones, emails) = (["+44 1"], ["ada@example.org"])
    for expected in ["The Countess", "Engines", "Ada", "ada@example.org"] {
      let record = person(values, phones: phones, emails: emails)
      #expect(record.compositeName() == expected)
      if let key = values.first(where: { $0.value == .text(expected) })?.key { values[key] = nil }
    }
    #expect(person([:], phones: phones).compositeName() == "+44 1")
    #expect(person([.firstName: "", .organization: ""]).compositeName() == "")
  }

  @Test func `an organisation is shown by its name first`() {
    let values: [Property: Value] = [.organization: "Engines", .firstName: "Ada"]
    #expect(person(values).compositeName() == "Ada")
    #expect(person(values.merging([.personKind: .integer(1)]) { $1 }).compositeName() == "Engines")
    #expect(person([.firstName: "Ada", .personKind: .integer(1)]).compositeName() == "Ada")
  }

  @Test func `a group and a source are shown by their name`() {
    var group = Record(id: .group(1))
    group.apply(.created(uid: "G", source: 0), at: 1)
    #expect(group.compositeName() == "")
    group.apply(.valueSet(.name, "Friends"), at: 2)
    #expect(group.compositeName() == "Friends")
  }

  @Test(
    arguments: [
      ("박", "민수", "박민수"), ("王", "小明", "王小明"), ("山田", "太郎", "山田太郎"),
      ("さとう", "はなこ", "さとうはなこ"), ("アインシュタイン", "アルベルト", "アインシュタイン・アルベルト"),
      ("Müller", "小明", "小明 Müller"), ("Lovelace", "Ada", "Ada Lovelace"), ("박", "", "박"),
    ])
  func `NAME-05: an East Asian name comes family name first, without a space`(
    last: String, first: String, composite: String
  ) {
    let record = person([.lastName: .text(last), .firstName: .text(first)])
    #expect(record.compositeName() == composite)
  }

  @Test func `NAME-05: a title keeps its space before an East Asian name`() {
    let record = person([.prefix: "Dr.", .lastName: "박", .firstName: "민수"])
    #expect(record.compositeName() == "Dr. 박민수")
  }

  @Test func `NAME-07: a name that starts with joined code points is kept whole`() {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let record = person([.firstName: .text(family), .lastName: "Miller"])
    #expect(record.compositeName() == "\(family) Miller")
    #expect(record.compositeName().first == Character(family))
  }

  @Test func `NAME-09: an override of direction stays in the stored name`() {
    let record = person([.firstName: "Eva\u{202E}retsuM"])
    #expect(record.text(.firstName)?.unicodeScalars.contains("\u{202E}") == true)
  }
}
