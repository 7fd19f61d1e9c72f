import LMDB
import TestSupport
import Testing

struct KeyTests {
  private func bytes(_ append: (inout KeyBuffer) -> Void) -> [UInt8] {
    var key = KeyBuffer()
    append(&key)
    return key.bytes
  }

  private func expectSameOrder<T: Comparable>(_ values: [T], _ append: (inout KeyBuffer, T) -> Void)
  {
    let encoded = values.map { value in bytes { append(&$0, value) } }
    for (a, x) in zip(values, encoded) {
      for (b, y) in zip(values, encoded) {
        #expect((a < b) == x.lexicographicallyPrecedes(y))
      }
    }
  }

  @Test func `numbers sort as their bytes do`() {
    var random = SeededGenerator(seed: 1)
    let numbers = (0..<60).map { _ in random.next() >> UInt64.random(in: 0..<64, using: &random) }
    expectSameOrder(numbers) { $0.append($1) }
    expectSameOrder(numbers.map { UInt32(truncatingIfNeeded: $0) }) { $0.append($1) }
    expectSameOrder(numbers.map { UInt16(truncatingIfNeeded: $0) }) { $0.append($1) }
    expectSameOrder(numbers.map { UInt8(truncatingIfNeeded: $0) }) { $0.append($1) }
  }

  @Test func `negative numbers sort first`() {
    expectSameOrder([Int32.min, -70_000, -1, 0, 1, 70_000, .max]) { $0.append($1) }
  }

  @Test func `fields follow each other`() {
    let key = bytes { key in
      key.append(UInt8(1))
      key.append(UInt16(0x0203))
      key.append(UInt32(0x0405_0607))
      key.append(UInt64(0x0809_0A0B_0C0D_0E0F))
      key.append(utf8: "é")
      key.append(contentsOf: [0xFE].span)
    }
    #expect(key == Array(1...15) + [0xC3, 0xA9, 0xFE])
  }

  @Test func `numbers read back from their place`() {
    let key = bytes { key in
      key.append(UInt8(9))
      key.append(UInt64(1 << 40))
      key.append(Int32(-5))
    }
    #expect(key.span.bigEndianUInt64(at: 1) == 1 << 40)
    #expect(key.span.orderedInt32(at: 9) == -5)
    #expect(key.span.bigEndianUInt32(at: 1) == 256)
    #expect(key.span.bigEndianUInt16(at: 0) == 0x0900)
  }

  @Test(arguments: [-1, 6, 13, .max, .min]) func `nothing is read beyond the ends`(offset: Int) {
    let key = [UInt8](repeating: 1, count: 13)
    #expect(key.span.bigEndianUInt64(at: offset) == nil)
  }

  @Test func `an emptied buffer starts again`() {
    var key = KeyBuffer()
    key.append(UInt32(1))
    key.truncate(to: 3)
    #expect(key.count == 3)
    key.removeAll()
    #expect(key.isEmpty)
  }
}
