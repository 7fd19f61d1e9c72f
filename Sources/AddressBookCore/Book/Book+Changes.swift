internal import ContactLog
internal import ContactModel

// What is said here waits for the save.

extension Book {
  /// Whether a save has something to do.
  var hasChanges: Bool {
    !added.isEmpty || !removed.isEmpty || !edited.isEmpty || !memberships.isEmpty || !links.isEmpty
      || unfinished != nil
  }

  /// Puts a new record in; it is seen in no list before the save.
  ///
  /// - Returns: False where it is in this or another book already.
  /// - Throws: ``BookError`` for a source, or without access.
  func add(_ record: RecordObject) throws -> Bool {
    guard record.kind != .source else { throw BookError(.store, "sources cannot be added") }
    if let id = record.id, record.book === self, removed.contains(id) {
      removed.remove(id)
      return true
    }
    guard record.id == nil, record.book == nil else { return false }
    let store = try requireWritableStore()
    if let source = record.source?.book, source.store !== store {
      throw BookError(.store, "the record was created for a source of another store")
    }
    try record.checkWritable()
    record.book = self
    added.append(record)
    if !record.dates.isEmpty { dated.append(record) }
    return true
  }

  /// Takes a record out: a new one at once, a saved one with the next save; no list has it any more.
  ///
  /// - Throws: ``BookError`` for a record that is not in this book, a source, or without access.
  func remove(_ record: RecordObject) throws {
    guard record.kind != .source else { throw BookError(.store, "sources cannot be removed") }
    guard record.book === self else { throw BookError(.store, "the record is not in this book") }
    guard let id = record.id else {
      added.removeAll { $0 === record }
      record.book = nil
      return
    }
    try record.checkWritable()
    removed.insert(id)
    memberships = memberships.filter { $0.key.first != id && $0.key.second != id }
    links = links.filter { $0.key.first != id && $0.key.second != id }
  }

  /// Drops all that is pending.
  func revert() {
    for record in added {
      record.book = nil
      record.sortKey = nil
    }
    for record in edited.values {
      record.pending = [:]
      record.sortKey = nil
    }
    for record in dated where record.id != nil { record.dates = [:] }
    dated = []
    added = []
    edited = [:]
    removed = []
    memberships = [:]
    links = [:]
    unfinished = nil
  }
}

// MARK: - Groups

extension Book {
  /// The people in a group, those about to come and without those about to go.
  func members(of group: RecordObject) -> [RecordObject] {
    guard let id = group.id, exists(id) else { return [] }
    let ids = read { (snapshot: borrowing Snapshot) in try snapshot.members(of: id) } ?? []
    var found = Set(ids.filter { $0.kind == .person })
    for (pair, joins) in memberships where pair.first == id {
      if joins { found.insert(pair.second) } else { found.remove(pair.second) }
    }
    return found.subtracting(removed).sorted().map(object)
  }

  /// Makes a person a member.
  ///
  /// - Throws: ``BookError`` unless both are saved, in this book and one source, and it is none yet.
  func addMember(_ person: RecordObject, to group: RecordObject) throws {
    let pair = try membership(person, group)
    guard group.sourceNumber == person.sourceNumber else {
      throw BookError(.store, "group and person are in different sources")
    }
    guard try !isMember(pair) else { throw BookError(.store, "the person is a member already") }
    try set(pair, joins: true)
  }

  /// Ends a membership.
  ///
  /// - Throws: ``BookError`` where there is none.
  func removeMember(_ person: RecordObject, from group: RecordObject) throws {
    let pair = try membership(person, group)
    guard try isMember(pair) else { throw BookError(.store, "the person is no member") }
    try set(pair, joins: false)
  }

  private func membership(_ person: RecordObject, _ group: RecordObject) throws -> Pair {
    guard group.kind == .group, person.kind == .person else {
      throw BookError(.store, "a group has people as members and nothing else")
    }
    guard group.book === self, person.book === self else {
      throw BookError(.store, "group and person are not in the same book")
    }
    guard let groupID = group.id, let personID = person.id else {
      throw BookError(.store, "group and person must be saved first")
    }
    try group.checkWritable()
    guard exists(groupID), exists(personID) else {
      throw BookError(.store, "the group or the person was removed")
    }
    return Pair(first: groupID, second: personID)
  }

  private func isMember(_ pair: Pair) throws -> Bool {
    if let pending = memberships[pair] { return pending }
    return try requireWritableStore().read { try $0.members(of: pair.first).contains(pair.second) }
  }

  private func set(_ pair: Pair, joins: Bool) throws {
    // Back to what is stored: nothing to save.
    if memberships[pair] == !joins {
      memberships[pair] = nil
    } else {
      memberships[pair] = joins
    }
  }
}

// MARK: - Links

extension Book {
  /// The people who are the same human being as a person, itself first.
  func linked(with person: RecordObject) -> [RecordObject] {
    guard let id = person.id else { return [person] }
    var found = [id]
    var index = 0
    while index < found.count {
      let here = found[index]
      let stored = read { (snapshot: borrowing Snapshot) in try snapshot.links(of: here) } ?? []
      var next = Set(stored)
      for (pair, joins) in links where pair.first == here || pair.second == here {
        let other = pair.first == here ? pair.second : pair.first
        if joins { next.insert(other) } else { next.remove(other) }
      }
      found += next.sorted().filter { !found.contains($0) && exists($0) }
      index += 1
    }
    return [person] + found.dropFirst().map(object)
  }

  /// Says that two people are, or are not, the same human being.
  ///
  /// - Throws: ``BookError`` unless both are saved people of this book.
  func setLink(_ a: RecordObject, _ b: RecordObject, joins: Bool) throws {
    guard a.book === self, b.book === self, a.kind == .person, b.kind == .person, a !== b,
      let first = a.id, let second = b.id, exists(first), exists(second)
    else { throw BookError(.store, "only two saved people of one book can be linked") }
    let pair = Pair(first: min(first, second), second: max(first, second))
    let isLinked = try requireWritableStore().read { try $0.links(of: first).contains(second) }
    links[pair] = isLinked == joins ? nil : joins
  }
}
