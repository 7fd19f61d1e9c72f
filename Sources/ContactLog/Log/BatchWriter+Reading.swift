internal import ContactModel
internal import LMDB

// Events and commits as the log will have them: those stored, and those that earlier batches of this
// transaction appended.

extension BatchWriter {
  /// The event at a position, and its commit; `nil` where there is none.
  func event(
    at position: Position, _ transaction: borrowing ReadTransaction
  ) throws -> (event: Event, commit: UInt64)? {
    if position <= storedPosition { return try reader.event(at: position, transaction) }
    guard position <= head.position else { return nil }
    // Rows were appended in order of position.
    var (low, high) = (0, eventRows.count)
    while low < high {
      let middle = (low + high) / 2
      if first(middle) <= position { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    return try eventRows.withRow(low - 1) { key, stored in
      let bytes = try Seal.open(key, stored, reader.tables.events)
      return try Run.event(bytes, Int(position - first(low - 1)))
    }
  }

  /// A commit; `nil` where there is none.
  func commit(_ number: UInt64, _ transaction: borrowing ReadTransaction) throws -> Commit? {
    if number <= storedCommit { return try reader.commit(number, transaction) }
    return appended.first { $0.number == number }
  }

  private func first(_ row: Int) -> Position {
    eventRows.withRow(row) { key, _ in key.bigEndianUInt64(at: 0) ?? .max }
  }
}
