import ContactModel
import Foundation
import TestSupport
import Testing

@testable import ContactLog

/// Merges, edits and un-merges against a model of dictionaries; and small ones, all of them.
@Suite struct MergeModelTests {
  /// Many histories share a store, each with people and groups of its own.
  @Test(arguments: 0..<10) func `edits since go where the model says`(_ part: Int) throws {
    try MemoryFolder.with { path in
      let store = try Store.create(at: path)
      defer { store.close() }
      let groups = try ["A", "B", "C"].map { try store.group($0) }
      for index in 0..<(20 * RandomHistoryTests.factor) {
        let seed = RandomHistoryTests.firstSeed + part * 10_000 + index
        var run = MergeRun(store, groups, seed: UInt64(seed))
        try run.play()
        if let difference = run.difference {
          Issue.record("seed \(seed): \(difference)\n\(run.log.joined(separator: "\n"))")
          break
        }
      }
      let fault = try store.fault()
      #expect(fault == nil)
      let copy = path + "-copy"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      _ = try Store.replay(.store(store), into: copy)
      let other = try Store.open(at: copy)
      defer { other.close() }
      let (mine, theirs) = (try store.digests(), try other.digests())
      #expect(isSame(mine, theirs))
    }
  }

  /// Each of three people has one of these; two go into the first and come out, in each order.
  @Test func `all small merges of three people come apart as they were`() throws {
    let values: [String?] = [nil, "x", "y"]
    let lists = [[], ["x"], ["x", "y"], ["y"]]
    try MemoryFolder.with { path in
      let store = try Store.create(at: path)
      defer { store.close() }
      let group = try store.group("G")
      var count = 0
      for code in 0..<(64 * 27) where code % 11 == 0 || RandomHistoryTests.factor > 1 {
        // Every list with every value now and then; all values and all lists by themselves.
        let digits = (0..<3).map { (code >> (2 * $0)) & 3 }
        let picks = (0..<3).map { (code / 64 / [1, 3, 9][$0] + code / 4) % 3 }
        let people = try store.edit { session in
          for index in 0..<3 {
            let person = try session.createPerson()
            try session.set(.note, of: person, to: values[picks[index]].map { .text($0) })
            for value in lists[digits[index]] {
              _ = try session.add(
                .phones, to: person, .text(value), label: index == 0 ? nil : .home)
            }
            if digits[index] > 1 { try session.addMember(person, to: group) }
          }
        }.ids.values.sorted()
        let before = try people.map { try store.seen($0) }
        let policy: MergePolicy = code & 8 == 0 ? .keep : .other
        try store.merge(people[1], into: people[0], policy: policy)
        try store.merge(people[2], into: people[0], policy: policy)
        for index in code & 4 == 0 ? [1, 2] : [2, 1] { try store.unmerge(people[index]) }
        let after = try people.map { try store.seen($0) }
        count += 1
        if after != before {
          Issue.record("\(digits) \(picks) \(policy): \(before) became \(after)")
          return
        }
      }
      #expect(count > 150)
      let fault = try store.fault()
      #expect(fault == nil)
    }
  }
}

/// One history: two people, a merge, some edits, an un-merge.
struct MergeRun {
  /// What the model knows of an entry of the merged person.
  private struct Entry {
    var identifier: Int32
    var value: String
    var label: Label?
    /// As the merge left it; `nil`: new since.
    var then: (value: String, label: Label?)?
    /// Which entry of the kept and of the other person it is.
    var mine: Int?
    var theirs: Int?
    var isGone = false
  }

  private typealias Line = (value: String, label: Label?)

  private struct Person {
    var values: [Property: String] = [:]
    var lists: [Property: [Line]] = [:]
    var groups: Set<RecordID> = []
  }

  private static let singles: [Property] = [.note, .nickname, .jobTitle]
  private static let multis: [Property] = [.phones, .emails]

  private let store: Store
  private let groups: [RecordID]
  private var random: SeededGenerator
  private var texts = 0
  private(set) var log: [String] = []
  private(set) var difference: String?

  init(_ store: Store, _ groups: [RecordID], seed: UInt64) {
    self.store = store
    self.groups = groups
    random = SeededGenerator(seed: seed)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func text() -> String {
    texts += 1
    return "t\(texts)"
  }

  private mutating func label() -> Label? {
    [nil, .home, .work].randomElement(using: &random) ?? nil
  }

  mutating func play() throws {
    var people = [Person(), Person()]
    for property in Self.singles {
      for index in 0..<2 where chance(60) {
        people[index].values[property] = chance(40) ? "same" : "\(property) \(index)"
      }
    }
    for property in Self.multis {
      for index in 0..<2 {
        for value in ["v1", "v2", "v3"] where chance(50) {
          people[index].lists[property, default: []].append((value, label()))
        }
      }
    }
    for index in 0..<2 { people[index].groups = Set(groups.filter { _ in chance(40) }) }
    let (kept, other) = try save(people)
    let before = people
    let preference: MergePolicy = chance(50) ? .keep : .other
    try store.merge(
      other, into: kept, policy: preference, author: "ada", program: "tests")
    log.append("merge \(other) into \(kept), \(preference): \(people)")

    // The merged person by the model.
    var values: [Property: String] = [:]
    for property in Self.singles {
      let (a, b) = (people[0].values[property], people[1].values[property])
      values[property] = preference == .keep ? a ?? b : b ?? a
    }
    let valuesThen = values
    var lists: [Property: [Entry]] = [:]
    for property in Self.multis { lists[property] = Self.united(people, property) }
    var joined = people[0].groups.union(people[1].groups)
    let joinedThen = joined

    // Edits since.
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      try edit(kept, &values, &lists, &joined)
    }
    let policy = UnmergePolicy.allCases.filter { $0 != .ask }.randomElement(using: &random) ?? .keep
    let merged = try store.seen(kept)
    let report = try store.unmerge(
      other, policy: policy, author: "ada", program: "tests")
    log.append("unmerge, \(policy)")

    // Both again by the model.
    people = before
    for property in Self.singles where values[property] != valuesThen[property] {
      let (a, b) = (before[0].values[property], before[1].values[property])
      for index in Self.sides(a != nil, b != nil, policy) {
        people[index].values[property] = values[property]
      }
    }
    for property in Self.multis {
      Self.part(lists[property] ?? [], property, policy, &people)
    }
    for group in groups where joined.contains(group) != joinedThen.contains(group) {
      for index in Self.sides(
        before[0].groups.contains(group), before[1].groups.contains(group), policy)
      {
        if joined.contains(group) {
          people[index].groups.insert(group)
        } else {
          people[index].groups.remove(group)
        }
      }
    }
    try compare(people, [kept, other])
    guard difference == nil, let commit = report.commit, chance(50) else { return }
    try store.undo([commit.number], author: "ada", program: "tests")
    if try store.seen(kept) != merged || store.seen(other) != nil {
      difference = "the undo of the un-merge is not what was merged"
    }
  }

  /// Who gets a change: the one who had something there, else as the policy says.
  private static func sides(_ mine: Bool, _ theirs: Bool, _ policy: UnmergePolicy) -> [Int] {
    if mine != theirs { return mine ? [0] : [1] }
    return policy == .keep ? [0] : policy == .other ? [1] : [0, 1]
  }

  private static func united(_ people: [Person], _ property: Property) -> [Entry] {
    var entries: [Entry] = []
    for (index, line) in (people[0].lists[property] ?? []).enumerated() {
      entries.append(
        Entry(identifier: Int32(index), value: line.value, label: line.label, mine: index))
    }
    for (index, line) in (people[1].lists[property] ?? []).enumerated() {
      if let same = entries.firstIndex(where: { $0.value == line.value }) {
        entries[same].theirs = index
        if entries[same].label == nil { entries[same].label = line.label }
      } else {
        entries.append(
          Entry(
            identifier: Int32(entries.count), value: line.value, label: line.label, theirs: index))
      }
    }
    for index in entries.indices {
      entries[index].then = (entries[index].value, entries[index].label)
    }
    return entries
  }

  private static func part(
    _ entries: [Entry], _ property: Property, _ policy: UnmergePolicy, _ people: inout [Person]
  ) {
    var gone: [Set<Int>] = [[], []]
    var added: [[Line]] = [[], []]
    for entry in entries {
      guard let then = entry.then else {
        if entry.isGone { continue }
        for index in sides(false, false, policy) { added[index].append((entry.value, entry.label)) }
        continue
      }
      let isChanged = entry.isGone || entry.value != then.value || entry.label != then.label
      guard isChanged else { continue }
      for index in sides(entry.mine != nil, entry.theirs != nil, policy) {
        guard let place = index == 0 ? entry.mine : entry.theirs else { continue }
        if entry.isGone {
          gone[index].insert(place)
          continue
        }
        if entry.value != then.value { people[index].lists[property]?[place].value = entry.value }
        if entry.label != then.label { people[index].lists[property]?[place].label = entry.label }
      }
    }
    for index in 0..<2 {
      let left = (people[index].lists[property] ?? []).enumerated().filter {
        !gone[index].contains($0.offset)
      }
      people[index].lists[property] = left.map(\.element) + added[index]
    }
  }
}

extension MergeRun {
  private func save(_ people: [Person]) throws -> (RecordID, RecordID) {
    var locals: [RecordID] = []
    let commit = try store.edit { session in
      for person in people {
        let id = try session.createPerson()
        locals.append(id)
        try session.set(.firstName, of: id, to: .text("Ada"))
        for (property, value) in person.values {
          try session.set(property, of: id, to: .text(value))
        }
        for (property, lines) in person.lists {
          for line in lines {
            _ = try session.add(property, to: id, .text(line.value), label: line.label)
          }
        }
        for group in person.groups { try session.addMember(id, to: group) }
      }
    }
    return (commit.id(locals[0]), commit.id(locals[1]))
  }

  private mutating func edit(
    _ kept: RecordID, _ values: inout [Property: String], _ lists: inout [Property: [Entry]],
    _ joined: inout Set<RecordID>
  ) throws {
    let session = store.session(author: "ada", program: "tests")
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      guard let property = Self.singles.randomElement(using: &random) else { return }
      // Also to what it was: then nothing changed.
      let value = chance(30) ? nil : chance(30) ? "same" : text()
      values[property] = value
      log.append("set \(property) to \(value ?? "nothing")")
      try session.set(property, of: kept, to: value.map { .text($0) })
    case 1:
      guard let property = Self.multis.randomElement(using: &random) else { return }
      let (value, label) = (text(), label())
      let identifier = try session.add(property, to: kept, .text(value), label: label)
      lists[property, default: []].append(
        Entry(identifier: identifier, value: value, label: label))
      log.append("add \(property)/\(identifier) \(value)")
    case 2:
      guard let group = groups.randomElement(using: &random) else { return }
      if joined.remove(group) == nil {
        joined.insert(group)
        try session.addMember(kept, to: group)
      } else {
        try session.removeMember(kept, from: group)
      }
      log.append("toggle \(group)")
    default:
      guard let property = Self.multis.randomElement(using: &random),
        let index = lists[property]?.indices.filter({ lists[property]?[$0].isGone == false })
          .randomElement(using: &random),
        let entry = lists[property]?[index]
      else { return }
      log.append("change \(property)/\(entry.identifier)")
      if chance(30) {
        lists[property]?[index].isGone = true
        try session.removeEntry(property, entry: entry.identifier, of: kept)
      } else if chance(50) {
        let value = text()
        lists[property]?[index].value = value
        try session.setValue(property, entry: entry.identifier, of: kept, to: .text(value))
      } else {
        let label = label()
        lists[property]?[index].label = label
        try session.setLabel(property, entry: entry.identifier, of: kept, to: label)
      }
    }
    try session.save()
  }

  private mutating func compare(_ people: [Person], _ ids: [RecordID]) throws {
    for (person, id) in zip(people, ids) {
      guard let seen = try store.seen(id) else {
        difference = "\(id) is not there"
        return
      }
      for property in Self.singles
      where seen.values[property] != person.values[property].map({ .text($0) }) {
        difference =
          "\(id)/\(property) is \(String(describing: seen.values[property])), model \(person.values[property] ?? "nothing")"
      }
      for property in Self.multis {
        let mine = (person.lists[property] ?? []).map { "\($0.value) \($0.label?.word ?? "-")" }
        let theirs = (seen.lists[property] ?? []).map {
          "\($0.value.text ?? "") \($0.label?.word ?? "-")"
        }
        if mine != theirs { difference = "\(id)/\(property) is \(theirs), model \(mine)" }
      }
      if Set(seen.groups) != person.groups {
        difference = "\(id) is in \(seen.groups), model \(person.groups.sorted())"
      }
    }
  }
}
