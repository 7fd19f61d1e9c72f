internal import ContactModel
internal import LMDB

extension BatchWriter {
  /// Appends a commit that another log has already: numbers, bytes and hashes stay as they are.
  ///
  /// The caller has checked hashes and chain. What only the state of the records can tell is
  /// checked here.
  ///
  /// - Throws: ``LogFault`` for an event that does not fit the records; what reading throws. Then
  ///   the transaction must not be committed.
  func append(
    _ commit: StoredCommit, _ header: CommitHeader, _ row: CommitRow,
    _ transaction: borrowing ReadTransaction
  ) throws {
    func fault(_ reason: String) -> LogFault {
      LogFault(kind: .chain, commit: header.number, reason: reason)
    }
    for (index, first) in commit.firsts.enumerated() {
      let bytes = commit.run(index)
      var current: Int?
      let frame = try Run.read(bytes, first: first) { event, position, _ in
        let id = event.record
        let isNew = if case .created = event.change { true } else { false }
        if isNew {
          let kind = Int(id.kind.rawValue)
          guard id.number == head.nextNumbers[kind], id.number < .max else {
            throw fault("the record created as \(id) does not have the next number")
          }
          head.nextNumbers[kind] = id.number + 1
        }
        let place = try touch(id, isNew: isNew, transaction)
        guard isNew || touched[place].newestRun != 0 || current == place else {
          throw fault("the event at position \(position) is of a record that was never created")
        }
        if event.change.slot(at: position) != nil,
          try previous(of: event, at: position, place, transaction) != event.previous
        {
          throw fault(
            "the event at position \(position) names another than the last writer of its slot")
        }
        touched[place].after.apply(event, at: position, time: header.time)
        note(event, at: position, place)
        current = place
      }
      guard let current, touched[current].newestRun == frame.previous else {
        throw fault(
          "the run at position \(first) points back to another than the record's last run")
      }
      touched[current].newestRun = first
      touched[current].isWritten = true
      var value = bytes.array
      let key = KeyBuffer(first)
      Seal.append(key.span, &value)
      eventRows.append(key: key.span, value: value.span)
    }
    head.position = header.lastPosition
    append(row, header, records: try commit.recordCount())
  }
}
