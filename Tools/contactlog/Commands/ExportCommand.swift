import CommandLineTool
import ContactLog
import ContactModel
import Terminal
import VCard

/// The command `export`.
enum ExportCommand: Command {
  static let spec = CommandSpec(
    "export", "Write people and groups as contact cards",
    text: """
      Without a record everything is written. A group is written with all its members. A person \
      written without its groups names them as categories. A file appears whole or not at all, for \
      you only (mode 0600), and never replaces another one unless told to.

      Parameters and properties that an imported card had and the store does not know stay with it. \
      In the form 'original' every card keeps its own version, and each line that nobody edited since \
      the import is written as it was read (a photo may be folded anew).
      """,
    arguments: [ArgumentSpec("RECORD", "A person or group; all without one", count: .any)],
    options: [
      OptionSpec(
        "output", short: "o", value: "FILE", "The file; - (the default) is standard output",
        completion: .files),
      OptionSpec(
        "format", value: "FORMAT",
        "vcard3 (the default), vcard4, vcard21, original, or json as of 'show'",
        completion: .words(["vcard3", "vcard4", "vcard21", "original", "json"])),
      OptionSpec("force", "Replace the file if there is one"), BookReading.option,
    ],
    examples: [
      .init("export -o all.vcf", "writes everybody"),
      .init("export Friends --format vcard4 -o -", "writes a group and its members"),
      .init("export 12 --format original", "writes one card with only the edited lines changed"),
      .init("export --format json", "writes one object a line"),
      .init("export -o old.vcf --as-of yesterday", "writes everybody as of last night"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openReading()
    let format = context.line.option("format") ?? (context.line.flag("json") ? "json" : "vcard3")
    let path = context.line.option("output") ?? "-"
    let file = path == "-" ? nil : try create(path, replacing: context.line.flag("force"))
    let count: Int
    do {
      // One transaction: the cards are of one moment.
      count = try store.read { snapshot in
        try export(snapshot, context, format) { bytes in
          if let file {
            try file.write(bytes: bytes)
          } else {
            try context.output.raw(bytes: bytes)
          }
        }
      }
      try file?.finish()
    } catch let error as OutputError {
      guard file != nil, case .failed(let reason) = error else { throw error }
      throw Failure(.ioError, "cannot write '\(path)': \(reason.text)")
    }
    if file != nil {
      try context.output.object(
        .fields(["written": .number(count), "file": .string(path)]),
        lines: [("written", Plural.count(count, "card")), ("file", path)])
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

  private static func export(
    _ snapshot: borrowing Snapshot, _ context: Context, _ format: String,
    _ write: ([UInt8]) throws -> Void
  ) throws -> Int {
    let words = context.line.allArguments("RECORD")
    var exporter = Exporter(format: format, count: 0)
    if words.isEmpty {
      for kind in [RecordKind.person, .group] {
        try snapshot.forEachRecord(kind) {
          try write(exporter.card($0, snapshot, withCategories: false))
          return true
        }
      }
      return exporter.count
    }
    let chosen = try Selection(words, in: snapshot)
    for id in chosen.ids {
      guard let record = try snapshot.record(id) else { continue }
      try write(exporter.card(record, snapshot, withCategories: chosen.groups.isEmpty))
    }
    return exporter.count
  }
}
