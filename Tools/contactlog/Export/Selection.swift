import ContactLog
import ContactModel

/// The records that an export writes, each once: all, or those that words name.
///
/// A group brings all that is in it.
struct Selection {
  private let ids: [RecordID]?
  /// Whether a group is among those named.
  private let hasGroups: Bool

  init(_ words: [String], in snapshot: borrowing Snapshot) throws {
    guard !words.isEmpty else {
      (ids, hasGroups) = (nil, true)
      return
    }
    var (found, seen): ([RecordID], Set<RecordID>) = ([], [])
    for word in words {
      var waiting = [try RecordLookup.reading.find(word, in: snapshot)]
      while !waiting.isEmpty {
        let id = waiting.removeFirst()
        guard seen.insert(id).inserted else { continue }
        found.append(id)
        if id.kind == .group { waiting += try snapshot.members(of: id) }
      }
    }
    ids = found
    hasGroups = found.contains { $0.kind == .group }
  }

  /// One record alone.
  init(_ id: RecordID) {
    ids = [id]
    hasGroups = id.kind == .group
  }

  /// Whether a person alone is written: then nothing else names its groups.
  var isWithoutGroups: Bool { !hasGroups }
  /// Whether one record is written.
  var isSingle: Bool { ids?.count == 1 }

  /// Hands over the records in their order.
  func forEach(in snapshot: borrowing Snapshot, _ body: (Record) throws -> Void) throws {
    if let ids {
      for id in ids {
        if let record = try snapshot.record(id) { try body(record) }
      }
      return
    }
    for kind in [RecordKind.person, .group] {
      try snapshot.forEachRecord(kind) {
        try body($0)
        return true
      }
    }
  }
}
