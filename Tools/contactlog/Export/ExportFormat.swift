import CommandLineTool
import VCard

/// What contacts are written as.
enum ExportFormat: Equatable {
  /// Contact cards of a version.
  case vCard(VCardVersion)
  /// Contact cards, each as it came.
  case original
  case jCard
  case table(CSVLayout)
  /// JSON Lines as of `show`.
  case json

  private static let all: [(word: String, format: ExportFormat)] = [
    ("vcard3", .vCard(.v3)), ("vcard4", .vCard(.v4)), ("vcard21", .vCard(.v21)),
    ("original", .original), ("jcard", .jCard), ("csv-google", .table(.google)),
    ("csv-google-old", .table(.oldGoogle)), ("csv-outlook", .table(.outlook(.english))),
    ("csv-outlook-de", .table(.outlook(.german))), ("csv-outlook-fr", .table(.outlook(.french))),
    ("json", .json),
  ]

  /// The words for the formats.
  static let words = all.map(\.word)

  /// The format that the command line asks for.
  init(_ line: ParsedCommand) {
    let word = line.option("format") ?? (line.flag("json") ? "json" : "vcard3")
    self = Self.all.first { $0.word == word }?.format ?? .vCard(.v3)
  }

  /// What one record is called in a report.
  var unit: String { if case .table = self { "row" } else { "card" } }

  /// How a table is written.
  ///
  /// - Throws: ``Failure`` where the command line asks for what only a table has.
  func tableOptions(_ line: ParsedCommand) throws(Failure) -> CSVWriter.Options {
    var options = CSVWriter.Options()
    guard case .table(let layout) = self else {
      for option in ["guard-formulas", "separator"]
      where line.flag(option) || line.option(option) != nil {
        throw Failure(.usage, "--\(option) is for tables, such as --format csv-google")
      }
      return options
    }
    options.guardsFormulas = line.flag("guard-formulas")
    // Without it Excel and Outlook take the text for one of the system's code page.
    if case .outlook = layout { options.hasMark = true }
    switch line.option("separator") {
    case "semicolon": options.separator = UInt8(ascii: ";")
    case "tab": options.separator = UInt8(ascii: "\t")
    default: break
    }
    return options
  }
}
