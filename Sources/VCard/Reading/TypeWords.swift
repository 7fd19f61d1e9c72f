import ContactModel

/// The words of `TYPE` that say what a value is for.
struct TypeWords: OptionSet, Sendable {
  let rawValue: UInt32

  static let home = TypeWords(rawValue: 1 << 0)
  static let work = TypeWords(rawValue: 1 << 1)
  static let mobile = TypeWords(rawValue: 1 << 2)
  static let fax = TypeWords(rawValue: 1 << 3)
  static let pager = TypeWords(rawValue: 1 << 4)
  static let main = TypeWords(rawValue: 1 << 5)
  static let iPhone = TypeWords(rawValue: 1 << 6)
  static let other = TypeWords(rawValue: 1 << 7)
  static let homePage = TypeWords(rawValue: 1 << 8)
  static let preferred = TypeWords(rawValue: 1 << 9)
  /// `X-IRMC-N`: the sound is a reading of the name.
  static let reading = TypeWords(rawValue: 1 << 10)

  /// The words with a meaning, and those that say nothing about what a value is for.
  static let known: [(String, TypeWords)] = [
    ("HOME", .home), ("WORK", .work), ("CELL", .mobile), ("MOBILE", .mobile), ("FAX", .fax),
    ("PAGER", .pager), ("MAIN", .main), ("IPHONE", .iPhone), ("OTHER", .other),
    ("HOMEPAGE", .homePage), ("HOMEFAX", [.home, .fax]), ("WORKFAX", [.work, .fax]),
    ("PREF", .preferred), ("X-IRMC-N", .reading), ("BUSINESS", .work), ("PERSONAL", .home),
    ("VOICE", []), ("INTERNET", []), ("MSG", []), ("TEXT", []), ("TEXTPHONE", []), ("PCS", []),
    ("X400", []), ("DOM", []), ("INTL", []), ("POSTAL", []), ("PARCEL", []), ("INLINE", []),
  ]

  static let table = WordTable(known)

  /// The label that the words make together; `nil` when they say nothing.
  var label: Label.Standard? {
    if contains(.fax) {
      return contains(.work) ? .workFax : contains(.home) ? .homeFax : .otherFax
    }
    if contains(.pager) { return .pager }
    if contains(.iPhone) { return .iPhone }
    if contains(.mobile) { return .mobile }
    if contains(.main) { return .main }
    if contains(.homePage) { return .homePage }
    if contains(.work) { return .work }
    if contains(.home) { return .home }
    return contains(.other) ? .other : nil
  }
}
