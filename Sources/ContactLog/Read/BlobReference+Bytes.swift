public import ContactModel
internal import Hashing

extension BlobReference {
  /// Whether the reference is to these bytes: as many, with the same SHA-256.
  ///
  /// - Complexity: O(bytes) where the count agrees, else O(1).
  public func isTo(_ bytes: [UInt8]) -> Bool {
    bytes.count == byteCount && ContentHash(of: bytes.span) == hash
  }
}
