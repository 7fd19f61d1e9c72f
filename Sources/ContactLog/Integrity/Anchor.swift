public import ContactModel
internal import LMDB

/// A book, a commit's number and its hash: kept elsewhere, it shows later that the log still has
/// that commit, and with it everything before.
public struct Anchor: Sendable, Hashable {
  /// The book's id, 16 bytes.
  public let book: [UInt8]
  /// The commit's number; 0: the empty book.
  public let commit: UInt64
  /// The commit's leaf hash.
  public let hash: ContentHash

  init(book: [UInt8], commit: UInt64, hash: ContentHash) {
    self.book = book
    self.commit = commit
    self.hash = hash
  }
}

extension Anchor: CustomStringConvertible {
  /// `contactlog:BOOK:COMMIT:HASH`, one word.
  public var description: String { "contactlog:\(Hex.string(book)):\(commit):\(hash.hex)" }

  /// Reads the written form, blanks around it ignored; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "contactlog", parts[1].utf8.count == 32,
      let book = Hex.bytes(parts[1]),
      parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let commit = UInt64(parts[2]),
      let hash = ContentHash(hex: parts[3])
    else { return nil }
    self.init(book: book, commit: commit, hash: hash)
  }
}

extension Store {
  /// The anchor of the last commit.
  ///
  /// - Throws: As ``read(_:)``.
  public func anchor() throws -> Anchor {
    try read { Anchor(book: identity.book, commit: $0.commit, hash: $0.hash) }
  }
}
