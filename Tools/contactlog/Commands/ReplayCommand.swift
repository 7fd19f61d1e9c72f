import CommandLineTool
import ContactLog
import ContactModel
import Terminal

/// The command `replay`.
enum ReplayCommand: Command {
  static let spec = CommandSpec(
    "replay", "Replay a log into a fresh store, or into one made so before",
    text: """
      SOURCE is a store, or a log that 'log export' wrote: a file in JSON Lines (- is standard input), a \
      segment, or a folder of segments. The new store has the same commits, positions, ids and hashes, \
      and projections made anew; with a store as the source a digest of each proves them equal. A store \
      that is there already gets the commits it lacks; one that has commits of its own is refused. A \
      replay that was killed goes on where it was when it is run again.

      Of a file that is cut short everything whole is taken, and the message names the place (exit code \
      65); run it again when the file is whole. Exit code 3: a projection differs. Exit code 4: the log \
      is damaged, edited or of another book; the message names the line, byte or commit, and no new \
      store is made.
      """,
    arguments: [ArgumentSpec("SOURCE", "The store, file or folder to read", completion: .files)],
    options: [
      OptionSpec("into", value: "NEW", "The folder of the new store", completion: .folders),
      OptionSpec("to", value: MomentInput.placeholder, "End with this commit (the last one)"),
      OptionSpec("follow", "Then go on with what SOURCE, a store, gets, until Ctrl-C or --to"),
    ],
    examples: [
      .init("replay old --into new", "copies a store by its history"),
      .init("replay log.jsonl --into new --to yesterday", "makes the store as it was yesterday"),
      .init("replay main --into copy --follow", "keeps a copy up to date until Ctrl-C"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    guard let target = context.line.option("into"), !target.isEmpty else {
      throw Failure(.usage, "--into NEW is missing: the folder of the new store")
    }
    let options = try context.storeOptions()
    let source = try source(context.argument("SOURCE"), options)
    let end = try context.line.option("to").map { try Self.end(context.moment($0), source) } ?? nil
    if context.line.flag("follow"), case .exported = source {
      throw Failure(.usage, "--follow takes a store; replay a file again when it has grown")
    }
    Interrupt.watch()
    let report = try withProgress("events replayed") {
      try Store.replay(
        source, into: target, to: end, options: options, progress: $0,
        shouldStop: { Interrupt.isRequested })
    }
    if report.wasStopped {
      context.diagnostics.report("stopped; run the same command again to go on")
      return .interrupted
    }
    let isThere = (try? FileSize(path: "\(target)/data.mdb")) != nil
    let code = try ProofView(
      report.proof, applied: report.applied == report.proof.commits ? nil : report.applied
    ).write(context, store: isThere ? target : "none: nothing is left at \(target)")
    guard code == .ok, context.line.flag("follow"), case .store(let store) = source else {
      return code
    }
    return try follow(store, target, end, context)
  }

  private static func source(_ path: String, _ options: Store.Options) throws -> LogSource {
    guard path != "-", (try? FileSize(path: "\(path)/data.mdb")) != nil else {
      return .exported(path)
    }
    return .store(try Store.open(at: path, options: options))
  }

  /// Where to end; `head` is the last commit of now.
  private static func end(_ moment: MomentInput, _ source: LogSource) throws -> ReplayEnd? {
    if case .store(let store) = source {
      return .commit(try store.read { try moment.commitNumber(in: $0) })
    }
    switch moment.moment {
    case .now: return nil
    case .commit(let number): return .commit(number)
    case .time(let time): return .time(time)
    }
  }

  private static func follow(
    _ source: Store, _ path: String, _ end: ReplayEnd?, _ context: Context
  ) throws -> ExitCode {
    let target = try Store.open(at: path, options: source.options)
    let fault = try target.follow(
      source, to: end, until: { Interrupt.isRequested },
      applied: { count in
        let commit = try target.read { $0.commit }
        try context.output.object(
          .fields(["applied": .number(count), "commits": .number(commit)]),
          lines: [("applied", "\(Plural.count(Int(count), "commit")), up to commit \(commit)")])
        try context.output.flush()
      })
    if let fault { throw Failure(fault) }
    return Interrupt.isRequested ? .interrupted : .ok
  }
}
