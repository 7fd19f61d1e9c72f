internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB
internal import Synchronization

/// Brings cards into a store: commits of a bounded number of cards that share an import id.
///
/// A card is matched by its uid, else by its bytes. One whose bytes are those last imported changes
/// nothing, even if the record was edited since. A changed one is merged field by field: what the
/// card changed since it was last imported is taken over, unless the record was edited there too.
/// Where no card was imported before, values are added and none is removed.
///
/// A card that matches nobody may still be of somebody who is there: a person of the same name with
/// one of its phone numbers or e-mail addresses, or a group of the same name. Where that record says
/// all the card says, the card is the same. Else it is proposed as a duplicate, and never merged
/// unless ``Options/duplicates`` says so.
///
///     let importer = store.importer(author: "ada", program: "example", parse: parse)
///     for card in cards { try importer.add(card.bytes, file: "x.vcf", line: card.line) }
///     let report = try importer.finish()
///
/// Use it from one thread.
public final class Importer {
  let store: Store
  let options: Options
  private let author: String
  private let program: String
  private let note: String?
  let importID = SecureRandom.bytes(16)
  let parse: Parser
  /// Reads cards as last imported.
  let parseKept: Parser
  private let onCard: ((CardOutcome) -> Void)?
  private(set) var report: ImportReport
  /// How many cards were refused so far.
  public private(set) var refusedCount = 0
  /// What the commits so far removed and emptied.
  private var massChange: MassChange?

  /// Cards read and not staged yet: a few at a time, so that what a parser made of them is let go
  /// while it is still at hand.
  private var waiting: [Waiting] = []
  private static let cardsAtATime = 256
  /// What the next commit shall be, so far.
  private var staging: ImportStaging?
  /// The cards in it, for staging them again when somebody saved meanwhile.
  private var staged: [Source] = []
  private var stagedBytes = 0
  /// Cards refused since the last commit; they are told in their order among the others.
  private var refused: [(order: Int, outcome: CardOutcome)] = []
  private var order = 0
  /// Members of groups, by uid, that were not found yet.
  var openMembers: [(group: String, member: String)] = []
  /// Records that cards of another uid were found to be of, by that uid.
  private(set) var aliases: [[UInt8]: RecordID] = [:]
  /// The most aliases kept: a member named by a further one counts as unknown.
  private static let mostAliases = 100_000
  /// What a dry run has seen, as the store does not know it later.
  ///
  /// The start of each uid's digest and of its card's: sixteen bytes a card are all that grows with
  /// the file.
  private var seen: [UInt64: UInt64] = [:]
  private var stagedKeys: [(key: UInt64, card: UInt64)] = []

  /// A card as read.
  struct Source {
    let bytes: [UInt8]
    let hash: ContentHash
    let file: String
    let line: Int
    let number: Int
    let order: Int

    func outcome(_ kind: CardOutcome.Kind) -> CardOutcome {
      CardOutcome(file: file, line: line, number: number, kind: kind)
    }
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
    parse: @escaping Parser, parseKept: @escaping Parser, onCard: ((CardOutcome) -> Void)?
  ) {
    self.store = store
    self.author = author
    self.program = program
    self.note = note
    self.options = options
    self.parse = parse
    self.parseKept = parseKept
    self.onCard = onCard
    report = ImportReport(importID: Hex.string(importID))
  }

  /// Takes in one card; saves a commit when enough have come together.
  ///
  /// - Parameters:
  ///   - line: The line of its start in the file.
  ///   - number: Which card of the file it is, from 1; for the report.
  /// - Returns: The commit saved by this call, if any.
  /// - Throws: ``StoreError`` with code `held`, `busy`, `full`, `io` or `damaged`. Cards of commits
  ///   saved before are in; ``finish()`` may be tried again.
  @discardableResult
  public func add(_ bytes: [UInt8], file: String, line: Int, number: Int = 0) throws -> Commit? {
    guard report.read < options.cards else {
      refuse(
        file: file, line: line, number: number,
        reason: "more than \(options.cards) cards in one import")
      return nil
    }
    switch parse(bytes.span, line) {
    case .failure(let at, let property, let reason, let name):
      refuse(
        file: file, line: at, number: number, name: name, property: property, reason: reason)
    case .card(let card):
      report.read += 1
      order += 1
      let source = Source(
        bytes: bytes, hash: ContentHash(of: bytes.span), file: file, line: line, number: number,
        order: order)
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
  public func refuse(
    file: String, line: Int, number: Int = 0, name: String? = nil, property: String = "",
    reason: String
  ) {
    report.read += 1
    refusedCount += 1
    order += 1
    var outcome = CardOutcome(
      file: file, line: line, number: number, kind: .failed, name: name)
    (outcome.property, outcome.reason) = (property, reason)
    refused.append((order, outcome))
    // Nobody before it waits for a commit, or too many wait to be told.
    if staged.isEmpty && waiting.isEmpty || refused.count >= options.cardsPerCommit { tell([]) }
  }

  /// Saves what is left and reports.
  ///
  /// - Throws: As ``add(_:file:line:number:)``.
  public func finish() throws -> ImportReport {
    try flush()
    countOpenMembers()
    return report
  }

  /// Drops the cards not saved yet and reports what is saved.
  public func stop() -> ImportReport {
    report.read -= waiting.count + staged.count
    tell([])
    waiting = []
    staged = []
    staging = nil
    return report
  }

  // MARK: - Telling

  /// Counts and tells what became of cards, refused ones among them, in the order of reading.
  private func tell(_ outcomes: [(order: Int, outcome: CardOutcome)]) {
    for (_, outcome) in (outcomes + refused).sorted(by: { $0.order < $1.order }) {
      report.add(outcome)
      onCard?(outcome)
    }
    refused = []
  }

  /// Outcomes with the numbers that new records got.
  private func named(
    _ outcomes: [(order: Int, outcome: CardOutcome)], _ commit: Commit?
  ) -> [(order: Int, outcome: CardOutcome)] {
    func saved(_ id: RecordID?) -> RecordID? {
      guard let id, let name = commit?.id(id) ?? id as RecordID?, !name.isUnsaved else {
        return nil
      }
      return name
    }
    return outcomes.map { order, outcome in
      var outcome = outcome
      outcome.record = saved(outcome.record)
      for index in outcome.duplicates.indices {
        outcome.duplicates[index].record = saved(outcome.duplicates[index].record)
      }
      return (order, outcome)
    }
  }

  private func countOpenMembers() {
    report.unknownMembers = openMembers.count
    let named = openMembers.prefix(ImportReport.mostListed)
    let groups = try? store.read { snapshot in
      try named.map { member in
        try snapshot.records(uid: member.group).first { $0.kind == .group }
      }
    }
    report.unknownMemberNames = zip(named, groups ?? Array(repeating: nil, count: named.count)).map
    {
      ImportReport.UnknownMember(group: $1, uid: $0.member)
    }
  }

  // MARK: - Saving

  /// Stages what waits and saves it as one commit.
  @discardableResult
  private func flush() throws -> Commit? {
    var last: Commit?
    repeat {
      last = try flushOnce() ?? last
    } while !waiting.isEmpty
    return last
  }

  private func flushOnce() throws -> Commit? {
    var attempts = 0
    while true {
      try stageWaiting()
      guard var staging else { return nil }
      self.staging = nil
      try staging.finish()
      do {
        let commit = try save(staging)
        tell(named(staging.outcomes, commit))
        openMembers = staging.openMembers
        if let commit {
          report.commits = (report.commits?.first ?? commit.number, commit.number)
        }
        for (uid, id) in staging.aliases where aliases.count < Self.mostAliases {
          aliases[uid] = commit?.id(id) ?? id
        }
        for (key, card) in stagedKeys { seen[key] = card }
        stagedKeys = []
        waiting = staging.postponed
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
    if options.dryRun { stagedKeys += cards.map { (Self.key($0.card, $0.hash), $0.hash.words.0) } }
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

  /// Saves a commit; in a dry run only looks whether it would be held.
  private func save(_ staging: ImportStaging) throws -> Commit? {
    let edits = staging.edits
    let isGuarded = options.guardsMassChange
    let isDryRun = options.dryRun
    guard edits.hasChanges, isGuarded || !isDryRun else { return nil }
    var draft = Draft(
      batch: SecureRandom.bytes(16), author: author, program: program, kind: .import, note: note)
    draft.importID = importID
    let request = Session.request(edits, draft, .report, guardsMassChange: false)
    let (seenCommit, newUIDs) = (staging.seenCommit, staging.newUIDs)
    let before = massChange
    // A dry run's earlier commits are not in the book.
    let unsaved = isDryRun ? report.added : 0
    let sum = Mutex(before)
    do {
      let commit = try store.commit(
        CommitRequest(batch: draft.batch) { writer, transaction in
          // Another import may have brought the same cards meanwhile.
          if writer.head.commit != seenCommit {
            for new in newUIDs where try writer.hasRecord(new.kind, uid: new.uid, transaction) {
              throw StoreError(.conflict, "another import brought a card meanwhile")
            }
          }
          var draft = try request.prepare(writer, transaction)
          if isGuarded {
            let change = try writer.checkMassChange(
              draft.records, after: before, besides: unsaved, transaction)
            sum.withLock { $0 = change }
          }
          if isDryRun { draft.records = [] }
          return draft
        })
      massChange = sum.withLock { $0 }
      return commit
    } catch let error as StoreError where error.code == .held {
      guard isDryRun, let change = error.massChange else {
        throw StoreError(error, commits: report.commits)
      }
      massChange = change
      report.held = change
      return nil
    }
  }
}

// MARK: - Dry runs

extension Importer {
  /// Whether a card of this uid that a dry run had a commit's worth before was the same; `nil` where
  /// there was none.
  func isSeenInDryRun(_ card: Waiting) -> Bool? {
    seen.isEmpty ? nil : seen[Self.key(card.card, card.hash)].map { $0 == card.hash.words.0 }
  }

  private static func key(_ card: Card, _ hash: ContentHash) -> UInt64 {
    guard let uid = card.uid, !uid.isEmpty else { return hash.words.0 }
    return ContentHash(of: ([card.kind.rawValue] + UIDIndex.folded(uid)).span).words.0
  }
}

extension Store {
  /// Begins an import.
  ///
  /// - Parameters:
  ///   - note: Why, for the history.
  ///   - parseKept: Reads a card as last imported, whatever its size; `parse` where it is missing.
  ///   - onCard: Told of each card once it is saved or refused, in the order of reading; in a dry run
  ///     once it was looked at.
  ///   - parse: Reads a card.
  public func importer(
    author: String, program: String, note: String? = nil,
    options: Importer.Options = Importer.Options(), parseKept: Importer.Parser? = nil,
    onCard: ((CardOutcome) -> Void)? = nil, parse: @escaping Importer.Parser
  ) -> Importer {
    Importer(
      self, author: author, program: program, note: note, options: options, parse: parse,
      parseKept: parseKept ?? parse, onCard: onCard)
  }
}
