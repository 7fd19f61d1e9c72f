internal import ContactModel

/// Says what two people share, and what that is worth.
struct DuplicateJudge {
  let region: String
  let phones: any PhoneComparing

  /// The grade of two people; `nil`: they are hardly one.
  func judge(
    _ a: PersonTraits, _ b: PersonTraits
  ) -> (grade: DuplicateGrade, reasons: [DuplicateReason], objections: [DuplicateObjection])? {
    let reasons = reasons(a, b)
    let objections = objections(a, b)
    let isIdentical = reasons.contains(.uid) || reasons.contains(.card)
    // A person and an organisation share numbers and addresses without being one.
    if a.isOrganization != b.isOrganization, !isIdentical { return nil }
    let isReached = reasons.contains(.email) || reasons.contains(.phone)
    let isPerhapsReached = isReached || reasons.contains(.nationalPhone)
    var grade: Int
    if isIdentical {
      grade = DuplicateGrade.certain.rawValue
    } else if reasons.contains(.name) {
      let isSupported =
        isPerhapsReached || reasons.contains { [.birthday, .organization, .address].contains($0) }
      let found: DuplicateGrade = isReached ? .certain : isSupported ? .likely : .possible
      grade = found.rawValue
    } else if isPerhapsReached {
      let mayBe = reasons.contains(.partOfName) || a.isNameless || b.isNameless
      let found: DuplicateGrade = mayBe ? .likely : .possible
      grade = found.rawValue
    } else {
      return nil
    }
    grade -= objections.count
    return DuplicateGrade(rawValue: grade).map { ($0, reasons, objections) }
  }

  private func reasons(_ a: PersonTraits, _ b: PersonTraits) -> [DuplicateReason] {
    var reasons: [DuplicateReason] = []
    if !a.uid.isEmpty, a.uid == b.uid { reasons.append(.uid) }
    if let card = a.card, card == b.card { reasons.append(.card) }
    if Self.share(a.names, b.names) {
      reasons.append(.name)
    } else if Self.isPart(a.words, of: b.words) || Self.isPart(b.words, of: a.words) {
      reasons.append(.partOfName)
    }
    if Self.share(a.emails, b.emails) { reasons.append(.email) }
    switch match(a.phones, b.phones) {
    case .exact: reasons.append(.phone)
    case .national: reasons.append(.nationalPhone)
    case .short, nil: break
    }
    if let birthday = a.birthdayKey, birthday == b.birthdayKey { reasons.append(.birthday) }
    if let organization = a.organization, organization == b.organization, !a.isOrganization {
      reasons.append(.organization)
    }
    if Self.share(a.addresses, b.addresses) { reasons.append(.address) }
    return reasons
  }

  /// Whether two lists have a value in common.
  private static func share<Value: Hashable>(_ a: [Value], _ b: [Value]) -> Bool {
    if a.isEmpty || b.isEmpty { return false }
    // Somebody may have thousands.
    if a.count * b.count > 100 { return !Set(a).isDisjoint(with: b) }
    return a.contains { b.contains($0) }
  }

  private func objections(_ a: PersonTraits, _ b: PersonTraits) -> [DuplicateObjection] {
    var objections: [DuplicateObjection] = []
    if let first = a.birthday, let second = b.birthday, Self.differ(first, second) {
      objections.append(.birthday)
    }
    if !a.suffix.isEmpty, !b.suffix.isEmpty, a.suffix != b.suffix { objections.append(.suffix) }
    return objections
  }

  /// Whether two birthdays cannot be the same: what one of them leaves open fits.
  private static func differ(_ a: Value, _ b: Value) -> Bool {
    guard case .date(let a) = a, case .date(let b) = b else { return false }
    func differ<T: Equatable>(_ a: T?, _ b: T?) -> Bool { a != nil && b != nil && a != b }
    return differ(a.year, b.year) || differ(a.month, b.month) || differ(a.day, b.day)
  }

  /// Whether each word of a name is, or begins, or is begun by, a word of its own of a longer name, and
  /// one of them is the same.
  private static func isPart(_ words: [[UInt8]], of longer: [[UInt8]]) -> Bool {
    guard !words.isEmpty, words.count <= longer.count, longer.count <= 16 else { return false }
    var left = longer
    var hasSame = false
    for word in words.sorted(by: { $0.count > $1.count }) {
      if let index = left.firstIndex(of: word) {
        hasSame = true
        left.remove(at: index)
      } else if let index = left.firstIndex(where: {
        $0.starts(with: word) || word.starts(with: $0)
      }) {
        left.remove(at: index)
      } else {
        return false
      }
    }
    return hasSame
  }

  /// The best match of two people's numbers.
  private func match(
    _ a: [(text: String, reversed: [UInt8])], _ b: [(text: String, reversed: [UInt8])]
  ) -> PhoneMatch? {
    var best: PhoneMatch?
    // What else they have need not be compared: a person of a thousand numbers is no person.
    for first in a.prefix(Self.mostNumbers) {
      for second in b.prefix(Self.mostNumbers) where Self.mayMatch(first.reversed, second.reversed)
      {
        guard let match = phones.match(first.text, second.text, region: region) else { continue }
        best = max(best ?? match, match)
        if best == .exact { return best }
      }
    }
    return best
  }

  private static let mostNumbers = 50

  /// Whether two numbers end alike; what the plans say of others is not worth asking.
  private static func mayMatch(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    let shared = PhoneIndex.sharedDigits
    guard a.count >= shared, b.count >= shared else { return false }
    return (0..<shared).allSatisfy { a[$0] == b[$0] }
  }
}
