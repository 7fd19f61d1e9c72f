import CommandLineTool
import ContactLog
import ContactModel

/// One commit made by a command: find the records, change them in a session, save, report.
struct Edit {
  let context: Context
  let store: Store
  let session: Session

  /// The option every command that changes something has.
  static let noteOption = OptionSpec(
    "note", short: "n", value: "TEXT", "Why; shown by 'contactlog log'")

  /// The option every command has that can remove much of the book at once.
  static let confirmOption = OptionSpec(
    "confirm-mass-change", "Save also what removes or empties much of the book")

  /// All options of a command that edits records.
  static let options = [
    noteOption, OptionSpec("dry-run", "Show what would be saved, and revert it"), confirmOption,
  ]

  /// Runs `body`, saves what it changed, and reports the commit.
  ///
  /// - Parameter body: Gives the records to name in the report.
  static func run(
    _ context: Context, _ body: (Edit) throws -> [RecordID]
  ) throws -> ExitCode {
    let store = try context.openStore()
    let session = store.session(author: context.author, program: Context.program)
    let edit = Edit(context: context, store: store, session: session)
    let records = try body(edit)
    if context.line.flag("dry-run") { return try edit.showAndRevert() }
    let commit = try session.save(
      note: context.line.option("note"),
      confirmingMassChange: context.line.flag(confirmOption.name))
    try edit.report(commit, records)
    return .ok
  }

  /// The record a word names.
  func record(_ word: String, _ lookup: RecordLookup = .changing) throws -> RecordID {
    try store.read { try lookup.find(word, in: $0) }
  }

  // MARK: - Report

  /// Shows what is pending, and drops it.
  private func showAndRevert() throws -> ExitCode {
    let pending = session.pendingChanges
    session.revert()
    let rows = context.output.rows([
      Column("slot"), Column("change"), Column("old", isFlexible: true),
      Column("new", isFlexible: true),
    ])
    for item in pending {
      let property = item.change.slot(at: 0)?.property
      try rows.add(
        [
          item.slotName, item.change.name, ContentView.text(item.old, of: property),
          ContentView.text(item.new, of: property),
        ],
        json: .fields([
          "slot": .string(item.slotName), "change": .string(item.change.name),
          "old": ContentView.json(item.old, of: property),
          "new": ContentView.json(item.new, of: property),
        ]))
    }
    try rows.finish()
    return pending.isEmpty ? .nothingFound : .ok
  }

  private func report(_ commit: Commit?, _ records: [RecordID]) throws {
    var seen: Set<RecordID> = []
    let ids = records.map { commit?.id($0) ?? $0 }.filter { seen.insert($0).inserted }
    let related = try store.read { snapshot in
      var related: [RecordView.Related] = []
      for id in ids where !id.isUnsaved {
        guard let record = try snapshot.recordOrRemoved(id) else { continue }
        related.append(.init(record))
      }
      return related
    }
    guard let commit else {
      try context.output.object(
        .fields(["commit": JSON.null, "records": .array(related.map(\.json))]),
        lines: [("commit", "none: nothing changed")])
      return
    }
    let undo = context.undoCommand(String(commit.number))
    try context.output.object(
      .fields([
        "commit": .number(commit.number), "undo": .string(undo),
        "records": .array(related.map(\.json)),
      ]),
      lines: [
        ("commit", "\(commit.number) (\(Plural.count(Int(commit.header.count), "event")))")
      ] + related.map { ("changed", $0.text) } + [("undo with", undo)])
  }
}

extension RecordView.Related {
  /// A record as others refer to it.
  init(_ record: Record) {
    self.init(id: record.id, uid: record.uid, name: record.compositeName())
  }
}
