internal import ContactModel

/// What two people are compared by.
struct PersonTraits {
  let isOrganization: Bool
  /// The whole names, folded.
  let names: Set<[UInt8]>
  /// The words of the spelt name, folded; empty for those who have none.
  let words: [[UInt8]]
  let emails: Set<[UInt8]>
  /// Numbers as written and their digits.
  let phones: [(text: String, digits: [UInt8])]
  let birthday: Value?
  let birthdayKey: [UInt8]?
  let suffix: [UInt8]
  /// The words of the organisation, folded.
  let organization: [UInt8]?
  let addresses: Set<Value>
  let uid: [UInt8]
  let card: ContentHash?

  init(_ record: Record) {
    isOrganization = record.isOrganization
    names = Set(WordIndex.wholes(of: record))
    words = [Property.firstName, .middleName, .lastName].flatMap {
      record.text($0).map(WordIndex.words) ?? []
    }
    emails = Set(
      record.entries(.emails).compactMap(\.value.text).filter { !$0.isEmpty }
        .map(EmailIndex.folded))
    phones = record.entries(.phones).compactMap(\.value.text).map { ($0, PhoneDigits.of($0)) }
      .filter { !$0.1.isEmpty }
    birthday = record[.birthday]
    birthdayKey = Self.birthdayKey(birthday)
    suffix = WordIndex.whole(record.text(.suffix).map(WordIndex.words) ?? [])
    organization = Self.organization(record)
    addresses = Set(record.entries(.addresses).map(\.value).filter { $0 != .fields([:]) })
    uid = UIDIndex.folded(record.uid)
    card = record[.card]?.blob?.hash
  }

  /// The words of the organisation, folded, behind a letter that no birthday begins with.
  static func organization(_ record: Record) -> [UInt8]? {
    let words = WordIndex.whole(record.text(.organization).map(WordIndex.words) ?? [])
    return words.isEmpty ? nil : [0x6F] + words
  }

  /// A full birthday as bytes, behind a letter that no organisation begins with.
  static func birthdayKey(_ birthday: Value?) -> [UInt8]? {
    guard case .date(let date)? = birthday, date.year != nil else { return nil }
    return [0x62] + Array("\(date)".utf8)
  }

  /// Whether nothing is known of what the person is called.
  var isNameless: Bool { names.isEmpty }
}
