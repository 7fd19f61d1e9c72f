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
      the import is written as it was read.

      Tables have a row for each person, with the names of its groups; groups as such, photos and \
      lines that the store does not know have no place in them, unless they came from a table. Values \
      stand as they are, a leading + too; '--guard-formulas' is for opening the table in a \
      spreadsheet, which would calculate them. Outlook's tables start with a mark of UTF-8.
      """,
    arguments: [ArgumentSpec("RECORD", "A person or group; all without one", count: .any)],
    options: [
      OptionSpec(
        "output", short: "o", value: "FILE", "The file; - (the default) is standard output",
        completion: .files),
      OptionSpec(
        "format", value: "FORMAT",
        "vcard3 (the default), vcard4, vcard21, original, jcard, csv-google, csv-google-old, "
          + "csv-outlook, csv-outlook-de, csv-outlook-fr, or json as of 'show'",
        completion: .words(ExportFormat.words)),
      OptionSpec("categories", "Let people name their groups, instead of writing cards of groups"),
      OptionSpec(
        "separator", value: "WORD", "What parts the cells of a table: comma, semicolon or tab",
        completion: .words(["comma", "semicolon", "tab"])),
      OptionSpec(
        "guard-formulas", "Put an apostrophe before cells of a table that begin with = + - or @"),
      OptionSpec("force", "Replace the file if there is one"), BookReading.option,
    ],
    examples: [
      .init("export -o all.vcf", "writes everybody"),
      .init("export Friends --format vcard4 -o -", "writes a group and its members"),
      .init("export 12 --format original", "writes one card with only the edited lines changed"),
      .init("export --format csv-outlook-de -o all.csv", "writes a table for a German Outlook"),
      .init("export --format json", "writes one object a line"),
      .init("export -o old.vcf --as-of yesterday", "writes everybody as of last night"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let format = ExportFormat(context.line)
    let table = try format.tableOptions(context.line)
    let store = try context.openReading()
    let path = context.line.option("output") ?? "-"
    let file = path == "-" ? nil : try create(path, replacing: context.line.flag("force"))
    let count: Int
    do {
      // One transaction: the cards are of one moment.
      count = try store.read { snapshot in
        var exporter = Exporter(
          format, try Selection(context.line.allArguments("RECORD"), in: snapshot),
          namesGroups: context.line.flag("categories"), table: table
        ) { bytes in
          if let file {
            try file.write(bytes: bytes)
          } else {
            try context.output.raw(bytes: bytes)
          }
        }
        try exporter.run(snapshot)
        return exporter.count
      }
      try file?.finish()
    } catch let error as OutputError {
      guard file != nil, case .failed(let reason) = error else { throw error }
      throw Failure(.ioError, "cannot write '\(path)': \(reason.text)")
    }
    if file != nil {
      try context.output.object(
        .fields(["written": .number(count), "file": .string(path)]),
        lines: [("written", Plural.count(count, format.unit)), ("file", path)])
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
}
