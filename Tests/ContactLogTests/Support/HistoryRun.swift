import ContactModel

@testable import ContactLog

/// Takes a store and a model through the same history and compares them on the way.
final class HistoryRun {
  /// Where store and model disagree.
  struct Divergence: Error, CustomStringConvertible { var description: String }

  let path: String
  private(set) var store: Store
  private(set) var session: Session
  /// What is saved, and what it is with the session's changes.
  private(set) var saved = ModelBook()
  private(set) var pending = ModelBook()
  /// What was saved, by commit; first the empty book.
  private(set) var states = [ModelBook()]
  /// The identifier that the next entry of a list gets.
  private var highWater: [RecordID: [Property: Int32]] = [:]
  private var pendingHighWater: [RecordID: [Property: Int32]] = [:]
  private var nextNumber: [RecordKind: Int32] = [.person: 1, .group: 1]
  private var created: [RecordID] = []
  private(set) var uids: [RecordID: [UInt8]] = [:]
  private var uidCount = 0

  init(path: String) throws {
    self.path = path
    store = try Store.create(at: path)
    session = store.session(author: "ada", program: "tests")
  }

  func close() { store.close() }

  func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw Divergence(description: what()) }
  }

  /// Carries out a step and compares what it touched.
  func perform(_ step: HistoryStep) throws {
    switch step.kind {
    case .createPerson, .createGroup, .remove: try changeRecords(step)
    case .set, .setImage: try changeValues(step)
    case .addEntry, .replaceEntry, .relabelEntry, .moveEntry, .removeEntry: try changeEntries(step)
    case .addMember, .removeMember, .link, .unlink, .keepApart: try changeRelations(step)
    case .save: try save()
    case .revert: revert()
    case .reopen: try reopen()
    case .undoLast:
      if states.count > 1 { try undo(UInt64(states.count - 1)) }
    case .undoAny:
      if states.count > 1 { try undo(UInt64(1 + step.a % (states.count - 1))) }
    }
    let isDirty = pending != saved
    try require(
      session.hasUnsavedChanges == isDirty, "hasUnsavedChanges is \(!isDirty) after \(step)")
  }

  private func pick<T>(_ list: [T], _ number: Int) -> T? {
    list.isEmpty ? nil : list[number % list.count]
  }
}

// MARK: - Changes

extension HistoryRun {
  private func changeRecords(_ step: HistoryStep) throws {
    switch step.kind {
    case .createPerson:
      uidCount += 1
      let id = try session.createPerson(uid: "U\(uidCount)")
      pending.items[id] = ModelBook.Item(uid: Array("U\(uidCount)".utf8))
      created.append(id)
    case .createGroup:
      uidCount += 1
      let name = TextPool.names[step.a % TextPool.names.count].text
      let id = try session.createGroup(named: name, uid: "U\(uidCount)")
      pending.items[id] = ModelBook.Item(
        uid: Array("U\(uidCount)".utf8), values: [.name: Array(name.utf8)])
      created.append(id)
    default:
      guard let id = pick(pending.items.keys.sorted(), step.a) else { return }
      try session.remove(id)
      pending.remove(id)
      try require(try session.record(id) == nil, "\(id) is still there after its removal")
    }
    try compareSession()
  }

  private func changeValues(_ step: HistoryStep) throws {
    guard let id = pick(pending.items.keys.sorted(), step.a) else { return }
    if step.kind == .setImage {
      let image = TextPool.images[step.b % TextPool.images.count]
      try session.setImage(image, mediaType: "image/png", of: id)
      pending.items[id]?.values[.image] = ContentHash(of: image.span).bytes
    } else {
      let properties: [Property] =
        id.kind == .group ? [.name] : TextPool.nameProperties + [.note, .jobTitle]
      let property = properties[step.b % properties.count]
      let texts = property == .note ? TextPool.notes : TextPool.names.map(\.text)
      let number = step.c % (texts.count + 1)
      let text = number == texts.count ? nil : texts[number]
      try session.set(property, of: id, to: text.map { .text($0) })
      pending.items[id]?.values[property] = text.map { Array($0.utf8) }
    }
    try compareSession(id)
  }

  private func changeEntries(_ step: HistoryStep) throws {
    let isEmail = step.b % 3 == 0
    let property: Property = isEmail ? .emails : .phones
    let texts = isEmail ? TextPool.emails : TextPool.phones
    let text = texts[step.c % texts.count]
    let labelText = TextPool.labels[step.c / 7 % TextPool.labels.count]
    let label = labelText.map { Label($0) }
    let people = pending.ids(.person)
    if step.kind == .addEntry {
      guard let id = pick(people, step.a) else { return }
      let identifier = try session.add(property, to: id, .text(text), label: label)
      let next = pendingHighWater[id]?[property] ?? 0
      try require(identifier == next, "the entry got identifier \(identifier), not \(next)")
      pendingHighWater[id, default: [:]][property] = next + 1
      pending.items[id]?.lists[property, default: []].append(
        ModelBook.Entry(
          identifier: identifier, label: label.map { Array($0.token.utf8) },
          value: Array(text.utf8)))
      return try compareSession(id)
    }
    let having = people.filter { pending.items[$0]?.lists[property]?.isEmpty == false }
    guard let id = pick(having, step.a), var entries = pending.items[id]?.lists[property] else {
      return
    }
    let index = step.b % entries.count
    let identifier = entries[index].identifier
    switch step.kind {
    case .replaceEntry:
      try session.setValue(property, entry: identifier, of: id, to: .text(text))
      entries[index].value = Array(text.utf8)
    case .relabelEntry:
      try session.setLabel(property, entry: identifier, of: id, to: label)
      entries[index].label = label.map { Array($0.token.utf8) }
    case .moveEntry:
      let moved = entries.remove(at: index)
      let place = step.c % (entries.count + 1)
      let after = place == 0 ? nil : entries[place - 1].identifier
      try session.moveEntry(property, entry: identifier, of: id, after: after)
      entries.insert(moved, at: place)
    default:
      try session.removeEntry(property, entry: identifier, of: id)
      entries.remove(at: index)
    }
    pending.items[id]?.lists[property] = entries.isEmpty ? nil : entries
    try compareSession(id)
  }

  private func changeRelations(_ step: HistoryStep) throws {
    let people = pending.ids(.person)
    switch step.kind {
    case .addMember:
      guard let group = pick(pending.ids(.group), step.a),
        let member = pick(pending.items.keys.sorted(), step.b), !pending.contains(member, group)
      else { return }
      try session.addMember(member, to: group)
      pending.members.insert(ModelBook.Pair(group, member))
    case .removeMember:
      let pairs = pending.members.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
      guard let pair = pick(pairs, step.a) else { return }
      try session.removeMember(pair.second, from: pair.first)
      pending.members.remove(pair)
    default:
      guard let a = pick(people, step.a), let b = pick(people, step.b), a != b else { return }
      let pair = ModelBook.Pair(link: a, b)
      switch step.kind {
      case .link:
        try session.link(a, b)
        pending.links[pair] = true
      case .keepApart:
        try session.keepApart(a, b)
        pending.links[pair] = false
      default:
        try session.unlink(a, b)
        pending.links[pair] = nil
      }
    }
    try compareSession()
  }
}

// MARK: - Saving and undoing

extension HistoryRun {
  private func save() throws {
    let isDirty = pending != saved
    let commit = try session.save()
    try require((commit != nil) == isDirty, "a save made \(commit == nil ? "no" : "a") commit")
    if let commit {
      try require(Int(commit.number) == states.count, "commit \(commit.number) follows none")
      var ids: [RecordID: RecordID] = [:]
      for id in created where pending.items[id] != nil {
        ids[id] = RecordID(id.kind, nextNumber[id.kind, default: 1])
        nextNumber[id.kind, default: 1] += 1
      }
      try require(commit.ids == ids, "the new records are \(commit.ids), not \(ids)")
      saved = pending.renamed(ids)
      for (local, id) in ids { uids[id] = pending.items[local]?.uid }
      states.append(saved)
      raiseHighWater()
    }
    revert()
    try compareStore()
  }

  /// Identifiers that a session gave to entries that were never saved are given again.
  private func raiseHighWater() {
    for (id, item) in saved.items {
      for (property, entries) in item.lists {
        let next = (entries.map(\.identifier).max() ?? -1) + 1
        highWater[id, default: [:]][property] = max(highWater[id]?[property] ?? 0, next)
      }
    }
  }

  private func revert() {
    session.revert()
    pending = saved
    pendingHighWater = highWater
    created = []
  }

  private func reopen() throws {
    store.close()
    store = try Store.open(at: path)
    session = store.session(author: "ada", program: "tests")
    revert()
    try compareStore()
  }

  /// Undoes a commit as the model expects it.
  func undo(_ number: UInt64) throws {
    revert()
    let isLast = Int(number) == states.count - 1
    let changed = ModelBook.difference(states[Int(number) - 1], states[Int(number)])
    let (before, after, now) = (
      states[Int(number) - 1].slots, states[Int(number)].slots, saved.slots
    )
    do {
      let report = try store.undo([number], author: "ada", program: "tests")
      try require(report.obstacles.isEmpty, "a strict undo went over obstacles")
      // What was cleared since is no loss where the whole record goes.
      let isSuperseded = changed.contains { slot in
        let record = String(slot.prefix { $0 != "/" })
        let goesAnyway = now[slot] == nil && changed.contains(record) && before[record] == nil
        return now[slot] != after[slot] && !goesAnyway
      }
      try require(!isSuperseded, "commit \(number) was undone over later changes")
      let found = try readBook()
      var expected = now
      for slot in changed { expected[slot] = before[slot] }
      let wrong = Set(expected.keys).union(found.slots.keys).filter {
        expected[$0] != found.slots[$0]
      }
      try require(
        wrong.isEmpty,
        """
        the undo of \(number) left \(wrong.sorted()) wrong: \
        \(wrong.sorted().map { "\(now[$0] ?? []) \(expected[$0] ?? []) \(found.slots[$0] ?? [])" })
        """)
      if isLast {
        try require(
          found == states[Int(number) - 1], "the undo of the last commit left another order")
      }
      if report.commit != nil {
        saved = found
        states.append(found)
      }
    } catch let error as StoreError where [.superseded, .undone].contains(error.code) {
      try require(!isLast, "the last commit could not be undone: \(error.obstacles)")
      try require(isTouchedSince(number, changed), "commit \(number) had no obstacle")
    } catch let error as StoreError where error.code == .invalid {
      try require(!isLast, "the last commit could not be undone: \(error)")
    }
    revert()
    try compareStore()
  }

  /// Whether a later commit changed one of these slots, or something within them.
  private func isTouchedSince(_ number: UInt64, _ slots: Set<String>) -> Bool {
    (Int(number) + 1..<states.count).contains { later in
      // The order of entries is no slot of the model: any change of order may be one of these.
      let isOrder = ModelBook.difference(states[later - 1], states[later]).isEmpty
      if slots.isEmpty, isOrder { return true }
      return ModelBook.difference(states[later - 1], states[later]).contains { other in
        slots.contains { slot in
          other == slot || other.hasPrefix(slot + "/") || slot.hasPrefix(other + "/")
            || other.hasSuffix("/" + slot) || slot.hasSuffix("/" + other)
        }
      } || states[later - 1] == states[later]
    }
  }
}
