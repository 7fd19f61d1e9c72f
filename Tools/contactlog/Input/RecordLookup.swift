import CommandLineTool
import ContactLog
import ContactModel

/// Finds the record that a word of the command line names: by number, uid, or name.
struct RecordLookup {
  /// Whether a record that was removed counts too: its history can be read and taken back.
  var takesRemoved = false
  /// Whether the beginning of each word of a name is enough.
  ///
  /// Not where something is changed: a
  /// record that is gone must not make another one be taken for it.
  var takesBeginnings = false
  /// The kind expected, where a number alone names a record of it.
  var kind: RecordKind?

  /// For commands that only read.
  static let reading = RecordLookup(takesBeginnings: true)
  /// For commands that change something.
  static let changing = RecordLookup()
  /// For the place of a group.
  static let group = RecordLookup(kind: .group)

  /// The record.
  ///
  /// - Throws: ``Failure`` with code `nothingFound` or `ambiguous`; `StoreError`.
  func find(_ word: String, in snapshot: borrowing Snapshot) throws -> RecordID {
    if let id = number(word) {
      guard try accepts(id, snapshot) else {
        if let target = try snapshot.mergeTarget(of: id) {
          throw Failure(
            .nothingFound,
            "\(id) was merged into \(target.person) by commit \(target.commit); name that one, "
              + "or take this one out again with 'contactlog unmerge \(id)'")
        }
        let removed = try snapshot.recordOrRemoved(id)?.isRemoved == true
        throw Failure(
          .nothingFound, removed ? "\(id) was removed" : "there is no record \(id)")
      }
      return id
    }
    let named = try snapshot.records(uid: word)
    var byUID = try filter(named, snapshot)
    if byUID.isEmpty {
      // The uid of somebody who went into another one leads to that one.
      byUID = try filter(
        Set(named.compactMap { try snapshot.standing(for: $0) }).sorted(), snapshot)
    }
    if !byUID.isEmpty { return try single(byUID, for: word, in: snapshot) }
    return try byName(word, in: snapshot)
  }

  private func number(_ word: String) -> RecordID? {
    guard let id = RecordID(word) else { return nil }
    return kind == .group && !word.contains(":") ? .group(id.number) : id
  }

  private func accepts(_ id: RecordID, _ snapshot: borrowing Snapshot) throws -> Bool {
    if id == .localSource { return kind == nil || kind == .source }
    guard kind == nil || id.kind == kind else { return false }
    guard let record = try snapshot.recordOrRemoved(id) else { return false }
    return takesRemoved || record.exists
  }

  private func filter(
    _ ids: [RecordID], _ snapshot: borrowing Snapshot
  ) throws -> [RecordID] {
    var found: [RecordID] = []
    for id in ids where try accepts(id, snapshot) { found.append(id) }
    return found
  }

  // MARK: - Names

  private func byName(_ word: String, in snapshot: borrowing Snapshot) throws -> RecordID {
    let candidates = try filter(snapshot.find(name: word), snapshot)
    let wanted = word.lowercased()
    var exact: [RecordID] = []
    for id in candidates where try name(of: id, in: snapshot).lowercased() == wanted {
      exact.append(id)
    }
    if !exact.isEmpty { return try single(exact, for: word, in: snapshot) }
    if takesBeginnings, !candidates.isEmpty {
      return try single(candidates, for: word, in: snapshot)
    }
    var message = "there is no \(kind?.name ?? "record") named '\(word)'"
    if !candidates.isEmpty { message += "; near: " + (try list(candidates, in: snapshot)) }
    throw Failure(.nothingFound, message)
  }

  private func single(
    _ ids: [RecordID], for word: String, in snapshot: borrowing Snapshot
  ) throws -> RecordID {
    guard ids.count == 1 else {
      let list = try list(ids, in: snapshot)
      throw Failure(
        .ambiguous, "'\(word)' fits \(Plural.count(ids.count, "record")): \(list)")
    }
    return ids[0]
  }

  private func list(_ ids: [RecordID], in snapshot: borrowing Snapshot) throws -> String {
    var words: [String] = []
    for id in ids.prefix(10) { words.append("\(id) \(try name(of: id, in: snapshot))") }
    if ids.count > 10 { words.append("and \(ids.count - 10) more") }
    return words.joined(separator: ", ")
  }

  private func name(of id: RecordID, in snapshot: borrowing Snapshot) throws -> String {
    try snapshot.recordOrRemoved(id)?.compositeName() ?? ""
  }
}
