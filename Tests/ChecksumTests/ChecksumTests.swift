import Checksum
import Testing

struct ChecksumTests {
  /// The input of xxHash's own sanity check: bytes of a 64-bit product (xsum_sanity_check.c).
  private func sanityBytes(_ count: Int) -> [UInt8] {
    var generator: UInt64 = 2_654_435_761
    return (0..<count).map { _ in
      defer { generator = generator &* 11_400_714_785_074_694_797 }
      return UInt8(generator >> 56)
    }
  }

  @Test(
    arguments: [
      (0, 0x2D06_8005_38D3_94C2), (1, 0xC44B_DFF4_074E_ECDB), (6, 0x27B5_6A84_CD2D_7325),
      (12, 0xA713_DAF0_DFBB_77E7), (24, 0xA3FE_70BF_9D35_10EB), (48, 0x397D_A259_ECBA_1F11),
      (80, 0xBCDE_FBBB_2C47_C90A), (195, 0xCD94_217E_E362_EC3A), (403, 0xCDEB_804D_65C6_DEA4),
    ] as [(Int, UInt64)])
  func `the checksum is XXH3`(count: Int, expected: UInt64) {
    #expect(Checksum.xxh3(sanityBytes(count).span) == expected)
  }

  @Test func `the value's checksum depends on the key`() {
    let value = sanityBytes(100)
    let one = Checksum.xxh3([1].span, value.span)
    #expect(one != Checksum.xxh3([2].span, value.span))
    #expect(one != Checksum.xxh3(value.span))
  }

  @Test func `a byte cannot move from the key to the value`() {
    #expect(
      Checksum.xxh3([1, 2].span, [3].span) != Checksum.xxh3([1].span, [2, 3].span))
  }

  @Test func `every single flipped bit is noticed`() {
    let value = sanityBytes(64)
    let whole = Checksum.xxh3([1].span, value.span)
    for bit in 0..<512 {
      var damaged = value
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Checksum.xxh3([1].span, damaged.span) != whole)
    }
  }
}
