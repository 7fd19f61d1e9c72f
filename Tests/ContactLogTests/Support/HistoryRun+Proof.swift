import ContactModel

@testable import ContactLog

extension HistoryRun {
  /// What must hold at the end of any history.
  func proveEnd() throws {
    try perform(HistoryStep(kind: .save, a: 0, b: 0, c: 0))
    try store.read { snapshot in
      for id in uids.keys {
        try compareHistory(of: id, snapshot)
        if saved.items[id] != nil { try compareBlame(of: id, snapshot) }
      }
      try compareLog(snapshot)
    }
    try requireSound()
  }

  func requireSound() throws {
    if let fault = try store.verify().fault {
      throw Divergence(description: "verify: \(fault)")
    }
  }

  /// Rebuilds in place and replays into a store beside it; all digests must be equal.
  func proveReplay() throws {
    let live = try store.digests()
    try store.rebuild()
    try require(isSame(try store.digests(), live), "rebuilding gives other digests")
    try requireSound()
    let proof = try store.replay(into: path + "-replay")
    try require(proof.fault == nil, "replay: \(String(describing: proof.fault))")
    try require(isSame(proof.digests, live), "replaying gives other digests")
    let copy = try Store.open(at: path + "-replay")
    defer { copy.close() }
    try require(copy.book == store.book && copy.instance != store.instance, "the copy's ids")
    if let fault = try copy.verify().fault { throw Divergence(description: "copy: \(fault)") }
  }

  /// Takes every commit back, the last first: nothing may be left.
  func undoEverything() throws {
    for number in (1..<UInt64(states.count)).reversed() {
      _ = try store.undo([number], author: "ada", program: "tests")
    }
    try require(try readBook() == ModelBook(), "undoing everything leaves something")
    try store.read { snapshot in
      try require(
        try snapshot.count(.person) == 0 && snapshot.count(.group) == 0, "the counts are not 0")
      try require(
        try snapshot.list(.person).records + snapshot.list(.group).records == [],
        "the lists are not empty")
      for name in TextPool.names.compactMap(\.word) {
        try require(try snapshot.find(name: name).isEmpty, "\(name) still finds somebody")
      }
    }
    try requireSound()
  }

  // MARK: History and blame

  private func compareHistory(of id: RecordID, _ snapshot: borrowing Snapshot) throws {
    var last: [String: SlotContent] = [:]
    var position: Position = 0
    for item in try snapshot.history(of: id) {
      try require(item.logged.position > position, "the history of \(id) is out of order")
      position = item.logged.position
      try require(
        try snapshot.event(at: position) == item.logged, "the event at \(position) is another")
      let range = try snapshot.commit(item.logged.commit)?.header
      try require(
        range.map { ($0.firstPosition...$0.lastPosition).contains(position) } == true,
        "\(position) is not in its commit")
      if case .place = item.new { continue }
      if case .entry(let identifier, _, _) = item.old {
        // Value and label have slots of their own, and may have been set in between.
        guard case .entry(identifier, _, _)? = last[item.slotName] else {
          throw Divergence(description: "\(item.slotName) was another entry")
        }
      } else if let before = last[item.slotName] {
        try require(item.old == before, "\(item.slotName) was \(before), not \(item.old)")
      }
      last[item.slotName] = item.new
    }
    for (property, value) in saved.items[id]?.values ?? [:] {
      guard case .value(let shown)? = last["\(id)/\(property)"] else {
        throw Divergence(description: "the history of \(id) lacks \(property)")
      }
      try require(shown.modelBytes == value, "\(id)/\(property) ends in another value")
    }
    for group in saved.groups(of: id) {
      try require(last["\(group)/members/\(id)"] == .joined, "\(id) in \(group) has no history")
    }
  }

  private func compareBlame(of id: RecordID, _ snapshot: borrowing Snapshot) throws {
    let record = try snapshot.record(id)
    let items = try snapshot.blame(of: id)
    for item in items {
      for writer in [item.last, item.effective] {
        let logged = try snapshot.event(at: writer.position)
        try require(logged?.commit == writer.commit, "\(item.slotName) names another commit")
        let slot = logged?.event.change.slot(at: writer.position)
        let isSame = slot == item.slot || slot?.entry == item.slot.entry && slot?.entry != nil
        try require(isSame, "\(item.slotName) blames an event of another slot")
      }
      if case .value(let property) = item.slot,
        case .valueSet(_, let value)? = try snapshot.event(at: item.effective.position)?.event
          .change
      {
        try require(value == record?[property], "\(item.slotName) blames another value")
      }
    }
    let values = items.filter { if case .value = $0.slot { true } else { false } }
    try require(values.count == saved.items[id]?.values.count, "blame of \(id) lacks a value")
    let joined = items.filter { [.joined, .apart].contains($0.content) }
    let related = saved.groups(of: id).count + saved.members(of: id).count
    let links = saved.links.keys.count { $0.contains(id) }
    try require(joined.count == related + links, "blame of \(id) lacks a relation")
  }

  /// Positions are dense, commits are chained, every event names the one before it in its slot.
  private func compareLog(_ snapshot: borrowing Snapshot) throws {
    var position: Position = 0
    var parent = ContentHash.zero
    for number in 1..<UInt64(states.count) {
      let commit = try snapshot.commit(number)
      try require(
        commit?.header.parent == parent && commit?.header.firstPosition == position + 1,
        "commit \(number) does not follow")
      for logged in try snapshot.events(of: number) {
        position += 1
        try require(logged.position == position, "position \(position) is missing")
        try require(logged.event.previous < position, "an event points forward")
      }
      parent = commit?.hash ?? .zero
    }
    try require(
      snapshot.position == position && snapshot.hash == parent, "the head is elsewhere")
  }
}
