import CommandLineTool
import ContactLog
import ContactModel
import Terminal

/// The command `verify`.
enum VerifyCommand: Command {
  static let spec = CommandSpec(
    "verify", "Check the log, its chain of hashes, and every index",
    text: """
      Reads the whole file without LMDB, so that no damage can end the run; hashes every stored byte \
      anew, derives the projections from the log and compares them with those stored. Names the first \
      commit, record and page that is wrong, and never writes. Writers wait meanwhile; with --copy only \
      while a copy is made.

      Exit code 3: a projection differs; 'contactlog rebuild' makes them anew. Exit code 4: the log \
      itself or a page is damaged, or the commit of the anchor is not there. Exit code 65: the anchor \
      cannot be read, or is of another book.
      """,
    options: [
      OptionSpec(
        "anchor", value: "LINE", "A line of 'anchor' whose commit must be there, unchanged"),
      OptionSpec("copy", "Check a copy made beside the store, so that writers go on"),
    ],
    examples: [
      .init("verify", "checks everything"),
      .init(
        "verify --anchor \"$(cat anchor.txt)\"", "checks that nothing was cut off or rewritten"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let anchor = try context.line.option("anchor").map { text in
      guard let anchor = Anchor(text) else {
        throw Failure(
          .badData,
          "the anchor is not one: it is contactlog:BOOK:COMMIT:HASH, as 'anchor' prints it")
      }
      return anchor
    }
    let path = try context.storePath()
    do {
      let proof = try withProgress("events checked") {
        try Store.verify(
          at: path, anchor: anchor, copying: context.line.flag("copy"),
          options: context.storeOptions(), progress: $0)
      }
      return try ProofView(proof).write(context, store: path)
    } catch let error as StoreError where error.code == .damaged {
      // So damaged that no copy can be made: the same answer as for any other damage.
      return try ProofView(damage: error.reason).write(context, store: path)
    }
  }
}

/// The command `rebuild`.
enum RebuildCommand: Command {
  static let spec = CommandSpec(
    "rebuild", "Make all indices anew from the log",
    text: """
      Readers go on meanwhile, writers wait. When it is cut short, the old indices stay. The log is \
      checked on the way; it is never changed.
      """,
    examples: [.init("rebuild", "makes the indices anew")])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openStore()
    try withProgress("events folded") { try store.rebuild(progress: $0) }
    return try ProofView(rebuilt: store).write(context, store: store.path)
  }
}

/// Lends a progress reporter that counts to a total.
func withProgress<R>(
  _ what: String, _ body: ((UInt64, UInt64) -> Void) throws -> R
) rethrows -> R {
  let progress = Progress()
  defer { progress.finish() }
  return try body { done, total in
    let of = total == 0 ? "" : " of \(Plural.grouped(Int(total)))"
    progress.update("\(Plural.grouped(Int(done)))\(of) \(what)")
  }
}
