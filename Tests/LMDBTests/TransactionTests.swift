import LMDB
import TestSupport
import Testing

/// The key that the tests store a number under.
func key(_ number: Int) -> KeyBuffer {
  var key = KeyBuffer()
  key.append(UInt64(number))
  return key
}

extension ReadTransaction {
  /// A stored value, copied out of the transaction.
  func copy(_ key: [UInt8], in table: Table) throws -> [UInt8]? {
    guard let value = try value(for: key.span, in: table) else { return nil }
    return value.indices.map { value[$0] }
  }
}

@Suite(.temporaryDirectory) struct TransactionTests {
  let environment: Environment
  let table: Table

  init() throws {
    environment = try Environment.create(directory: TemporaryDirectory.path)
    table = try environment.openTables(["t"], create: true)[0]
  }

  private func fill(_ numbers: some Sequence<Int>) throws {
    try environment.write { txn in
      for number in numbers { try txn.put(key(number).span, [UInt8(number)].span, in: table) }
    }
  }

  private func scan(from start: Int?, _ direction: ScanDirection) throws -> [Int] {
    var found: [Int] = []
    try environment.read { txn in
      let start = start.map { key($0) }
      func collect(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
        found.append(Int(value[0]))
        return found.count < 3
      }
      if let start {
        try txn.scan(table, from: start.span, direction: direction, collect)
      } else {
        try txn.scan(table, from: nil, direction: direction, collect)
      }
    }
    return found
  }

  private func first(atOrAfter key: [UInt8]) throws -> UInt8? {
    try environment.read { try $0.first(in: table, atOrAfter: key.span) { $1[0] } }
  }

  private func last(atOrBefore key: [UInt8]) throws -> UInt8? {
    try environment.read { try $0.last(in: table, atOrBefore: key.span) { $1[0] } }
  }

  private func code(_ body: () throws(LMDBError) -> Void) -> LMDBError.Code? {
    do { try body() } catch { return error.code }
    return nil
  }

  @Test func `a stored value reads back`() throws {
    try fill([5])
    #expect(try environment.read { try $0.copy(key(5).bytes, in: table) } == [5])
    #expect(try environment.read { try $0.copy(key(6).bytes, in: table) } == nil)
    #expect(try environment.read { try $0.contains(key(5).span, in: table) })
    #expect(try environment.read { try !$0.contains(key(6).span, in: table) })
    #expect(try environment.read { try $0.count(of: table) } == 1)
    #expect(try environment.read { try $0.pages(of: table) } == 1)
  }

  @Test func `an empty value is not a missing one`() throws {
    try environment.write { try $0.put([1].span, Span(), in: table) }
    #expect(try environment.read { try $0.copy([1], in: table) } == [])
  }

  @Test func `a body that throws leaves no trace`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try environment.write { txn in
        try txn.put([1].span, [1].span, in: table)
        throw Stop()
      }
    }
    #expect(try environment.read { try $0.count(of: table) } == 0)
    try fill([1])
  }

  @Test func `a write sees its own changes and a snapshot does not`() throws {
    try environment.read { snapshot in
      try environment.write { txn in
        try txn.put([1].span, [1].span, in: table)
        let own = try txn.reading.count(of: table)
        #expect(own == 1)
      }
      let old = try snapshot.count(of: table)
      #expect(old == 0)
    }
  }

  @Test func `a write inside a write is refused, not waited for`() throws {
    try environment.write { _ in
      #expect(throws: LMDBError(code: .badTransaction)) { try environment.write { _ in } }
      #expect(throws: LMDBError(code: .badTransaction)) {
        try environment.copy(toDirectory: "/nonexistent", compacting: false)
      }
      #expect(throws: LMDBError(code: .badTransaction)) {
        try environment.openTables(["u"], create: true)
      }
    }
    try environment.write { _ in }
  }

  @Test func `keys must have one to 511 bytes`() throws {
    for size in [0, 512] {
      #expect(throws: LMDBError(code: .badValueSize)) {
        try environment.write { txn in
          try txn.put([UInt8](repeating: 1, count: size).span, [1].span, in: table)
        }
      }
    }
    try environment.write { txn in
      try txn.put([UInt8](repeating: 1, count: 511).span, [1].span, in: table)
    }
  }

  @Test func `appending out of order is refused`() throws {
    try environment.write { txn in
      try txn.append(key(2).span, [2].span, in: table)
      for number in [1, 2] {
        let refused = code { () throws(LMDBError) in
          try txn.append(key(number).span, [1].span, in: table)
        }
        #expect(refused == .keyExists)
      }
    }
  }

  @Test func `inserting keeps the value that is there`() throws {
    try fill([1])
    try environment.write { txn in
      let refused = code { () throws(LMDBError) in
        try txn.insert(key(1).span, [9].span, in: table)
      }
      #expect(refused == .keyExists)
      try txn.insert(key(2).span, [2].span, in: table)
    }
    #expect(try scan(from: nil, .forward) == [1, 2])
  }

  @Test func `deleting says whether there was a row`() throws {
    try fill([1])
    try environment.write { txn in
      let (first, second) = (
        try txn.delete(key(1).span, in: table), try txn.delete(key(1).span, in: table)
      )
      #expect(first && !second)
    }
  }

  @Test func `emptying keeps the table`() throws {
    try fill(0..<100)
    try environment.write { try $0.empty(table) }
    #expect(try environment.read { try $0.count(of: table) } == 0)
    try fill([1])
  }

  @Test(
    arguments: [
      (nil, [10, 20, 30]), (0, [10, 20, 30]), (20, [20, 30, 40]), (21, [30, 40]), (41, []),
    ] as [(Int?, [Int])])
  func `scanning forward starts at or after the key`(start: Int?, expected: [Int]) throws {
    try fill([10, 20, 30, 40])
    #expect(try scan(from: start, .forward) == expected)
  }

  @Test(
    arguments: [
      (nil, [40, 30, 20]), (99, [40, 30, 20]), (30, [30, 20, 10]), (29, [20, 10]), (9, []),
    ] as [(Int?, [Int])])
  func `scanning backward starts at or before the key`(start: Int?, expected: [Int]) throws {
    try fill([10, 20, 30, 40])
    #expect(try scan(from: start, .backward) == expected)
  }

  @Test func `scanning an empty table finds nothing`() throws {
    #expect(try scan(from: nil, .forward).isEmpty)
    #expect(try scan(from: nil, .backward).isEmpty)
    #expect(try scan(from: 1, .backward).isEmpty)
  }

  @Test func `an empty start sorts before all keys`() throws {
    try fill([10])
    #expect(try first(atOrAfter: []) == 10)
    #expect(try last(atOrBefore: []) == nil)
  }

  @Test func `the nearest rows are found from between`() throws {
    try fill([10, 20])
    #expect(try first(atOrAfter: key(11).bytes) == 20)
    #expect(try first(atOrAfter: key(21).bytes) == nil)
    #expect(try last(atOrBefore: key(19).bytes) == 10)
    #expect(try last(atOrBefore: key(99).bytes) == 20)
  }

  @Test func `an error in a scan passes through`() throws {
    struct Stop: Error {}
    try fill([1])
    #expect(throws: Stop.self) {
      try environment.read { try $0.scan(table, from: nil) { _, _ in throw Stop() } }
    }
  }

  @Test func `a writer puts and deletes through one cursor`() throws {
    try environment.write { txn in
      try txn.withWriter(of: table, appending: true) { writer in
        for number in 0..<1000 { try writer.put(key(number).span, [1].span) }
        let refused = code { () throws(LMDBError) in try writer.put(key(5).span, [1].span) }
        #expect(refused == .keyExists)
      }
      try txn.withWriter(of: table) { writer in
        for number in 0..<999 { try writer.delete(key(number).span) }
        let again = try writer.delete(key(5).span)
        #expect(!again)
        try writer.put(key(999).span, [7].span)
      }
    }
    #expect(try scan(from: nil, .forward) == [7])
  }

  @Test func `concurrent writers and readers do not disturb each other`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask { [environment, table] in
          for number in 0..<50 {
            try environment.write { txn in
              try txn.put(key(worker * 50 + number).span, [UInt8(worker)].span, in: table)
            }
            let found = try environment.read { txn in
              try txn.contains(key(worker * 50 + number).span, in: table)
            }
            #expect(found)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try environment.read { try $0.count(of: table) } == 200)
  }
}
