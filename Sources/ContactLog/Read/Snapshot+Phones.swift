public import ContactModel
internal import LMDB

extension Snapshot {
  /// The people with a phone number that may be the same as `number`, best matches first.
  ///
  /// The number may be written in any way: see ``DigitComparison``.
  ///
  /// - Parameters:
  ///   - region: The region whose numbers need no country code, two capital letters, for comparisons
  ///     that know numbering plans; `nil`: that of the store's settings.
  ///   - comparing: Decides what a candidate is worth; digits alone by default.
  /// - Complexity: O(log *n* + candidates), a record and a comparison each: people with a number that
  ///   is an end of this one or ends in it, of whatever it is written in front.
  public func find(
    phone number: String, region: String? = nil,
    comparing: any PhoneComparing = DigitComparison()
  ) throws -> [(record: RecordID, match: PhoneMatch)] {
    let digits = PhoneDigits.of(number)
    if digits.isEmpty { return [] }
    let region = try region ?? reader.settings(held.transaction).region
    var found: [(record: RecordID, match: PhoneMatch)] = []
    // Many may have the same number, as the people of an office have.
    var known: [String: PhoneMatch?] = [:]
    for id in try phoneCandidates(digits, comparing.forms(of: number, region: region)).sorted() {
      guard let record = try record(id) else { continue }
      let best = record.entries(.phones).compactMap { $0.value.text }.compactMap { text in
        if let match = known[text] { return match }
        let match = comparing.match(text, number, region: region)
        known[text] = .some(match)
        return match
      }.max()
      if let best { found.append((id, best)) }
    }
    return found.sorted { ($0.match.rawValue, $1.record) > ($1.match.rawValue, $0.record) }
  }

  /// The people who may have a number, by rows of digits from the last one on.
  ///
  /// Where its parts are known, others may be the same that end in it or are its end: as written, as in
  /// E.164 and as dialled within its country, whatever code or prefix stands in front; and those that
  /// are an end of it behind the country code. Else all are that end in the same seven digits.
  private func phoneCandidates(_ digits: [UInt8], _ forms: PhoneForms?) throws -> Set<RecordID> {
    let written = PhoneDigits.reversed(digits)
    // Numbers of three or four digits are the same or they are not.
    guard written.count >= 5 else { return Set(try keys(in: \.phones, from: written + [0])) }
    var wholes: Set<[UInt8]> = [written]
    var ends: Set<[UInt8]> = []
    if let forms {
      // Keys have no more digits.
      let significant = Array(forms.significant.utf8.suffix(PhoneDigits.most).reversed())
      let code = Array(forms.countryCode.utf8.reversed())
      for form in [forms.countryCode + forms.significant, forms.national, forms.significant] {
        wholes.insert(PhoneDigits.reversed(Array(form.utf8)))
      }
      for count in 5..<max(5, significant.count) {
        ends.insert(significant.prefix(count) + code)
      }
    } else {
      wholes.insert(Array(written.prefix(PhoneIndex.sharedDigits)))
    }
    wholes = wholes.filter { $0.count >= 5 }
    for whole in wholes {
      for count in 5..<whole.count { ends.insert(Array(whole.prefix(count))) }
    }
    var found: Set<RecordID> = []
    for whole in wholes {
      // One that begins with another has no rows that the other has not.
      let isIn = wholes.contains { $0.count < whole.count && whole.starts(with: $0) }
      if isIn { continue }
      found.formUnion(try keys(in: \.phones, from: whole, isWhole: false))
    }
    for end in ends { found.formUnion(try keys(in: \.phones, from: end + [0])) }
    return found
  }

  /// The people with a phone number that has these digits in it, leading zeros aside.
  ///
  /// - Complexity: O(numbers in the store), one row of an index each.
  func find(digits: [UInt8]) throws -> [RecordID] {
    let wanted = PhoneDigits.reversed(digits)
    var found: Set<RecordID> = []
    try forEachIndexRow(in: \.phones, under: [], where: { $0.contains(wanted.span) }) { id, _ in
      found.insert(id)
      return true
    }
    return found.sorted()
  }
}
