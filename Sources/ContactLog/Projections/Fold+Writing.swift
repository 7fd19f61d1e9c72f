internal import ContactModel
internal import LMDB

extension Fold {
  /// Puts the folded records and their index rows into tables, some at a time: no transaction grows
  /// large.
  func writeRecords(
    to tables: Tables.Projections, of environment: Environment, _ indices: [any RecordIndex]
  ) throws {
    let records = records.joined().filter { $0.newestRun != 0 }
    var writer = ProjectionWriter(indices: indices, set: tables)
    for (index, folded) in records.enumerated() {
      try writer.update(
        before: nil, after: folded.record, newestRun: folded.newestRun, changed: nil)
      if writer.byteCount > 64 << 20 || index == records.count - 1 {
        try environment.write { (transaction: borrowing WriteTransaction) in
          try writer.flush(transaction)
        }
      }
    }
  }
}
