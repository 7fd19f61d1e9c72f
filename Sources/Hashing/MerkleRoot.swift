/// The root of the Merkle tree over leaves given one at a time.
///
/// RFC 6962, section 2.1: a leaf is SHA-256(0x00 ‖ bytes), a node SHA-256(0x01 ‖ left ‖ right),
/// and *n* leaves split at the largest power of two below *n*.
public struct MerkleRoot: ~Copyable {
  /// How many leaves were appended since the start or the last ``finish()``.
  public private(set) var count = 0

  private var hasher = SHA256Hasher()
  /// The roots of complete subtrees, largest first: one for each bit set in ``count``.
  private var subtrees: [Digest] = []

  /// Creates an empty tree.
  public init() {}

  /// Appends a leaf.
  ///
  /// - Complexity: O(*n*) in its bytes, and one node on average; memory grows with the
  ///   logarithm of the count.
  public mutating func append(leaf bytes: Span<UInt8>) {
    append(leafHash: hasher.hash(prefix: 0x00, bytes))
  }

  /// Appends a leaf whose hash, with its 0x00 prefix, is known.
  public mutating func append(leafHash: Digest) {
    var root = leafHash
    var complete = count
    while complete & 1 == 1 {
      root = hasher.hash(prefix: 0x01, subtrees.removeLast(), root)
      complete >>= 1
    }
    subtrees.append(root)
    count += 1
  }

  /// The root; the tree is empty afterwards.
  ///
  /// The root of no leaves is the hash of no bytes.
  public mutating func finish() -> Digest {
    defer { count = 0 }
    guard var root = subtrees.popLast() else { return hasher.finish() }
    while let left = subtrees.popLast() { root = hasher.hash(prefix: 0x01, left, root) }
    return root
  }
}
