internal import ContactModel

/// What two people are compared by.
///
/// A class, as one person is compared with many and would be copied each time; lists, as they are short
/// and a set would hash each value for every pair.
final class PersonTraits {
  let isOrganization: Bool
  /// The whole names, folded.
  let names: [[UInt8]]
  /// The words of the spelt name, folded; empty for those who have none.
  let words: [[UInt8]]
  let emails: [[UInt8]]
  /// Numbers as written and their digits, last one first.
  let phones: [(text: String, reversed: [UInt8])]
  let birthday: Value?
  let birthdayKey: [UInt8]?
  let suffix: [UInt8]
  /// The words of the organisation, folded.
  let organization: [UInt8]?
  let addresses: [Value]
  let uid: [UInt8]
  let card: ContentHash?

  init(_ record: Record) {
    isOrganization = record.isOrganization
    names = WordIndex.wholes(of: record)
    words = [Property.firstName, .middleName, .lastName].flatMap {
      record.text($0).map(WordIndex.words) ?? []
    }
    emails = record.entries(.emails).compactMap(\.value.text).filter { !$0.isEmpty }
      .map(EmailIndex.folded)
    phones = record.entries(.phones).compactMap(\.value.text)
      .map { ($0, PhoneDigits.reversed(PhoneDigits.of($0))) }.filter { !$0.1.isEmpty }
    birthday = record[.birthday]
    birthdayKey = Self.birthdayKey(birthday)
    suffix = WordIndex.whole(record.text(.suffix).map(WordIndex.words) ?? [])
    organization = Self.organization(record)
    addresses = record.entries(.addresses).map(\.value).filter { $0 != .fields([:]) }
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
