import ContactModel
import LMDB
import TestSupport
import Testing

@testable import ContactLog

/// The counts beside an order, with small nodes, against counting.
@Suite(.temporaryDirectory) struct OrderCountTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `counts stay those of the rows whatever comes and goes`(bits: UInt64) throws {
    let environment = try Environment.create(
      directory: TemporaryDirectory.path, options: Environment.Options())
    defer { environment.close() }
    let table = try environment.openTables(["order"], create: true)[0]
    let index = try OrderIndex(locale: "root", UnicodeTables())
    let counts = OrderCounts(
      table: table, edition: 0, list: .peopleByLastName, bits: bits)
    var random = SeededGenerator(seed: bits)
    var rows: Set<[UInt8]> = []
    func key(_ number: Int32) -> [UInt8] {
      var key: [UInt8] = []
      OrderPlace(isNamed: true, sortKey: [42, UInt8(number % 7) + 3], record: .person(number))
        .appendKey(edition: 0, list: .peopleByLastName, to: &key)
      return key
    }
    for _ in 0..<60 {
      var (added, gone): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let key = key(Int32.random(in: 1...200, using: &random))
        if rows.contains(key) { gone.insert(key) } else { added.insert(key) }
      }
      try environment.write { (transaction: borrowing WriteTransaction) in
        var inserts = RowBuffer()
        var deletes = RowBuffer()
        for key in added {
          let checksum = Seal.index(key.span)
          let value = (0..<4).map { UInt8(checksum >> (24 - 8 * UInt32($0)) & 255) }
          inserts.append(key: key.span, value: value.span)
        }
        for key in gone { deletes.append(key: key.span) }
        inserts.sort()
        deletes.sort()
        _ = try transaction.delete(rows: deletes, in: table)
        try transaction.put(rows: inserts, in: table)
        try OrderCounts.update(
          index, in: table, inserted: inserts, deleted: deletes, bits: bits, transaction)
      }
      rows.formUnion(added)
      rows.subtract(gone)
      let sorted = rows.sorted { $0.lexicographicallyPrecedes($1) }
      let held = try environment.beginReading()
      let cost = ScanCost()
      #expect(try counts.check(index.sections, held.transaction) != nil)
      for (position, row) in sorted.enumerated() {
        #expect(try counts.rank(of: row, held.transaction, cost) == position)
        #expect(try counts.row(at: position, held.transaction, cost) == row)
      }
      #expect(try counts.row(at: sorted.count, held.transaction, cost) == nil)
      #expect(try counts.rank(of: [0, 0, 1], held.transaction, cost) == sorted.count)
    }
  }
}
