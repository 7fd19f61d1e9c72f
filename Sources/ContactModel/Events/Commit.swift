/// Why a commit was made.
///
/// The numbers are stored; only ever append.
public enum CommitKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A session was saved.
  case save = 1
  /// Cards were imported.
  case `import` = 2
  /// Earlier commits were undone.
  case undo = 3
  /// An undo was undone.
  case redo = 4
  /// People were merged.
  case merge = 5
  /// Records were set back to an earlier state.
  case restore = 6
  /// The store's content was carried over from elsewhere.
  case migrate = 7

  /// The word that `log` prints.
  public var name: String { "\(self)" }
}

/// What a batch of events is saved with: who, when, through what, and the hashes that chain it to
/// everything before it.
public struct CommitHeader: Sendable, Hashable {
  /// The format's version.
  public static let currentFormat: UInt64 = 1

  /// The book the commit belongs to, 16 bytes.
  public var book: [UInt8]
  /// The commit's number, from 1.
  public var number: UInt64
  /// The position of its first event.
  public var firstPosition: Position
  /// How many events.
  public var count: UInt64
  /// The leaf hash of the commit before; zero for the first.
  public var parent: ContentHash
  /// The batch's identity, 16 bytes, by which a retried save is recognised.
  public var batch: [UInt8]
  /// Hybrid logical clock: milliseconds since 1970 in the upper 48 bits, a counter in the lower 16.
  ///
  /// Rises from commit to commit.
  public var clock: UInt64
  /// What the author's clock showed, microseconds since 1970-01-01 UTC.
  public var time: Int64
  /// Who.
  public var author: String
  /// Through what.
  public var program: String
  /// Why.
  public var kind: CommitKind
  /// SHA-256 over salt and note; `nil` without a note.
  ///
  /// The note itself stands beside the header, so that it can be erased.
  public var noteHash: ContentHash?
  /// The commits this one undoes.
  public var undoes: [UInt64] = []
  /// The import it is part of, 16 bytes.
  public var importID: [UInt8]?
  /// RFC 6962 root over the events' bytes.
  public var eventsRoot: ContentHash
  /// Features a reader must know, as bits.
  public var features: UInt64 = 0

  /// A header of these parts.
  public init(
    book: [UInt8], number: UInt64, firstPosition: Position, count: UInt64, parent: ContentHash,
    batch: [UInt8], clock: UInt64, time: Int64, author: String, program: String, kind: CommitKind,
    noteHash: ContentHash?, undoes: [UInt64], importID: [UInt8]?, eventsRoot: ContentHash
  ) {
    self.book = book
    self.number = number
    self.firstPosition = firstPosition
    self.count = count
    self.parent = parent
    self.batch = batch
    self.clock = clock
    self.time = time
    self.author = author
    self.program = program
    self.kind = kind
    self.noteHash = noteHash
    self.undoes = undoes
    self.importID = importID
    self.eventsRoot = eventsRoot
  }

  /// The position of the last event.
  public var lastPosition: Position { firstPosition + count - 1 }
}

extension ContentHash {
  /// 32 zero bytes: the parent of the first commit.
  public static let zero = ContentHash(words: (0, 0, 0, 0))
}
