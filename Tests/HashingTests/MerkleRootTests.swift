import Hashing
import Testing

struct MerkleRootTests {
  /// The leaves and roots that the Certificate Transparency project tests its trees with.
  static let leaves = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ]
  static let roots = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  private func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).map { offset in
      UInt8(hex.dropFirst(offset).prefix(2), radix: 16) ?? 0
    }
  }

  /// RFC 6962, section 2.1, as it is written there.
  private func root(_ leaves: ArraySlice<[UInt8]>) -> Digest {
    guard let first = leaves.first else { return SHA256.digest(of: Span()) }
    if leaves.count == 1 { return SHA256.digest(of: ([0x00] + first).span) }
    var split = 1
    while 2 * split < leaves.count { split *= 2 }
    let middle = leaves.startIndex + split
    let (left, right) = (root(leaves[..<middle]), root(leaves[middle...]))
    return SHA256.digest(of: ([0x01] + left.bytes + right.bytes).span)
  }

  @Test(arguments: 0...8) func `known leaves have their known root`(count: Int) {
    var tree = MerkleRoot()
    for leaf in Self.leaves.prefix(count) { tree.append(leaf: bytes(leaf).span) }
    #expect(tree.count == count)
    #expect(tree.finish().hex == Self.roots[count])
  }

  @Test func `roots of up to 70 leaves follow the definition`() {
    let leaves = (0..<70).map { [UInt8]("leaf \($0)".utf8) }
    var tree = MerkleRoot()
    for count in 0...leaves.count {
      for leaf in leaves.prefix(count) { tree.append(leaf: leaf.span) }
      #expect(tree.finish() == root(leaves.prefix(count)))
    }
  }
}
