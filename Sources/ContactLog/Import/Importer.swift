public import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB

/// Brings cards into a store: commits of a bounded number of cards that share an import id.
///
/// A card is matched by its uid, else by its bytes. One whose bytes are those last imported changes
/// nothing, even if the record was edited since. A changed one is merged field by field: what the
/// card changed since it was last imported is taken over, unless the record was edited there too.
/// Where no card was imported before, values are added and none is removed.
///
///     let importer = store.importer(author: "ada", program: "example", parse: parse)
///     for card in cards { try importer.add(card.bytes, file: "x.vcf", line: card.line) }
///     let report = try importer.finish()
///
/// Use it from one thread.
public final class Importer {
  /// What a parser made of a card's bytes.
  public enum Parsed: Sendable {
    /// What the card says.
    case card(Card)
    /// Why it cannot be imported, and at which line.
    case failure(line: Int, reason: String)
  }

  /// How to import.
  public struct Options: Sendable {
    /// The most cards a commit takes.
    public var cardsPerCommit = 10_000
    /// The most bytes of cards a commit takes.
    public var bytesPerCommit = 32 << 20
    /// Whether only to report what would happen.
    public var dryRun = false

    /// The usual way.
    public init() {}
  }

  /// Reads a card's bytes; the line its first byte stands at is for messages.
  public typealias Parser = (Span<UInt8>, Int) -> Parsed

  let store: Store
  let options: Options
  private let author: String
  private let program: String
  private let note: String?
  let importID = SecureRandom.bytes(16)
  let parse: Parser
  private(set) var report: ImportReport

  /// Cards read and not staged yet: a few at a time, so that what a parser made of them is let go
  /// while it is still at hand.
  private var waiting: [Waiting] = []
  private static let cardsAtATime = 256
  /// What the next commit shall be, so far.
  private var staging: ImportStaging?
  /// The cards in it, for staging them again when somebody saved meanwhile.
  private var staged: [Source] = []
  private var stagedBytes = 0
  /// Members of groups, by uid, that were not found yet.
  var openMembers: [(group: String, member: String)] = []

  /// A card as read.
  struct Source {
    let bytes: [UInt8]
    let hash: ContentHash
    let file: String
    let line: Int
  }

  /// A card as read, and what it says.
  struct Waiting {
    let source: Source
    var card: Card

    var bytes: [UInt8] { source.bytes }
    var hash: ContentHash { source.hash }
  }

  init(
    _ store: Store, author: String, program: String, note: String?, options: Options,
    parse: @escaping Parser
  ) {
    self.store = store
    self.author = author
    self.program = program
    self.note = note
    self.options = options
    self.parse = parse
    report = ImportReport(importID: Hex.string(importID))
  }

  /// Takes in one card; saves a commit when enough have come together.
  ///
  /// - Returns: The commit saved by this call, if any.
  /// - Throws: ``StoreError`` with code `busy`, `full`, `io` or `damaged`. Cards of commits saved
  ///   before are in; ``finish()`` may be tried again.
  @discardableResult
  public func add(_ bytes: [UInt8], file: String, line: Int) throws -> Commit? {
    report.read += 1
    switch parse(bytes.span, line) {
    case .failure(let at, let reason):
      reject(file: file, line: at, reason: reason)
    case .card(let card):
      let source = Source(
        bytes: bytes, hash: ContentHash(of: bytes.span), file: file, line: line)
      waiting.append(Waiting(source: source, card: card))
      stagedBytes += bytes.count
    }
    let count = staged.count + waiting.count
    if count >= options.cardsPerCommit || stagedBytes >= options.bytesPerCommit {
      return try flush()
    }
    if waiting.count >= Self.cardsAtATime { try stageWaiting() }
    return nil
  }

  /// Counts a card that the caller could not even hand over, such as one beyond a limit.
  public func refuse(file: String, line: Int, reason: String) {
    report.read += 1
    reject(file: file, line: line, reason: reason)
  }

  func reject(file: String, line: Int, reason: String) {
    report.failed += 1
    report.rejects.append(ImportReport.Reject(file: file, line: line, reason: reason))
  }

  /// Saves what is left and reports.
  ///
  /// - Throws: As ``add(_:file:line:)``.
  public func finish() throws -> ImportReport {
    try flush(isLast: true)
    return report
  }

  /// Drops the cards not saved yet and reports what is saved.
  public func stop() -> ImportReport {
    report.read -= waiting.count + staged.count
    waiting = []
    staged = []
    staging = nil
    return report
  }

  /// Stages what waits and saves it as one commit.
  @discardableResult
  private func flush(isLast: Bool = false) throws -> Commit? {
    var last: Commit?
    repeat {
      last = try flushOnce(isLast: isLast) ?? last
    } while !waiting.isEmpty
    return last
  }

  private func flushOnce(isLast: Bool) throws -> Commit? {
    var attempts = 0
    while true {
      try stageWaiting()
      guard var staging else { return nil }
      self.staging = nil
      try staging.finish(isLast: isLast)
      do {
        let commit = options.dryRun ? nil : try save(staging)
        report.add(staging.counts)
        openMembers = staging.openMembers
        if let commit {
          report.commits = (report.commits?.first ?? commit.number, commit.number)
        }
        // A dry run does not save the first card of a uid, so it cannot merge the second into it.
        waiting = options.dryRun ? [] : staging.postponed
        if options.dryRun { report.updated += staging.postponed.count }
        staged = []
        stagedBytes = 0
        return commit
      } catch {
        readAgain()
        // Somebody saved between staging and saving: look again.
        guard (error as? StoreError)?.code == .conflict, attempts < 5 else { throw error }
        attempts += 1
      }
    }
  }

  private func stageWaiting() throws {
    if staging == nil { staging = ImportStaging(self) }
    let cards = waiting
    try staging?.stage(cards)
    staged += cards.map(\.source)
    waiting = []
  }

  /// Takes the staged cards back to be staged anew.
  private func readAgain() {
    waiting = staged.compactMap { source in
      guard case .card(let card) = parse(source.bytes.span, source.line) else { return nil }
      return Waiting(source: source, card: card)
    }
    staged = []
  }

  private func save(_ staging: ImportStaging) throws -> Commit? {
    let edits = staging.edits
    guard edits.hasChanges else { return nil }
    var draft = Draft(
      batch: SecureRandom.bytes(16), author: author, program: program, kind: .import, note: note)
    draft.importID = importID
    let request = Session.request(edits, draft, .report)
    let (seenCommit, newUIDs) = (staging.seenCommit, staging.newUIDs)
    return try store.commit(
      CommitRequest(batch: draft.batch) { writer, transaction in
        // Another import may have brought the same cards meanwhile.
        if writer.head.commit != seenCommit {
          for new in newUIDs where try writer.hasRecord(new.kind, uid: new.uid, transaction) {
            throw StoreError(.conflict, "another import brought a card meanwhile")
          }
        }
        return try request.prepare(writer, transaction)
      })
  }
}

extension BatchWriter {
  /// Whether a stored record of a kind has a uid.
  func hasRecord(
    _ kind: RecordKind, uid: String, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var key: [UInt8] = []
    UIDIndex.appendKey(uid, to: &key)
    key.append(0)
    var isFound = false
    let table = reader.tables.projections[head.liveSet].uids
    try transaction.scan(table, from: key.span) { found, _ in
      guard found.starts(with: key.span) else { return false }
      guard found.count == key.count + 5, let id = found.lastRecord, id.kind == kind else {
        return true
      }
      let stored = try record(id, transaction)?.record.uid ?? ""
      isFound = UIDIndex.folded(stored) == UIDIndex.folded(uid)
      return !isFound
    }
    return isFound
  }
}

extension Store {
  /// Begins an import.
  ///
  /// - Parameters:
  ///   - note: Why, for the history.
  ///   - parse: Reads a card; also used for cards as last imported.
  public func importer(
    author: String, program: String, note: String? = nil,
    options: Importer.Options = Importer.Options(), parse: @escaping Importer.Parser
  ) -> Importer {
    Importer(
      self, author: author, program: program, note: note, options: options, parse: parse)
  }
}
