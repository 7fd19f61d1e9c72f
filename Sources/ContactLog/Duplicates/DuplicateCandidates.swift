internal import ContactModel
internal import LMDB

/// Finds the pairs of people that share a row of some index: each index is read once, in order.
struct DuplicateCandidates {
  /// Two numbers of people, the smaller one in the upper half.
  private(set) var pairs: [UInt64] = []
  private(set) var report = DuplicateReport()

  /// How many last digits two phone numbers share that are compared as written, if neither is the end
  /// of the other: there may be a trunk zero in the middle of one.
  private static let sharedDigits = 8
  /// Shorter numbers, as of an extension, say nothing.
  private static let fewestDigits = 5

  private typealias Block = [(text: [UInt8], people: [Int32])]

  init(_ snapshot: borrowing Snapshot) throws {
    try addPlain(.email, \.emails, snapshot)
    try addPlain(.uid, \.uids, snapshot)
    try addPlain(.card, \.cards, tail: 5, snapshot)
    try addPhones(snapshot)
    try addNames(snapshot)
    pairs.sort()
    var last: UInt64?
    pairs.removeAll { pair in
      defer { last = pair }
      return pair == last
    }
  }

  // MARK: - Values

  private mutating func addPlain(
    _ reason: DuplicateReason, _ name: ProjectionName, tail: Int = 6,
    _ snapshot: borrowing Snapshot
  ) throws {
    let rows = try Self.forEachValue(in: name, tail, snapshot) { add(reason, $0, $1) }
    report.rows += rows
  }

  /// Hands over each value of an index with the people who have it, in order of key.
  ///
  /// - Parameters:
  ///   - tail: How many bytes of a key stand behind the value.
  ///   - prefix: What stands in front of it.
  /// - Returns: How many rows it looked at.
  private static func forEachValue(
    in name: ProjectionName, _ tail: Int, prefix: [UInt8] = [], _ snapshot: borrowing Snapshot,
    _ body: ([UInt8], [Int32]) throws -> Void
  ) throws -> Int {
    var text: [UInt8] = []
    var people: [Int32] = []
    var rows = 0
    let table = snapshot.table(name)
    try snapshot.scan(name, from: prefix.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      guard key.count >= prefix.count + tail, let id = key.lastRecord else {
        throw Seal.damage(key, table)
      }
      try Seal.check(key, stored, table)
      rows += 1
      guard id.kind == .person else { return true }
      let value = key.extracting(prefix.count..<(key.count - tail))
      if !value.isSame(as: text.span) {
        if !people.isEmpty { try body(text, people) }
        text = value.array
        people.removeAll(keepingCapacity: true)
      }
      if people.last != id.number { people.append(id.number) }
      return true
    }
    if !people.isEmpty { try body(text, people) }
    snapshot.cost.rows += rows
    return rows
  }

  /// Pairs all who share a value, unless they are too many.
  private mutating func add(_ reason: DuplicateReason, _ text: [UInt8], _ people: [Int32]) {
    guard people.count <= DuplicateReport.mostSharing else {
      note(reason, String(decoding: text, as: UTF8.self), people.count)
      return
    }
    for (index, a) in people.enumerated() {
      for b in people[(index + 1)...] { add(a, b) }
    }
  }

  private mutating func add(_ a: Int32, _ b: Int32) {
    if a == b { return }
    pairs.append(UInt64(UInt32(min(a, b))) << 32 | UInt64(UInt32(max(a, b))))
  }

  private mutating func note(_ reason: DuplicateReason, _ value: String, _ people: Int) {
    report.crowdCount += 1
    guard report.crowds.count < DuplicateReport.mostCrowds else { return }
    report.crowds.append(DuplicateCrowd(reason: reason, value: value, people: people))
  }
}

// MARK: - Phone numbers

extension DuplicateCandidates {
  /// Numbers that end alike stand together; those of one value are the same, of neighbours perhaps.
  private mutating func addPhones(_ snapshot: borrowing Snapshot) throws {
    var block: Block = []
    let rows = try Self.forEachValue(in: \.phones, 6, snapshot) { digits, people in
      if digits.count < Self.fewestDigits { return }
      let shared = PhoneIndex.sharedDigits
      if let first = block.first?.text, first.prefix(shared) != digits.prefix(shared) {
        close(&block)
      }
      block.append((digits, people))
    }
    close(&block)
    report.rows += rows
  }

  private mutating func close(_ block: inout Block) {
    defer { block.removeAll(keepingCapacity: true) }
    for (index, (digits, people)) in block.enumerated() {
      if people.count > 1 { add(.phone, digits.reversed(), people) }
      if people.count > DuplicateReport.mostSharing { continue }
      let needed = min(Self.sharedDigits, digits.count)
      guard needed >= PhoneIndex.sharedDigits else { continue }
      var met = 0
      for (other, others) in block[(index + 1)...] {
        // In order of their last digits, so those behind share no more.
        guard digits.prefix(needed) == other.prefix(needed) else { break }
        met += others.count
        guard met <= DuplicateReport.mostSharing else { break }
        for a in people { for b in others { add(a, b) } }
      }
    }
  }
}

// MARK: - Names

extension DuplicateCandidates {
  private mutating func addNames(_ snapshot: borrowing Snapshot) throws {
    let spec = snapshot.indices.words.spec
    if let edition = try snapshot.edition(of: spec), snapshot.isStored(edition) {
      let prefix = [edition.id, WordIndex.Class.whole.rawValue]
      let rows = try Self.forEachValue(in: \.words, 6, prefix: prefix, snapshot) {
        try addName($0, $1, snapshot)
      }
      report.rows += rows
      return
    }
    var people: [[UInt8]: [Int32]] = [:]
    try snapshot.forEachRecord(.person) { record in
      for name in WordIndex.wholes(of: record) {
        people[name, default: []].append(record.id.number)
      }
      return true
    }
    for (name, people) in people where people.count > 1 { try addName(name, people, snapshot) }
  }

  /// Of a name that many have, those are paired who share birthday or organisation as well.
  private mutating func addName(
    _ name: [UInt8], _ people: [Int32], _ snapshot: borrowing Snapshot
  ) throws {
    add(.name, name, people)
    guard people.count > DuplicateReport.mostSharing else { return }
    var sharing: [[UInt8]: [Int32]] = [:]
    for number in people {
      guard let record = try snapshot.record(.person(number)) else { continue }
      let keys = [
        PersonTraits.birthdayKey(record[.birthday]), PersonTraits.organization(record),
      ]
      for key in keys.compactMap({ $0 }) { sharing[key, default: []].append(number) }
    }
    for people in sharing.values where people.count <= DuplicateReport.mostSharing {
      for (index, a) in people.enumerated() {
        for b in people[(index + 1)...] { add(a, b) }
      }
    }
  }
}
