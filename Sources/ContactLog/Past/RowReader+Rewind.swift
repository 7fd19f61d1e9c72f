internal import ContactModel
internal import LMDB

extension RowReader {
  /// A record as it was when the log ended at `end`, made from what it is now by taking back what was
  /// written since.
  ///
  /// The same as folding it from its first event, and cheaper where little was written since.
  ///
  /// - Parameter run: Its newest run then.
  /// - Returns: `nil` where only folding tells: entries were moved since.
  /// - Complexity: O(its events since), of each the row of the event before.
  func rewound(
    _ id: RecordID, to end: Position, run: Position, set: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> Record? {
    guard let (now, newest) = try record(id, set: set, transaction) else { return nil }
    var record = now
    if newest == run { return record }
    var before: [(slot: Slot, previous: Position)] = []
    var at = newest
    while at > run {
      let previous = try value(KeyBuffer(at), in: tables.events, transaction) { bytes in
        try Run.read(bytes, first: at) { event, position, _ in
          guard event.relationKey == nil, let slot = event.change.slot(at: position) else { return }
          // Runs come newest first: the oldest event of a slot shall stay.
          if event.previous <= end || slot.entry == position {
            before.append((slot, event.previous))
          }
        }.previous
      }
      guard let previous, previous < at else {
        throw StoreError(.damaged, "the log has no sound run at position \(at); run verify")
      }
      at = previous
    }
    for (slot, previous) in before {
      // Of an entry that was added since, only its existence is to be taken back.
      if let entry = slot.entry, entry > end {
        if case .entry = slot { _ = record.rewind(slot, to: nil, at: 0) }
        continue
      }
      let event = try event(at: previous, transaction)?.event
      guard event != nil || previous == 0, record.rewind(slot, to: event, at: previous) else {
        return nil
      }
    }
    record.modified = try time(of: outline(ofRunAt: run, transaction).commit, transaction)
    return record
  }
}
