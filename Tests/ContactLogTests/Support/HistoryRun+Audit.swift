import ContactModel

@testable import ContactLog

/// What the log says about the past, against the model's states.
extension HistoryRun {
  /// Compares the difference of all pairs of commits with that of the model's states.
  func compareDifferences() throws {
    try store.read { snapshot in
      for old in states.indices {
        for new in states.indices {
          let expected = ModelBook.difference(states[old], states[new])
          var found: Set<String> = []
          var kinds: [RecordID: RecordDifference.Kind] = [:]
          try snapshot.forEachDifference(from: UInt64(old), to: UInt64(new)) { difference in
            kinds[difference.id] = difference.kind
            for slot in difference.slots { found.formUnion(Self.names(slot)) }
            return true
          }
          try require(
            found == expected,
            "from \(old) to \(new): \(found.symmetricDifference(expected).sorted())")
          for (id, kind) in kinds {
            let sides = [states[old], states[new]].map { $0.items[id] != nil }
            let wanted: RecordDifference.Kind =
              sides == [false, true] ? .added : sides == [true, false] ? .removed : .changed
            try require(kind == wanted, "\(id) from \(old) to \(new) is \(kind)")
          }
        }
      }
      try compareOneRecord(snapshot)
    }
  }

  /// What one record's difference says must be what the whole one says about it.
  private func compareOneRecord(_ snapshot: borrowing Snapshot) throws {
    let last = UInt64(states.count - 1)
    var whole: [String] = []
    try snapshot.forEachDifference(from: 0, to: last) { difference in
      whole += difference.slots.map(\.slotName)
      return true
    }
    for id in uids.keys {
      var own: [String] = []
      try snapshot.forEachDifference(from: 0, to: last, of: id) { difference in
        own += difference.slots.map(\.slotName)
        return true
      }
      let wanted = whole.filter {
        $0 == "\(id)" || $0.hasPrefix("\(id)/") || $0.hasSuffix("/members/\(id)")
          || $0.hasSuffix("/links/\(id)")
      }
      try require(Set(own) == Set(wanted), "the difference of \(id) alone")
    }
  }

  /// The model's names for a slot: an entry that comes or goes takes value and label with it.
  private static func names(_ slot: SlotDifference) -> [String] {
    switch (slot.slot, slot.old, slot.new) {
    case (.entryPlace, _, _): return []
    case (.entry, .entry(_, let label, _), _), (.entry, _, .entry(_, let label, _)):
      return [slot.slotName, slot.slotName + "/value"]
        + (label == nil ? [] : [slot.slotName + "/label"])
    default: return [slot.slotName]
    }
  }

  /// Compares a commit's changes with the histories of its records.
  func compareChanges() throws {
    try store.read { snapshot in
      var byPosition: [Position: HistoryItem] = [:]
      for id in uids.keys {
        for item in try snapshot.history(of: id) { byPosition[item.logged.position] = item }
      }
      for number in 1..<UInt64(max(1, states.count)) {
        let changes = try snapshot.changes(of: number)
        try require(
          changes == changes.compactMap { byPosition[$0.logged.position] },
          "the changes of commit \(number) are not those of the histories")
        let count = try snapshot.commit(number)?.header.count
        try require(UInt64(changes.count) == count, "commit \(number) has \(changes.count) changes")
      }
    }
  }

  /// Compares all that slots ever held with what blame says of them now.
  func compareSlotHistories() throws {
    try store.read { snapshot in
      for id in saved.items.keys {
        let histories = try snapshot.slotHistories(of: id)
        for item in try snapshot.blame(of: id) {
          let history = histories.first { $0.slotName == item.slotName }
          try require(
            history?.content == item.content
              && history?.items.last?.logged.position == item.last.position,
            "\(item.slotName) has another history than blame")
        }
        for history in histories {
          let last = history.items.last?.new
          if case .entry = last { continue }
          try require(
            last == history.content || history.content == .nothing,
            "\(history.slotName) ends in \(String(describing: last))")
        }
        var end: Record?
        try snapshot.forEachState(of: id) { _, record in
          end = record
          return true
        }
        let stored = try snapshot.record(id)
        try require(
          end?.fields == stored?.fields && end?.lists == stored?.lists, "the last state of \(id)")
      }
    }
  }

  /// Compares the list of removed records with those the model lacks.
  func compareRemoved() throws {
    try store.read { snapshot in
      let gone = uids.keys.filter { saved.items[$0] == nil }
      var removals: [(id: RecordID, position: Position)] = []
      for id in gone {
        let last = try snapshot.history(of: id).last { item in
          item.logged.event.change.slot(at: item.logged.position) == .existence
            && item.logged.event.record == id
        }
        if let last { removals.append((id, last.logged.position)) }
      }
      removals.sort { $0.position > $1.position }
      let wanted = removals.map(\.id)
      try require(try snapshot.removed().records == wanted, "the removed are not \(wanted)")
      var pages: [RecordID] = []
      var cursor: RemovalCursor?
      repeat {
        let page = try snapshot.removed(after: cursor, limit: 2)
        pages += page.records
        cursor = page.next
      } while cursor != nil
      try require(pages == wanted, "the pages of the removed are \(pages)")
      for removal in removals {
        let event = try snapshot.removal(of: removal.id)
        try require(event?.position == removal.position, "the removal of \(removal.id)")
        let cursor = try snapshot.removalCursor(before: event?.commit ?? 0)
        let earlier = try snapshot.removed(after: cursor).records
        let first = try snapshot.commit(event?.commit ?? 0)?.header.firstPosition ?? 0
        try require(
          earlier == removals.filter { $0.position < first }.map(\.id),
          "what was removed before commit \(event?.commit ?? 0)")
      }
    }
  }

  /// Compares pages of the log, filtered, with filtering all of it.
  func compareLogPages() throws {
    try store.read { snapshot in
      let all = try snapshot.commits().commits
      try require(
        all.map(\.commit.number) == Array(1..<UInt64(states.count)).reversed(), "the log's order")
      for summary in all {
        let number = summary.commit.number
        let events = try snapshot.events(of: number)
        try require(
          summary.records == Set(events.map(\.event.record)).count, "records of commit \(number)")
        let undoers = all.filter { $0.commit.header.undoes.contains(number) }
        try require(
          summary.undoneBy == undoers.map(\.commit.number).reversed(), "who undid \(number)")
        try require(try snapshot.summary(of: number) == summary, "commit \(number) alone")
      }
      try comparePages(CommitFilter(), all, snapshot) { _, _ in true }
      var filter = CommitFilter()
      filter.kinds = [.undo, .redo]
      try comparePages(filter, all, snapshot) { commit, _ in
        [.undo, .redo].contains(commit.header.kind)
      }
      filter = CommitFilter()
      filter.properties = [.phones, .members]
      try comparePages(filter, all, snapshot) { _, events in
        events.contains { event in
          [.phones, .members].contains(event.event.change.slot(at: event.position)?.property)
        }
      }
      for id in uids.keys.sorted().prefix(3) {
        filter = CommitFilter()
        filter.record = id
        try comparePages(filter, all, snapshot) { _, events in
          events.contains {
            $0.event.relationKey == nil && $0.event.record == id
              || $0.event.relationKey.map { $0.owner == id || $0.other == id } == true
          }
        }
      }
      let times = all.map(\.commit.header.time)
      if let since = times.dropFirst(times.count / 2).first, let until = times.first {
        filter = CommitFilter()
        filter.since = since
        filter.until = until - 1
        try comparePages(filter, all, snapshot) { commit, _ in
          (since..<until).contains(commit.header.time)
        }
      }
    }
  }

  private func comparePages(
    _ filter: CommitFilter, _ all: [CommitSummary], _ snapshot: borrowing Snapshot,
    _ fits: (Commit, [LoggedEvent]) -> Bool
  ) throws {
    var wanted: [CommitSummary] = []
    for summary in all where fits(summary.commit, try snapshot.events(of: summary.commit.number)) {
      wanted.append(summary)
    }
    var pages: [CommitSummary] = []
    var next: CommitCursor? = CommitCursor()
    while let place = next {
      let page = try snapshot.commits(filter, after: place, limit: 3)
      pages += page.commits
      next = page.next
    }
    // From a place of one's own the same commits follow.
    if let middle = wanted.dropFirst(wanted.count / 2).first {
      let place = CommitCursor(before: middle.commit.number)
      let rest = try snapshot.commits(filter, after: place).commits
      try require(
        rest == Array(wanted.dropFirst(wanted.count / 2 + 1)), "the log before a commit")
    }
    try require(pages == wanted, "the pages of \(filter) are \(pages.map(\.commit.number))")
  }
}
