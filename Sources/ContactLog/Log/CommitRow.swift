internal import ContactModel
internal import Hashing

/// A commit's header with its note beside it: one row of table `commits`.
struct CommitRow: Sendable {
  /// The header's bytes, as hashed.
  var header: [UInt8]
  /// The note, with the salt under which the header has its hash.
  var note: (salt: [UInt8], text: String)?

  /// Appends the row's value.
  func encode(to encoder: inout CBOREncoder) {
    encoder.array(note == nil ? 1 : 3)
    encoder.data(header)
    if let note {
      encoder.data(note.salt)
      encoder.text(note.text)
    }
  }

  init(header: [UInt8], note: (salt: [UInt8], text: String)?) {
    self.header = header
    self.note = note
  }

  init(_ bytes: Span<UInt8>) throws {
    var decoder = CBORDecoder(bytes)
    let count = try decoder.array()
    header = try decoder.data()
    switch count {
    case 1: note = nil
    case 3: note = (try decoder.data(), try decoder.text())
    default: throw CBORError(code: .wrongFields, offset: 0)
    }
    try decoder.finish()
  }

  /// The header, taken apart.
  func decodedHeader() throws -> CommitHeader {
    var decoder = CBORDecoder(header.span)
    let decoded = try decoder.header()
    try decoder.finish()
    return decoded
  }

  /// The hash that the next commit names as its parent: SHA-256(0x00 ‖ header), an RFC 6962 leaf.
  func leafHash() -> ContentHash {
    var hasher = SHA256Hasher()
    return ContentHash(hasher.hash(prefix: 0x00, header.span))
  }

  /// The hash that a header has for this note.
  static func noteHash(salt: [UInt8], text: String) -> ContentHash {
    ContentHash(SHA256.digest(of: (salt + Array(text.utf8)).span))
  }
}

extension ContentHash {
  /// The same 32 bytes.
  init(_ digest: Digest) { self.init(words: digest.words) }
  /// The SHA-256 of some bytes.
  init(of bytes: Span<UInt8>) { self.init(SHA256.digest(of: bytes)) }
}
