import CommandLineTool
import ContactLog
import ContactModel
import Terminal

/// The command `verify`.
enum VerifyCommand: Command {
  static let spec = CommandSpec(
    "verify", "Check the log, its chain of hashes, and every index",
    text: """
      Reads the whole log, hashes it anew, derives the projections from it and compares them with those \
      stored. Exit code 3: a projection differs; 'contactlog rebuild' makes them anew. Exit code 4: \
      the log itself is damaged.
      """,
    examples: [.init("verify", "checks everything")])

  static func run(_ context: Context) throws -> ExitCode {
    do {
      let store = try context.openStore()
      let proof = try withProgress("events checked") { try store.verify(progress: $0) }
      return try ProofView(proof).write(context, store: store.path)
    } catch let error as StoreError where error.code == .damaged {
      // So damaged that it cannot even be opened: the same answer as for any other damage.
      return try ProofView(damage: error.reason).write(context, store: context.storePath())
    }
  }
}

/// The command `replay`.
enum ReplayCommand: Command {
  static let spec = CommandSpec(
    "replay", "Replay the log of a store into a fresh one",
    text: """
      The new store has the same commits, positions, ids and hashes, and projections that are equal \
      byte for byte, proved by a digest of each. Exit code 3: a projection differs. Exit code 4: the \
      source is damaged.
      """,
    arguments: [ArgumentSpec("SOURCE", "The store to read", completion: .folders)],
    options: [
      OptionSpec("into", value: "NEW", "The folder of the new store", completion: .folders)
    ],
    examples: [.init("replay old --into new", "copies a store by its history")])

  static func run(_ context: Context) throws -> ExitCode {
    guard let target = context.line.option("into") else {
      throw Failure(.usage, "--into NEW is missing: the folder of the new store")
    }
    let source = try Store.open(
      at: context.argument("SOURCE"), options: context.storeOptions())
    let proof = try withProgress("events replayed") {
      try source.replay(into: target, progress: $0)
    }
    return try ProofView(proof).write(context, store: target)
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
private func withProgress<R>(
  _ what: String, _ body: ((UInt64, UInt64) -> Void) throws -> R
) rethrows -> R {
  let progress = Progress()
  defer { progress.finish() }
  return try body { done, total in
    progress.update("\(Plural.grouped(Int(done))) of \(Plural.grouped(Int(total))) \(what)")
  }
}
