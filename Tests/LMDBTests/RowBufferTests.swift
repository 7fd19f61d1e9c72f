import LMDB
import TestSupport
import Testing

struct RowBufferTests {
  /// Rows whose keys often share their first bytes, or are prefixes of each other.
  private func randomRows(_ count: Int, seed: UInt64) -> [(key: [UInt8], value: [UInt8])] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let alphabet: [UInt8] = [0, 1, 255]
      let length = Int.random(in: 1...14, using: &random)
      let key = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      return (key, [UInt8(number & 255), UInt8(number >> 8)])
    }
  }

  private func rows(of buffer: borrowing RowBuffer) -> [[[UInt8]]] {
    var all: [[[UInt8]]] = []
    for index in 0..<buffer.count {
      buffer.withRow(index) { key, value in
        all.append([key.indices.map { key[$0] }, value.indices.map { value[$0] }])
      }
    }
    return all
  }

  @Test(arguments: [0, 1, 2, 50, 3000]) func `rows sort as arrays do, equal ones in order`(
    count: Int
  ) {
    let expected = randomRows(count, seed: UInt64(count))
    var buffer = RowBuffer()
    for row in expected { buffer.append(key: row.key.span, value: row.value.span) }
    buffer.sort()
    let sorted = expected.enumerated().sorted { a, b in
      a.element.key == b.element.key
        ? a.offset < b.offset : a.element.key.lexicographicallyPrecedes(b.element.key)
    }
    #expect(rows(of: buffer) == sorted.map { [$0.element.key, $0.element.value] })
  }

  @Test func `long keys with one beginning sort by their ends`() {
    var random = SeededGenerator(seed: 9)
    let keys = (0..<2000).map { _ in
      [UInt8](repeating: 7, count: 20) + random.bytes(upTo: 3)
    }
    var buffer = RowBuffer()
    for key in keys { buffer.append(key: key.span) }
    buffer.sort()
    let sorted = keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(rows(of: buffer).map { $0[0] } == sorted)
  }

  @Test func `an emptied buffer holds nothing`() {
    var buffer = RowBuffer()
    buffer.append(key: [1].span, value: [2, 3].span)
    #expect(buffer.count == 1 && buffer.byteCount == 3)
    buffer.removeAll()
    #expect(buffer.isEmpty && buffer.byteCount == 0)
  }
}

@Suite(.temporaryDirectory) struct RowBufferTableTests {
  @Test func `sorted rows are written and deleted`() throws {
    let environment = try Environment.create(directory: TemporaryDirectory.path)
    let table = try environment.openTables(["t"], create: true)[0]
    var buffer = RowBuffer()
    for number in (0..<5000).reversed() { buffer.append(key: key(number).span, value: [1].span) }
    buffer.sort()
    try environment.write { try $0.put(rows: buffer, in: table, appending: true) }
    #expect(try environment.read { try $0.count(of: table) } == 5000)
    buffer.append(key: key(9999).span)
    let deleted = try environment.write { try $0.delete(rows: buffer, in: table) }
    #expect(deleted == 5000)
    #expect(try environment.read { try $0.count(of: table) } == 0)
  }

  @Test func `the last of equal keys stays`() throws {
    let environment = try Environment.create(directory: TemporaryDirectory.path)
    let table = try environment.openTables(["t"], create: true)[0]
    var buffer = RowBuffer()
    for value in 1...3 { buffer.append(key: [5].span, value: [UInt8(value)].span) }
    buffer.sort()
    try environment.write { try $0.put(rows: buffer, in: table) }
    #expect(try environment.read { try $0.copy([5], in: table) } == [3])
  }
}
