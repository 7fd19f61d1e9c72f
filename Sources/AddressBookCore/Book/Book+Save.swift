internal import ContactLog
internal import ContactModel

extension Book {
  /// What a save has put into a session.
  struct Staged {
    let session: Session
    /// New records, their names in the session, and what was staged of them.
    var created: [(record: RecordObject, local: RecordID, pending: [Property: Content])] = []
    /// Saved records, and what was staged of them.
    var edited: [(record: RecordObject, pending: [Property: Content])] = []
    var removed: Set<RecordID> = []
    var memberships: [Pair: Bool] = [:]
    var links: [Pair: Bool] = [:]
  }

  /// Saves all that is pending as one commit, or nothing.
  ///
  /// The last writer wins, property by property: what others saved meanwhile to the same property is
  /// replaced, and stays in the history. So the changes are worked out against the store of now, and
  /// once more if somebody saves in between.
  ///
  /// - Throws: ``BookError``; what is pending stays so.
  func save() throws {
    guard hasChanges else { return settle() }
    do {
      let store = try requireStore()
      if let staged = unfinished {
        try commit(staged)
        unfinished = nil
      }
      var attempts = 0
      while true {
        do {
          // Whoever always comes too late gets his slots all the same.
          let session = store.session(
            author: options.author, program: options.program,
            conflicts: attempts < 20 ? .report : .lastWriterWins, guardsMassChange: false)
          return try commit(try stage(session))
        } catch let error as StoreError where error.code == .conflict && attempts < 20 {
          attempts += 1
        }
      }
    } catch {
      throw BookError(error)
    }
  }

  private func commit(_ staged: Staged) throws {
    do {
      let commit = try staged.session.save()
      if let commit, watch != nil { ownCommits.insert(commit.number) }
      finish(staged, commit)
    } catch let error as StoreError where error.code == .outcomeUnknown {
      unfinished = staged
      throw error
    }
  }

  /// Nothing of what was staged is pending any more; what was set since is.
  private func finish(_ staged: Staged, _ commit: Commit?) {
    for (record, local, pending) in staged.created {
      guard let id = commit?.id(local), id != local else { continue }
      record.id = id
      record.source = nil
      if handle != nil { known[id] = record }
      settle(record, pending)
    }
    let saved = Set(staged.created.map { ObjectIdentifier($0.record) })
    added.removeAll { saved.contains(ObjectIdentifier($0)) }
    for (record, pending) in staged.edited { settle(record, pending) }
    removed.subtract(staged.removed)
    memberships = memberships.filter { staged.memberships[$0.key] != $0.value }
    links = links.filter { staged.links[$0.key] != $0.value }
    settle()
  }

  private func settle(_ record: RecordObject, _ saved: [Property: Content]) {
    record.pending = record.pending.filter { saved[$0.key] != $0.value }
    record.sortKey = nil
    note(record)
  }

  /// What the store keeps by itself is read from it again.
  private func settle() {
    for record in dated { record.dates = [:] }
    dated = []
  }
}

// MARK: - Staging

extension Book {
  private func stage(_ session: Session) throws -> Staged {
    var staged = Staged(
      session: session,
      edited: edited.sorted { $0.key < $1.key }.map { ($0.value, $0.value.pending) },
      removed: removed,
      memberships: memberships, links: links)
    for id in removed.sorted() where try session.record(id) != nil { try session.remove(id) }
    for record in added {
      let local = try create(record, session)
      staged.created.append((record, local, record.pending))
      try stage(record, as: local, session)
    }
    for (id, record) in edited.sorted(by: { $0.key < $1.key }) where !removed.contains(id) {
      try stage(record, as: id, session)
    }
    for (pair, joins) in memberships {
      guard try session.members(of: pair.first).contains(pair.second) != joins else { continue }
      if joins {
        try session.addMember(pair.second, to: pair.first)
      } else {
        try session.removeMember(pair.second, from: pair.first)
      }
    }
    for (pair, joins) in links {
      if joins {
        try session.link(pair.first, pair.second)
      } else {
        try session.unlink(pair.first, pair.second)
      }
    }
    return staged
  }

  private func create(_ record: RecordObject, _ session: Session) throws -> RecordID {
    let source = record.source?.id ?? .localSource
    guard record.kind == .group else { return try session.createPerson(in: source) }
    return try session.createGroup(named: record.text(.name) ?? "", in: source)
  }

  private func stage(_ record: RecordObject, as id: RecordID, _ session: Session) throws {
    for (property, content) in record.pending.sorted(by: { $0.key < $1.key }) {
      switch content {
      case .image(let bytes, let mediaType):
        try session.setImage(bytes, mediaType: mediaType, of: id)
      case .single(let value):
        // An empty text is stored as no text, as iOS does.
        let isEmpty = value.text?.isEmpty == true
        try session.set(property, of: id, to: isEmpty ? nil : value)
      case .list(let list): try stage(list, property, of: id, session)
      case .empty where property.shape == .multi:
        try stage(ListContent(), property, of: id, session)
      case .empty: try session.set(property, of: id, to: nil)
      }
    }
    if record.kind == .group, record.text(.name) ?? "" == "" {
      try session.set(.name, of: id, to: nil)
    }
  }

  /// Makes a list what it shall be, with the fewest events: entries are known by their identifiers.
  private func stage(
    _ list: ListContent, _ property: Property, of id: RecordID, _ session: Session
  ) throws {
    let wanted = Set(list.entries.map(\.identifier))
    for entry in try session.record(id)?.entries(property) ?? []
    where !wanted.contains(entry.identifier) {
      try session.removeEntry(property, entry: entry.identifier, of: id)
    }
    for entry in list.entries {
      try session.put(
        property, entry: entry.identifier, of: id, label: entry.label, value: entry.value)
    }
    let order = try session.record(id)?.entries(property).map(\.identifier) ?? []
    guard order != list.entries.map(\.identifier) else { return }
    var previous: Int32?
    for entry in list.entries {
      try session.moveEntry(property, entry: entry.identifier, of: id, after: previous)
      previous = entry.identifier
    }
  }
}
