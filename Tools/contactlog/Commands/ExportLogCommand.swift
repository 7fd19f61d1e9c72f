import CommandLineTool
import ContactLog
import ContactModel
import Terminal

/// The command `log export`.
enum ExportLogCommand: Command {
  static let spec = CommandSpec(
    "export", "Write the log itself, bit-exact, for keeping",
    text: """
      Without --segments the log is written as JSON Lines: a line for each commit and each event, with \
      what it says and its raw bytes. With --segments it goes into a folder, in files of at most 64 MiB \
      with checksums; a folder that has segments already is continued. 'replay' reads both and gives the \
      same commits, positions and hashes. docs/log-format.md describes both, and docs/read_log.py reads \
      them in Python.

      Every hash is checked on the way. Exit code 4: the log is damaged, or the folder has segments of \
      another log. Files appear whole or not at all, for you only (mode 0600).
      """,
    options: [
      OptionSpec(
        "output", short: "o", value: "FILE",
        "The file for JSON Lines; - (the default) is standard output", completion: .files),
      OptionSpec(
        "segments", value: "FOLDER", "Write segments into this folder", completion: .folders),
      OptionSpec("from", value: "COMMIT", "Begin with this commit (1, or behind the last segment)"),
      OptionSpec("to", value: MomentInput.placeholder, "End with this commit (the last one)"),
      OptionSpec("force", "Replace the file if there is one"),
    ],
    examples: [
      .init("log export -o log.jsonl", "writes the whole log as JSON Lines"),
      .init("log export --segments archive", "writes segments, or what is new since the last time"),
      .init("log export --from 12 --to 12", "shows one commit with its events"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openStore()
    let first = try context.number("from", in: 1...Int.max).map { UInt64($0) }
    let last = try context.line.option("to").map { text in
      let moment = try context.moment(text)
      return try store.read { try moment.commitNumber(in: $0) }
    }
    if let first, let last, last < first {
      throw Failure(.usage, "--to is commit \(last), which is before --from \(first)")
    }
    if let folder = context.line.option("segments") {
      return try segments(context, store, folder, first, last ?? .max)
    }
    return try lines(context, store, first ?? 1, last ?? .max)
  }

  private static func segments(
    _ context: Context, _ store: Store, _ folder: String, _ first: UInt64?, _ last: UInt64
  ) throws -> ExitCode {
    guard context.line.option("output") == nil, !folder.isEmpty else {
      throw Failure(.usage, "--segments takes a folder, and excludes --output")
    }
    let export = try withProgress("events written") {
      try store.exportLogSegments(to: folder, from: first, through: last, progress: $0)
    }
    try write(export, to: folder, context)
    return .ok
  }

  private static func lines(
    _ context: Context, _ store: Store, _ first: UInt64, _ last: UInt64
  ) throws -> ExitCode {
    let path = context.line.option("output") ?? "-"
    guard path != "-" else {
      _ = try store.exportLogLines(from: first, through: last) {
        try context.output.raw(bytes: $0)
      }
      return .ok
    }
    do {
      let file = try create(path, replacing: context.line.flag("force"))
      let export = try withProgress("events written") {
        try store.exportLogLines(from: first, through: last, progress: $0) {
          try file.write(bytes: $0)
        }
      }
      try file.finish()
      try write(export, to: path, context)
    } catch let error as OutputError {
      guard case .failed(let reason) = error else { throw error }
      throw Failure(.ioError, "cannot write '\(path)': \(reason.text)")
    }
    return .ok
  }

  private static func create(_ path: String, replacing: Bool) throws(Failure) -> OutputFile {
    do throws(SystemError) {
      return try OutputFile(path: path, replacing: replacing)
    } catch {
      throw Failure(error, creating: path)
    }
  }

  private static func write(_ export: LogExport, to place: String, _ context: Context) throws {
    let count = export.last + 1 - export.first
    try context.output.object(
      .fields([
        "commits": .number(count), "events": .number(export.events),
        "last": .number(export.last), "head": .string(export.head.hex),
        "bytes": .number(export.bytes), "files": .number(export.files),
        "output": .string(place),
      ]),
      lines: [
        ("commits", Plural.grouped(Int(count))), ("events", Plural.grouped(Int(export.events))),
        ("last commit", Plural.grouped(Int(export.last))), ("head", export.head.hex),
        ("bytes", Plural.grouped(export.bytes)), ("files", Plural.grouped(export.files)),
        ("output", place),
      ])
  }
}
