internal import ContactModel
internal import LMDB

extension BatchWriter {
  /// Whether a stored record of a kind has a uid.
  func hasRecord(
    _ kind: RecordKind, uid: String, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var key: [UInt8] = []
    UIDIndex.appendKey(uid, to: &key)
    key.append(0)
    var isFound = false
    let table = reader.tables.projections[head.liveSet].uids
    try transaction.scan(table, from: key.span) { found, _ in
      guard found.starts(with: key.span) else { return false }
      guard found.count == key.count + 5, let id = found.lastRecord, id.kind == kind else {
        return true
      }
      let stored = try record(id, transaction)?.record.uid ?? ""
      isFound = UIDIndex.folded(stored) == UIDIndex.folded(uid)
      return !isFound
    }
    return isFound
  }
}
