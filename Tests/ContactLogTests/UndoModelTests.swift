import ContactModel
import Foundation
import LMDB
import TestSupport
import Testing

@testable import ContactLog

/// Random histories of edits, undos and undeletes against a model of dictionaries.
///
/// `CONTACTLOG_HISTORIES=N` runs N times as many, `CONTACTLOG_SEED=N` begins at another seed.
@Suite struct UndoModelTests {
  private static let historiesEach = 100 * RandomHistoryTests.factor

  /// Many histories share a store, each with people and groups of its own: making stores is dear.
  @Test(arguments: 0..<20) func `undo and undelete do what the model says`(_ part: Int) throws {
    try MemoryFolder.with { path in
      let store = try Store.create(at: path)
      defer { store.close() }
      for index in 0..<Self.historiesEach {
        let seed = RandomHistoryTests.firstSeed + part * Self.historiesEach + index
        do {
          var run = UndoRun(store, seed: UInt64(seed))
          for _ in 0..<10 { try run.step() }
          try run.undoEverything()
        } catch {
          Issue.record("seed \(seed): \(error)")
          break
        }
      }
      try store.read { snapshot in
        for kind in [RecordKind.person, .group] {
          let (count, listed) = (try snapshot.count(kind), try snapshot.list(kind).records)
          #expect(count == 0 && listed == [])
        }
        let tables = snapshot.reader.tables.projections[snapshot.head.liveSet]
        for table in [tables.words, tables.phones, tables.emails] {
          let count = try snapshot.held.transaction.count(of: table)
          #expect(count == 0)
        }
      }
      let fault = try store.fault()
      #expect(fault == nil)
    }
  }
}

/// One history.
struct UndoRun {
  struct Divergence: Error, CustomStringConvertible { var description: String }

  private let store: Store
  private var random: SeededGenerator
  private var model = UndoModel()
  private var texts = 0
  private var log: [String] = []
  private let firstCommit: UInt64

  init(_ store: Store, seed: UInt64) {
    self.store = store
    random = SeededGenerator(seed: seed)
    firstCommit = ((try? store.lastCommit()) ?? 0) + 1
  }

  private mutating func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &random) }

  private mutating func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[number(list.count)] }

  private mutating func text() -> String {
    texts += 1
    return "t\(texts)"
  }

  private func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds {
      throw Divergence(description: what() + "\n  " + log.joined(separator: "\n  "))
    }
  }

  private func id(_ record: String) -> RecordID { RecordID(record) ?? .person(0) }

  private var living: [String] { model.records.filter { model.value($0) != nil } }

  mutating func step() throws {
    switch number(10) {
    case 0, 1: try create()
    case 2...4: try edit()
    case 5: try remove()
    case 6: try undelete()
    default: try undo()
    }
    try compare()
  }

  // MARK: Edits

  private mutating func create() throws {
    let isGroup = number(3) == 0
    let name = text()
    let phone = number(2) == 0 ? text() : nil
    let group = isGroup ? nil : pick(living.filter { $0.hasPrefix("group") })
    var local = RecordID.person(0)
    let commit = try store.edit { session in
      if isGroup {
        local = try session.createGroup(named: name)
      } else {
        local = try session.createPerson()
        try session.set(.firstName, of: local, to: .text(name))
        if let phone { try session.add(.phones, to: local, .text(phone)) }
        if let group { try session.addMember(local, to: id(group)) }
      }
    }
    let record = "\(commit.id(local))"
    log.append("\(commit.number): create \(record)")
    model.begin(commit.number)
    model.write(record, "exists")
    model.write("\(record)/\(isGroup ? "name" : "firstName")", name)
    if let phone, !isGroup { addPhone(record, 0, phone) }
    if let group { model.write("\(group)/members/\(record)", "in") }
  }

  private mutating func addPhone(_ record: String, _ identifier: Int32, _ text: String) {
    let entry = "\(record)/phones/\(identifier)"
    model.write(entry, "entry")
    model.write("\(entry)/value", text, isInitial: true)
    model.write("\(entry)/label", nil, isInitial: true)
  }

  /// Up to three changes of different slots.
  private mutating func edit() throws {
    let session = store.session(author: "ada", program: "tests")
    var changes: [(slot: String, value: String?)] = []
    for _ in 0...number(3) {
      guard let change = try stage(session, but: Set(changes.map(\.slot))) else { continue }
      changes.append(change)
    }
    guard let commit = try session.save() else { return }
    log.append("\(commit.number): \(changes.map { "\($0.slot)=\($0.value ?? "nothing")" })")
    model.begin(commit.number)
    for (slot, value) in changes {
      let parts = slot.split(separator: "/").map(String.init)
      if parts.count == 3, parts[1] == "phones", let value, model.slots[slot] == nil {
        addPhone(parts[0], Int32(parts[2]) ?? 0, value)
      } else {
        model.write(slot, value)
      }
    }
  }

  private mutating func stage(
    _ session: Session, but taken: Set<String>
  ) throws -> (slot: String, value: String?)? {
    let people = living.filter { !$0.hasPrefix("group") }
    guard let person = pick(people) else { return nil }
    func isFree(_ slot: String) -> Bool {
      !taken.contains { $0 == slot || $0.hasPrefix(slot + "/") || slot.hasPrefix($0 + "/") }
    }
    let entries = try session.record(id(person))?.entries(.phones).map(\.identifier) ?? []
    switch number(7) {
    case 0, 1:
      let property: Property = number(2) == 0 ? .firstName : .note
      let slot = "\(person)/\(property)"
      guard isFree(slot) else { return nil }
      let value = number(3) == 0 ? nil : text()
      if value == nil, model.value(slot) == nil { return nil }
      try session.set(property, of: id(person), to: value.map { .text($0) })
      return (slot, value)
    case 2:
      let value = text()
      let identifier = try session.add(.phones, to: id(person), .text(value))
      return ("\(person)/phones/\(identifier)", value)
    case 3, 4, 5:
      guard let entry = pick(entries), model.slots["\(person)/phones/\(entry)"] != nil else {
        return nil
      }
      let slot = "\(person)/phones/\(entry)"
      guard isFree(slot), isFree(slot + "/value"), isFree(slot + "/label") else { return nil }
      switch number(3) {
      case 0:
        try session.removeEntry(.phones, entry: entry, of: id(person))
        return (slot, nil)
      case 1:
        let value = text()
        try session.setValue(.phones, entry: entry, of: id(person), to: .text(value))
        return (slot + "/value", value)
      default:
        let value = number(3) == 0 ? nil : text()
        if value == nil, model.value(slot + "/label") == nil { return nil }
        try session.setLabel(.phones, entry: entry, of: id(person), to: value.map { Label($0) })
        return (slot + "/label", value)
      }
    default:
      guard let group = pick(living.filter { $0.hasPrefix("group") }) else { return nil }
      let slot = "\(group)/members/\(person)"
      guard isFree(slot) else { return nil }
      if model.value(slot) == nil {
        try session.addMember(id(person), to: id(group))
        return (slot, "in")
      }
      try session.removeMember(id(person), from: id(group))
      return (slot, nil)
    }
  }

  private mutating func remove() throws {
    guard let record = pick(living) else { return }
    let commit = try store.edit { try $0.remove(id(record)) }
    log.append("\(commit.number): remove \(record)")
    model.begin(commit.number)
    model.write(record, nil)
    for slot in model.memberships(of: record) where model.value(slot) != nil {
      model.write(slot, nil)
    }
  }

  // MARK: Undo

  private mutating func undelete() throws {
    guard let record = pick(model.records.filter { model.value($0) == nil }) else { return }
    let plan = model.undeleting(record)
    let removal = model.slots[record]?.last?.commit
    let report = try store.undelete([id(record)], author: "ada", program: "tests")
    guard let commit = report.commit else { throw Divergence(description: "no undelete") }
    log.append("\(commit.number): undelete \(record)")
    model.take(plan, commit.number, undoing: Set([removal].compactMap { $0 }))
  }

  /// One commit, some neighbours, or any few: to be taken back at once.
  private mutating func pickCommits() -> Set<UInt64> {
    guard let first = pick(model.commits) else { return [] }
    switch number(4) {
    case 0: return Set(model.commits.filter { (first..<first + 3).contains($0) })
    case 1: return Set((0..<3).compactMap { _ in pick(model.commits) })
    default: return [first]
    }
  }

  private mutating func undo() throws {
    let commits = pickCommits()
    guard !commits.isEmpty, let policy = pick(UndoPolicy.allCases) else { return }
    let before = try book()
    let undo = try undo(commits, policy)
    if let undo, number(2) == 0 {
      // The redo of what was just undone is clean, and nothing is left of both.
      try compare()
      _ = try self.undo([undo], .strict)
      try require(
        try book() == before, "undo and redo of \(commits.sorted()) are not the identity")
    }
  }

  @discardableResult
  private mutating func undo(_ commits: Set<UInt64>, _ policy: UndoPolicy) throws -> UInt64? {
    let plan = model.undoing(commits, policy)
    let name = commits.sorted().map(String.init).joined(separator: ",")
    log.append("undo \(name) \(policy)")
    let overwritten = model.overwritten(by: plan, undoing: commits)
    try require(
      overwritten.isSubset(of: plan.obstacles.keys),
      "the model goes over \(overwritten) and does not say so")
    let isUndone =
      plan.written.isEmpty && !plan.obstacles.isEmpty && plan.obstacles.values.allSatisfy { $0 }
    let isRefused = policy == .strict && !plan.obstacles.isEmpty
    do {
      let report = try store.undo(
        Array(commits), author: "ada", program: "tests", policy: policy)
      try require(!isUndone && !isRefused, "\(policy) undo of \(name) went over obstacles")
      try check(report.obstacles, plan, commits)
      try require(
        (report.commit == nil) == plan.written.isEmpty,
        "undo of \(name) wrote \(report.changes.map(\.slotName)), not \(plan.written)")
      guard let number = report.commit?.number else { return nil }
      log[log.count - 1] = "\(number): undo \(name) \(policy): \(plan.written.sorted())"
      model.take(plan, number, undoing: commits)
      return number
    } catch let error as StoreError where [.superseded, .undone].contains(error.code) {
      try require(
        error.code == .undone ? isUndone : isRefused && !isUndone,
        "\(policy) undo of \(name): \(error.code), \(error.obstacles.map(\.slotName))")
      try check(error.obstacles, plan, commits)
      return nil
    }
  }

  /// The report has every slot that is not clean, each once, no other, and says who is in the way.
  private func check(
    _ obstacles: [UndoObstacle], _ plan: UndoModel.Plan, _ commits: Set<UInt64>
  ) throws {
    let names = obstacles.map(\.slotName).sorted()
    try require(
      names == plan.obstacles.keys.sorted(),
      "the obstacles of \(commits.sorted()) are \(names), not \(plan.obstacles.keys.sorted())")
    for obstacle in obstacles {
      try require(
        (obstacle.reason == .undone) == plan.obstacles[obstacle.slotName],
        "\(obstacle.slotName) is \(obstacle.reason)")
      try require(
        obstacle.commit > obstacle.undoing && commits.contains(obstacle.undoing),
        "\(obstacle.slotName) is in the way of a later commit")
    }
  }

  /// Takes every commit back, the newest first: nothing may be left, and nothing may be in the way.
  mutating func undoEverything() throws {
    for commit in model.commits.reversed() {
      try require(
        try undo([commit], .strict) != nil, "commit \(commit) was not taken back at the end")
    }
    try compare()
    try require(model.visible.isEmpty, "the model is not empty")
  }

  // MARK: Comparison

  /// The records of this history as the store shows them, in the order of their lists.
  private func book() throws -> [String: ModelBook.Item] {
    try store.read { snapshot in
      var book: [String: ModelBook.Item] = [:]
      for record in model.records {
        book[record] = try snapshot.record(id(record)).map(ModelBook.Item.init)
      }
      return book
    }
  }

  private func compare() throws {
    let seen = try store.read { snapshot in
      var seen: [String: String] = [:]
      for name in model.records {
        guard let record = try snapshot.record(id(name)) else { continue }
        seen[name] = "exists"
        for field in record.fields { seen["\(name)/\(field.property)"] = field.value?.text }
        for entry in record.entries(.phones) {
          seen["\(name)/phones/\(entry.identifier)"] = "entry"
          seen["\(name)/phones/\(entry.identifier)/value"] = entry.value.text
          seen["\(name)/phones/\(entry.identifier)/label"] = entry.label?.word
        }
        for member in try snapshot.members(of: id(name)) {
          seen["\(name)/members/\(member)"] = "in"
        }
      }
      return seen
    }
    let wanted = model.visible
    let wrong = Set(seen.keys).union(wanted.keys).filter { seen[$0] != wanted[$0] }
    try require(
      wrong.isEmpty,
      "differs: \(wrong.sorted().map { "\($0) is \(seen[$0] ?? "nothing") not \(wanted[$0] ?? "nothing")" })"
    )
  }
}
