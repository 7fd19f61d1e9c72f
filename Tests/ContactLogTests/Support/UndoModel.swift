import ContactLog

/// What undo and undelete must do, in plain dictionaries: for each slot all that was ever written.
///
/// Knows nothing of events, records or the code under test.
struct UndoModel {
  /// A value written to a slot.
  struct Write {
    var commit: UInt64
    /// `nil`: the slot holds nothing.
    var value: String?
    /// Which write's effect stands: this one, or the earlier one that it brought back.
    var stands: Int
    /// Whether it came with an entry: not an event of its own.
    var isInitial = false
  }

  /// What an undo comes to.
  struct Plan {
    var model: UndoModel
    /// Every slot that is not clean, and whether an undo of the very commit is why.
    var obstacles: [String: Bool] = [:]
    /// Slots with a new write.
    var written: Set<String> = []
  }

  private(set) var slots: [String: [Write]] = [:]
  private(set) var undoes: [UInt64: Set<UInt64>] = [:]
  private(set) var commits: [UInt64] = []

  func value(_ slot: String) -> String? { slots[slot]?.last?.value }

  mutating func begin(_ commit: UInt64, undoing: Set<UInt64> = []) {
    commits.append(commit)
    undoes[commit] = undoing
  }

  mutating func write(_ slot: String, _ value: String?, isInitial: Bool = false) {
    let list = slots[slot] ?? []
    slots[slot] =
      list + [
        Write(
          commit: commits.last ?? 0, value: value, stands: list.count, isInitial: isInitial)
      ]
  }

  // MARK: Names of slots

  fileprivate static func isExistence(_ slot: String) -> Bool { !slot.contains("/") }
  fileprivate static func isMembership(_ slot: String) -> Bool { slot.contains("/members/") }

  /// The records a slot needs: of a membership both.
  fileprivate static func records(_ slot: String) -> [String] {
    let parts = slot.split(separator: "/").map(String.init)
    return isMembership(slot) ? [parts[0], parts[2]] : [parts[0]]
  }

  /// The entry that a value or label belongs to.
  fileprivate static func entry(_ slot: String) -> String? {
    let parts = slot.split(separator: "/")
    return parts.count == 4 ? parts.prefix(3).joined(separator: "/") : nil
  }

  fileprivate static func isEntry(_ slot: String) -> Bool {
    slot.contains("/phones/") && entry(slot) == nil
  }

  // MARK: What can be seen

  /// The slots that hold something one can see.
  var visible: [String: String] {
    slots.keys.reduce(into: [:]) { seen, slot in
      let needed = Self.records(slot) + [Self.entry(slot)].compactMap { $0 }
      if let value = value(slot), needed.allSatisfy({ self.value($0) != nil }) {
        seen[slot] = value
      }
    }
  }

  /// The records there are or were.
  var records: [String] { slots.keys.filter(Self.isExistence).sorted() }

  func memberships(of record: String) -> [String] {
    slots.keys.filter { Self.isMembership($0) && Self.records($0).contains(record) }.sorted()
  }
}

// MARK: - Undo

extension UndoModel {
  /// What a slot needs, was there after a commit, and is not there now.
  fileprivate func removal(of slot: String, since commit: UInt64) -> String? {
    let needed = Self.isExistence(slot) ? [] : Self.records(slot)
    return (needed + [Self.entry(slot)].compactMap { $0 }).first { name in
      value(name) == nil && slots[name]?.last { $0.commit <= commit }?.value != nil
    }
  }

  /// The commit that wrote the effect that stands in a slot.
  fileprivate func standing(_ slot: String) -> UInt64 {
    guard let list = slots[slot], let last = list.last else { return 0 }
    return list[last.stands].commit
  }

  /// Whether another write's effect stands in a slot than did after a commit.
  ///
  /// What the undo itself brings back counts by what it is.
  fileprivate func isOther(_ slot: String, since commit: UInt64) -> Bool {
    guard let list = slots[slot], let last = list.last else { return false }
    if standing(slot) > commit { return true }
    let then = list.last { $0.commit <= commit }
    return last.commit != .max && then?.stands != last.stands
  }

  /// Brings back what a slot held before a write.
  fileprivate mutating func compensate(_ slot: String, before index: Int) {
    guard let list = slots[slot] else { return }
    let before = index == 0 ? nil : list[index - 1]
    slots[slot] =
      list + [
        Write(commit: .max, value: before?.value, stands: before?.stands ?? list.count)
      ]
  }

  /// What a record holds that would be lost with it, as far as it was written after a commit.
  fileprivate func inUse(_ record: String, since commit: UInt64) -> [String] {
    let own = slots.keys.filter { $0.hasPrefix(record + "/") && !Self.isMembership($0) }
    let held = own.filter { slot in
      guard value(slot) != nil, isOther(slot, since: commit) else { return false }
      guard let entry = Self.entry(slot) else { return true }
      // With an entry that counts itself, its parts do not.
      return value(entry) != nil && !isOther(entry, since: commit)
    }
    // A label that was taken away is a change as well.
    let unlabelled = own.filter { slot in
      guard let entry = Self.entry(slot), value(slot) == nil, commit > 0 else { return false }
      return value(entry) != nil && !isOther(entry, since: commit)
        && isOther(slot, since: commit)
    }
    return held + unlabelled + memberships(of: record).filter { value($0) != nil }
  }

  /// Takes commits back, the newest first; what is in the way is so under every policy.
  func undoing(_ commits: Set<UInt64>, _ policy: UndoPolicy) -> Plan {
    let careful = undoing(commits, byForce: false)
    if policy != .force { return careful }
    var forced = undoing(commits, byForce: true)
    forced.obstacles = careful.obstacles
    return forced
  }

  private func undoing(_ commits: Set<UInt64>, byForce: Bool) -> Plan {
    var plan = Plan(model: self)
    var created: Set<String> = []
    for commit in commits.sorted(by: >) {
      let written = slots.compactMap { slot, list -> (slot: String, index: Int)? in
        list.firstIndex { $0.commit == commit && !$0.isInitial }.map { (slot, $0) }
      }.sorted { $0.slot < $1.slot }
      func holds(_ item: (slot: String, index: Int)) -> Bool {
        slots[item.slot]?[item.index].value != nil
      }
      // Removed records and entries come back before their parts, and go behind them.
      let records = written.filter { Self.isExistence($0.slot) }
      let entries = written.filter { Self.isEntry($0.slot) }
      let parts = written.filter { !Self.isExistence($0.slot) && !Self.isEntry($0.slot) }
      let rest = entries.filter { !holds($0) } + parts + entries.filter(holds)
      for (slot, index) in records.filter({ !holds($0) }) + rest {
        plan.undo(slot, index, of: commit, byForce)
      }
      for (slot, index) in records.filter(holds) {
        plan.uncreate(slot, index, of: commit, in: commits, byForce)
        if index == 0 { created.insert(slot) }
      }
    }
    plan.settle(self, created)
    return plan
  }

  /// Slots that a plan writes although another commit's effect stands there.
  func overwritten(by plan: Plan, undoing commits: Set<UInt64>) -> Set<String> {
    plan.written.filter { slot in
      guard let list = slots[slot], let last = list.last else { return false }
      return !list.contains { commits.contains($0.commit) && $0.stands == last.stands }
    }
  }

  /// Brings a removed record back.
  func undeleting(_ record: String) -> Plan {
    var plan = Plan(model: self)
    guard let list = slots[record], let last = list.last else { return plan }
    plan.model.compensate(record, before: list.count - 1)
    for slot in memberships(of: record) {
      guard let list = slots[slot], let end = list.last, list.count > 1, end.commit == last.commit,
        end.value == nil, list[list.count - 2].value != nil,
        Self.records(slot).allSatisfy({ plan.model.value($0) != nil })
      else { continue }
      plan.model.compensate(slot, before: list.count - 1)
    }
    plan.settle(self, [])
    return plan
  }
}

extension UndoModel.Plan {
  /// Notes that a slot is not clean, because of what stands in another one or itself.
  private mutating func note(_ slot: String, _ commit: UInt64, by other: String) {
    guard obstacles[slot] == nil else { return }
    let writers = [model.slots[other]?.last?.commit ?? 0, model.standing(other)]
    obstacles[slot] = writers.contains { model.undoes[$0]?.contains(commit) == true }
  }

  fileprivate mutating func undo(
    _ slot: String, _ index: Int, of commit: UInt64, _ byForce: Bool
  ) {
    guard let list = model.slots[slot], let last = list.last else { return }
    var isClean = true
    if let removal = model.removal(of: slot, since: commit) {
      note(slot, commit, by: removal)
      isClean = false
    } else if last.stands != list[index].stands {
      note(slot, commit, by: slot)
      isClean = false
    }
    if UndoModel.isEntry(slot), list[index].value != nil, last.value != nil {
      let later = ["value", "label"].map { "\(slot)/\($0)" }.filter {
        model.isOther($0, since: commit)
      }
      for part in later { note(part, commit, by: part) }
      if !later.isEmpty { isClean = false }
    }
    if !isClean, !byForce { return }
    if UndoModel.isMembership(slot), index > 0, list[index - 1].value != nil,
      !UndoModel.records(slot).allSatisfy({ model.value($0) != nil })
    {
      return
    }
    model.compensate(slot, before: index)
  }

  /// Takes the creation or the return of a record back.
  fileprivate mutating func uncreate(
    _ slot: String, _ index: Int, of commit: UInt64, in commits: Set<UInt64>,
    _ byForce: Bool
  ) {
    guard let list = model.slots[slot], let last = list.last else { return }
    let isClean = last.stands == list[index].stands
    if !isClean { note(slot, commit, by: slot) }
    if last.value == nil { return }
    let since = index == 0 ? 0 : commit
    let left = model.inUse(slot, since: since)
    for other in left
    where model.standing(other) <= since || !commits.contains(model.standing(other)) {
      note(other, commit, by: other)
    }
    if !isClean || !left.isEmpty, !byForce { return }
    for membership in left where UndoModel.isMembership(membership) {
      model.compensate(membership, before: 0)
    }
    model.compensate(slot, before: index)
  }

  /// Drops writes that change nothing, and what created records held: they go whole or stay whole.
  fileprivate mutating func settle(_ before: UndoModel, _ created: Set<String>) {
    for (slot, list) in model.slots {
      let old = before.slots[slot] ?? []
      guard list.count > old.count, let write = list.last else { continue }
      let isOwn = !UndoModel.isMembership(slot) && !UndoModel.isExistence(slot)
      let takesAway = write.stands >= old.count
      let changesNothing =
        takesAway || UndoModel.isExistence(slot)
        ? old.last?.value == write.value : old.last?.stands == write.stands
      if changesNothing || isOwn && created.contains(where: { slot.hasPrefix($0 + "/") }) {
        model.slots[slot] = old
      } else {
        // One event a slot: the last write is the one.
        var only = write
        if takesAway { only.stands = old.count }
        model.slots[slot] = old + [only]
        written.insert(slot)
      }
    }
  }
}

extension UndoModel {
  /// Gives the new writes of a plan their commit.
  mutating func take(_ plan: Plan, _ commit: UInt64, undoing: Set<UInt64>) {
    self = plan.model
    begin(commit, undoing: undoing)
    for slot in plan.written {
      guard let place = slots[slot]?.indices.last else { continue }
      slots[slot]?[place].commit = commit
    }
  }
}
