public import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB
internal import Synchronization

extension Session {
  /// Creates a person; its number is negative until the save.
  ///
  /// - Parameter uid: The name across stores; a new UUID by default.
  @discardableResult
  public func createPerson(
    uid: String? = nil, in source: RecordID = .localSource
  ) throws -> RecordID {
    try create(.person, uid, source)
  }

  /// Creates a group of this name.
  @discardableResult
  public func createGroup(
    named name: String, uid: String? = nil, in source: RecordID = .localSource
  ) throws -> RecordID {
    let id = try create(.group, uid, source)
    try set(.name, of: id, to: .text(name))
    return id
  }

  /// Creates a source of this name.
  @discardableResult
  public func createSource(named name: String, uid: String? = nil) throws -> RecordID {
    let id = try create(.source, uid, .localSource)
    try set(.name, of: id, to: .text(name))
    return id
  }

  private func create(_ kind: RecordKind, _ uid: String?, _ source: RecordID) throws -> RecordID {
    try state.withLock { state in
      if source != .localSource {
        guard !source.isUnsaved, try record(source, state) != nil else {
          throw StoreError(.notFound, "there is no saved source \(source)")
        }
      }
      return try stage(&state) { $0.create(kind, uid: uid ?? UIDs.random(), source: source.number) }
    }
  }

  /// Removes a record; at the save it leaves its groups and links.
  ///
  /// A new record is dropped.
  ///
  /// - Throws: ``StoreError`` with code `notFound`, `removed`, or `invalid` for the local source.
  public func remove(_ id: RecordID) throws {
    guard id != .localSource else { throw StoreError(.invalid, "the local source stays") }
    try apply(.removed, to: id)
  }

  // MARK: Single values

  /// Sets a single value; `nil` clears it.
  ///
  /// - Throws: ``StoreError`` with code `notFound`, `removed`, or `invalid` for a property that is
  ///   a list, a relation, or kept by the store itself.
  public func set(_ property: Property, of id: RecordID, to value: Value?) throws {
    guard property.shape == .single, property != .existence, property != .card else {
      throw StoreError(.invalid, "\(property) is not a single value that can be set")
    }
    try apply(value.map { .valueSet(property, $0) } ?? .valueCleared(property), to: id)
  }

  /// Sets the photo; the bytes are kept once, as they are.
  ///
  /// - Throws: As ``set(_:of:to:)``; `invalid` for no bytes or more than 16 MiB.
  public func setImage(_ bytes: [UInt8], mediaType: String, of id: RecordID) throws {
    guard !bytes.isEmpty, bytes.count <= 16 << 20 else {
      throw StoreError(.invalid, "a photo has from 1 byte to 16 MiB")
    }
    let hash = ContentHash(of: bytes.span)
    let reference = BlobReference(hash: hash, byteCount: bytes.count, mediaType: mediaType)
    try apply(.valueSet(.image, .blob(reference)), to: id)
    state.withLock { $0.edits.keep(bytes, hash) }
  }

  // MARK: Lists

  /// Adds an entry at the end of a list and returns its identifier.
  ///
  /// - Throws: ``StoreError`` with code `notFound`, `removed`, or `invalid` for a property that is
  ///   not a list.
  @discardableResult
  public func add(
    _ property: Property, to id: RecordID, _ value: Value, label: Label? = nil
  ) throws -> Int32 {
    guard property.shape == .multi else {
      throw StoreError(.invalid, "\(property) is not a list; set its value")
    }
    return try state.withLock { state in
      try touch(id, &state)
      guard state.edits.edits[id]?.working.list(property)?.nextIdentifier != .max else {
        throw StoreError(.invalid, "\(id)/\(property) has used up its identifiers")
      }
      return try stage(&state) { $0.add(property, to: id, label: label, value: value) }
    }
  }

  /// Sets the value of an entry; label and identifier stay.
  ///
  /// - Throws: ``StoreError`` with code `notFound` when there is no such entry, or `removed`.
  public func setValue(
    _ property: Property, entry: Int32, of id: RecordID, to value: Value
  ) throws {
    try edit(property, entry, id) { .entryValueSet(property, entry: $0.position, value) }
  }

  /// Sets or takes away the label of an entry; value and identifier stay.
  public func setLabel(
    _ property: Property, entry: Int32, of id: RecordID, to label: Label?
  ) throws {
    try edit(property, entry, id) { .entryLabelSet(property, entry: $0.position, label) }
  }

  /// Removes an entry; identifiers of the others stay.
  public func removeEntry(_ property: Property, entry: Int32, of id: RecordID) throws {
    try edit(property, entry, id) { .entryRemoved(property, entry: $0.position) }
  }

  /// Moves an entry behind another one; `nil`: to the front.
  public func moveEntry(
    _ property: Property, entry: Int32, of id: RecordID, after: Int32?
  ) throws {
    let place: Position
    if let after {
      guard after != entry else { return }
      guard let found = try record(id)?.entry(property, identifier: after) else {
        throw StoreError(.notFound, "\(id)/\(property)/\(after): there is no such entry")
      }
      place = found.position
    } else {
      place = 0
    }
    try edit(property, entry, id) { .entryMoved(property, entry: $0.position, after: place) }
  }

  private func edit(
    _ property: Property, _ entry: Int32, _ id: RecordID, _ change: (Record.Entry) -> Change
  ) throws {
    try state.withLock { state in
      try touch(id, &state)
      guard let found = state.edits.edits[id]?.working.entry(property, identifier: entry) else {
        throw StoreError(.notFound, "\(id)/\(property)/\(entry): there is no such entry")
      }
      try stage(&state) { $0.apply(change(found), to: id) }
    }
  }

  // MARK: Memberships and links

  /// Makes a person or group a member of a group.
  ///
  /// - Throws: ``StoreError`` with code `notFound`, `removed`, or `invalid` where the group would
  ///   contain itself; cycles through others are found at the save.
  public func addMember(_ member: RecordID, to group: RecordID) throws {
    try set(.member(member, of: group), .joined)
  }

  /// Ends a membership.
  ///
  /// - Throws: ``StoreError`` with code `notFound` when there is none.
  public func removeMember(_ member: RecordID, from group: RecordID) throws {
    guard try members(of: group).contains(member) else {
      throw StoreError(.notFound, "\(member) is not a member of \(group)")
    }
    try set(.member(member, of: group), .none)
  }

  /// Says that two people are the same human being.
  public func link(_ a: RecordID, _ b: RecordID) throws { try set(.link(a, b), .joined) }

  /// Takes a link, or a statement that two people are apart, back.
  public func unlink(_ a: RecordID, _ b: RecordID) throws { try set(.link(a, b), .none) }

  /// Says that two people are not the same, whatever it looks like.
  public func keepApart(_ a: RecordID, _ b: RecordID) throws { try set(.link(a, b), .apart) }

  private func set(_ key: RelationKey, _ relation: Relation.State) throws {
    let kinds = (key.owner.kind, key.other.kind)
    guard key.owner != key.other,
      kinds.0 == .group ? kinds.1 != .source : kinds == (.person, .person)
    else { throw StoreError(.invalid, "\(key.owner) and \(key.other) cannot be joined") }
    try state.withLock { state in
      for id in [key.owner, key.other] where try record(id, state) == nil {
        throw StoreError(.notFound, "there is no record \(id)")
      }
      try stage(&state) { edits in
        try edits.set(
          key, relation,
          base: key.isUnsaved
            ? .none
            : store.read {
              try $0.reader.relation(key, set: $0.head.liveSet, $0.held.transaction)
            })
      }
    }
  }

  // MARK: Staging

  private func apply(_ change: Change, to id: RecordID) throws {
    try state.withLock { state in
      try touch(id, &state)
      try stage(&state) { $0.apply(change, to: id) }
    }
  }

  /// Takes a record into the session, and refuses one that is not there.
  func touch(_ id: RecordID, _ state: inout State) throws {
    if let edit = state.edits.edits[id] {
      guard edit.working.exists else { throw StoreError(.removed, "\(id) was removed") }
      return
    }
    let (stored, commit) = try store.read { snapshot in
      let row = try snapshot.reader.record(
        id, set: snapshot.head.liveSet, snapshot.held.transaction)
      return (row, snapshot.commit)
    }
    guard let stored else { throw StoreError(.notFound, "there is no record \(id)") }
    guard stored.record.exists else { throw StoreError(.removed, "\(id) was removed") }
    state.edits.touch(stored.record, newestRun: stored.newestRun, commit: commit)
  }

  /// Refuses changes while the outcome of a save is unknown: its batch would stand for more than
  /// was in it.
  func stage<R>(_ state: inout State, _ body: (inout EditSet) throws -> R) throws -> R {
    guard state.batch == nil else {
      throw StoreError(
        .outcomeUnknown, "the outcome of the last save is unknown; save again or revert first")
    }
    state.edits.time = Clock.wallMicroseconds()
    return try body(&state.edits)
  }
}

/// Names of records across stores.
enum UIDs {
  /// A random UUID (RFC 9562 version 4) in upper case, as cards write it.
  static func random() -> String {
    var bytes = SecureRandom.bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Hex.string(bytes).uppercased()
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}
