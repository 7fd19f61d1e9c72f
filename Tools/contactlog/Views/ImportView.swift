import CommandLineTool
import ContactLog
import ContactModel

/// What an import did, for people and programs.
struct ImportView {
  private let report: ImportReport
  private let context: Context
  private let isDryRun: Bool

  init(_ report: ImportReport, _ context: Context, isDryRun: Bool) {
    self.report = report
    self.context = context
    self.isDryRun = isDryRun
  }

  func write() throws {
    try context.output.object(json, lines: lines)
  }

  /// The command that takes the import back; nil where there is nothing to take back.
  private var undo: String? {
    guard let commits = report.commits else { return nil }
    return context.undoCommand(
      commits.first == commits.last ? String(commits.first) : "--import \(report.importID)")
  }

  private var json: JSON {
    .fields([
      "read": .number(report.read), "added": .number(report.added), "same": .number(report.same),
      "updated": .number(report.updated), "failed": .number(report.failed),
      "commits": report.commits.map {
        .fields(["first": .number($0.first), "last": .number($0.last)])
      } ?? .null,
      "importId": .string(report.importID),
      "rejects": .array(
        report.rejects.map {
          .fields([
            "file": .string($0.file), "line": .number($0.line), "reason": .string($0.reason),
          ])
        }),
      "unknownMembers": report.unknownMembers == 0 ? nil : .number(report.unknownMembers),
      "dryRun": isDryRun ? true : nil, "undo": .text(undo),
    ])
  }

  private var lines: [(label: String, value: String)] {
    var lines: [(label: String, value: String)] = [
      ("read", Plural.count(report.read, "card")), ("added", Plural.grouped(report.added)),
      ("same", Plural.grouped(report.same)), ("updated", Plural.grouped(report.updated)),
      ("failed", Plural.grouped(report.failed)),
    ]
    for reject in report.rejects {
      lines.append(("refused", "\(reject.file):\(reject.line): \(reject.reason)"))
    }
    if report.unknownMembers > 0 {
      lines.append(("unknown members", Plural.grouped(report.unknownMembers)))
    }
    switch report.commits {
    case nil: lines.append(("commits", isDryRun ? "none: a dry run" : "none: nothing changed"))
    case let (first, last)?:
      lines.append(("commits", first == last ? "\(first)" : "\(first) to \(last)"))
    }
    if let undo { lines.append(("undo with", undo)) }
    return lines
  }
}
