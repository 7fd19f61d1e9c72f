internal import Collation
internal import ContactModel

/// A query made ready for comparing many records.
struct QueryFilter {
  /// The folded words of all names asked for.
  private(set) var names: [[UInt8]] = []
  private(set) var organizations: [[UInt8]] = []
  private(set) var phones: [String] = []
  private(set) var emails: [String] = []
  /// The members of the smallest group asked for.
  private(set) var smallestGroup: Set<RecordID>?
  /// Whether nothing can match.
  private(set) var isHopeless = false
  /// Whether names are all that is asked for, so that the index has said everything.
  private(set) var isRankEnough = false

  /// Whether names are found by what is within their words, too.
  var looksInside = false

  private var tests: [(test: Test, isNegated: Bool)] = []
  private let options: SearchOptions

  /// A condition with its text folded.
  private enum Test {
    case name([[UInt8]])
    case text([[UInt8]])
    case phone(String)
    case email([UInt8])
    case organization([[UInt8]])
    case group(Set<RecordID>)
    case has(Query.Content)
    case changedSince(Int64)
    case createdBy([UInt8])
  }

  init(_ query: Query, _ options: SearchOptions, _ snapshot: borrowing Snapshot) throws {
    self.options = options
    for term in query.terms {
      let isWanted = !term.isNegated
      let test: Test
      switch term.condition {
      case .name(let text):
        let words = WordIndex.words(text)
        if isWanted { names += words }
        if isWanted, words.isEmpty { isHopeless = true }
        test = .name(words)
      case .text(let text):
        let words = WordIndex.words(text)
        if isWanted, words.isEmpty { isHopeless = true }
        test = .text(words)
      case .phone(let number):
        if isWanted { phones.append(number) }
        test = .phone(number)
      case .email(let address):
        if isWanted { emails.append(address) }
        if isWanted, address.isEmpty { isHopeless = true }
        test = .email(EmailIndex.folded(address))
      case .organization(let text):
        let words = WordIndex.words(text)
        if isWanted { organizations += words }
        if isWanted, words.isEmpty { isHopeless = true }
        test = .organization(words)
      case .group(let name):
        let members = try Self.members(ofGroups: name, snapshot)
        if isWanted, members.count < smallestGroup?.count ?? .max { smallestGroup = members }
        test = .group(members)
      case .has(let content): test = .has(content)
      case .changedSince(let time): test = .changedSince(time)
      case .createdBy(let author):
        var folded: [UInt8] = []
        Folding.appendFolded(author, to: &folded)
        test = .createdBy(folded)
      }
      tests.append((test, term.isNegated))
    }
    isRankEnough = query.terms.allSatisfy {
      if case .name = $0.condition { !$0.isNegated } else { false }
    }
    if query.terms.isEmpty { isHopeless = true }
  }

  /// The members of every group that a name finds, those of groups in groups included.
  private static func members(
    ofGroups name: String, _ snapshot: borrowing Snapshot
  ) throws -> Set<RecordID> {
    var groups = try snapshot.find(name: name).filter { $0.kind == .group }
    var members: Set<RecordID> = []
    var entered = Set(groups)
    while let group = groups.popLast() {
      for member in try snapshot.members(of: group) {
        members.insert(member)
        if member.kind == .group, entered.insert(member).inserted { groups.append(member) }
      }
    }
    return members
  }

  /// What a record is worth as an answer; `nil` when it is none.
  func matches(
    _ record: Record, _ snapshot: borrowing Snapshot
  ) throws -> (rank: WordIndex.Class?, phone: PhoneMatch?)? {
    var phone: PhoneMatch?
    for (test, isNegated) in tests {
      var match: PhoneMatch?
      if case .name(let words) = test, looksInside, !isNegated {
        guard WordIndex.isInside(record, words) else { return nil }
        continue
      }
      guard try holds(test, for: record, snapshot, &match) != isNegated else { return nil }
      if !isNegated, let match { phone = max(phone ?? match, match) }
    }
    return (names.isEmpty ? nil : WordIndex.rank(of: record, names), phone)
  }

  private func holds(
    _ test: Test, for record: Record, _ snapshot: borrowing Snapshot, _ match: inout PhoneMatch?
  ) throws -> Bool {
    switch test {
    case .name(let words): return WordIndex.rank(of: record, words) != nil
    case .text(let words): return WordIndex.matches(record.allTexts, words)
    case .phone(let number):
      let texts = record.entries(.phones).compactMap { $0.value.text }
      match = texts.compactMap {
        options.phones.match($0, number, region: options.region ?? "")
      }.max()
      if match != nil { return true }
      let digits = PhoneDigits.reversed(PhoneDigits.of(number))
      return texts.contains {
        PhoneDigits.reversed(PhoneDigits.of($0)).span.contains(digits.span)
      }
    case .email(let wanted):
      let isDomain = wanted.first == UInt8(ascii: "@")
      return record.entries(.emails).compactMap { $0.value.text }.map(EmailIndex.folded)
        .contains {
          isDomain ? $0.span.ends(with: wanted.span) : $0.span.starts(with: wanted.span)
        }
    case .organization(let words):
      guard let text = record.text(.organization), !words.isEmpty else { return false }
      return WordIndex.matches([text], words)
    case .group(let members): return members.contains(record.id)
    case .has(let content): return try has(content, record, snapshot)
    case .changedSince(let time): return record.modified >= time
    case .createdBy(let author):
      guard let found = try snapshot.event(at: record.origin),
        let commit = try snapshot.commit(found.commit)
      else { return false }
      var folded: [UInt8] = []
      Folding.appendFolded(commit.header.author, to: &folded)
      return folded == author
    }
  }

  private func has(
    _ content: Query.Content, _ record: Record, _ snapshot: borrowing Snapshot
  ) throws -> Bool {
    func isSet(_ properties: Property...) -> Bool {
      properties.contains {
        switch record[$0] {
        case nil: false
        case .text(let text): !text.isEmpty
        default: true
        }
      }
    }
    return switch content {
    case .photo: isSet(.image)
    case .phone: !record.entries(.phones).isEmpty
    case .email: !record.entries(.emails).isEmpty
    case .address: !record.entries(.addresses).isEmpty
    case .birthday: isSet(.birthday, .alternateBirthday)
    case .note: isSet(.note)
    case .nickname: isSet(.nickname)
    case .organization: isSet(.organization)
    case .date: !record.entries(.dates).isEmpty
    case .url: !record.entries(.urls).isEmpty
    case .message: !record.entries(.instantMessages).isEmpty
    case .relation: !record.entries(.relatedNames).isEmpty
    case .profile: !record.entries(.socialProfiles).isEmpty
    case .group: try !snapshot.groups(of: record.id).isEmpty
    case .link: try record.id.kind == .person && !snapshot.links(of: record.id).isEmpty
    }
  }
}

extension Record {
  /// Every text the record holds, labels of the user's own included.
  var allTexts: [String] {
    var texts: [String] = []
    func add(_ value: Value?) {
      switch value {
      case .text(let text)?: texts.append(text)
      case .fields(let fields)?: texts += fields.pairs.map(\.value)
      default: break
      }
    }
    for field in self.fields { add(field.value) }
    for list in lists {
      for entry in list.entries where !entry.isRemoved {
        add(entry.value)
        if case .custom(let words)? = entry.label { texts.append(words) }
      }
    }
    return texts
  }
}
