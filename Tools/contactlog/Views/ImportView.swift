import CommandLineTool
import ContactLog
import ContactModel

/// What an import did, for people and programs.
struct ImportView {
  private let report: ImportReport
  private let context: Context
  private let warnings: Int
  private let rejects: [String]
  private var isDryRun: Bool { context.line.flag("dry-run") }

  /// The most proposed duplicates and unknown members that people are shown.
  private static let mostShown = 20

  init(_ report: ImportReport, _ context: Context, warnings: Int, rejects: [String]) {
    self.report = report
    self.context = context
    self.warnings = warnings
    self.rejects = rejects
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
      "updated": .number(report.updated), "skipped": .number(report.skipped),
      "failed": .number(report.failed), "proposed": .number(report.proposed),
      "commits": report.commits.map {
        .fields(["first": .number($0.first), "last": .number($0.last)])
      } ?? .null,
      "importId": .string(report.importID), "rejects": .array(report.rejects.map(Self.json)),
      "updates": .list(report.updates.map(ImportedCards.json)),
      "duplicates": .list(report.proposals.map(ImportedCards.json)),
      "unknownMembers": report.unknownMembers == 0 ? nil : .number(report.unknownMembers),
      "members": .list(
        report.unknownMemberNames.map {
          .fields([
            "group": $0.group.map { .string("\($0)") }, "uid": .string($0.uid),
          ])
        }),
      "warnings": warnings == 0 ? nil : .number(warnings),
      "rejectsFiles": .list(rejects.map { .string($0) }),
      "dryRun": isDryRun ? true : nil,
      "held": report.held.map {
        .fields([
          "removed": .number($0.removed), "emptied": .number($0.emptied),
          "records": .number($0.records),
        ])
      }, "undo": .text(undo),
    ])
  }

  private static func json(_ reject: ImportReport.Reject) -> JSON {
    .fields([
      "file": .string(reject.file), "line": .number(reject.line),
      "number": reject.number == 0 ? nil : .number(reject.number), "name": .text(reject.name),
      "property": reject.property.isEmpty ? nil : .string(reject.property),
      "reason": .string(reject.reason),
    ])
  }

  private var lines: [(label: String, value: String)] {
    var lines: [(label: String, value: String)] = [
      ("read", Plural.count(report.read, "card")), ("added", Plural.grouped(report.added)),
      ("same", Plural.grouped(report.same)), ("updated", Plural.grouped(report.updated)),
    ]
    if report.skipped > 0 { lines.append(("skipped", Plural.grouped(report.skipped))) }
    lines.append(("failed", Plural.grouped(report.failed)))
    for reject in report.rejects { lines.append(("refused", Self.text(reject))) }
    add("refused", report.failed - report.rejects.count, to: &lines)
    if report.proposed > 0 {
      lines.append(("likely duplicates", Plural.grouped(report.proposed)))
      let shown = report.proposals.prefix(Self.mostShown)
      for card in shown { lines.append(("", Self.text(card))) }
      add("", report.proposed - shown.count, to: &lines)
    }
    if report.unknownMembers > 0 {
      lines.append(("unknown members", Plural.grouped(report.unknownMembers)))
      let shown = report.unknownMemberNames.prefix(Self.mostShown)
      for member in shown {
        let group = member.group.map { "\($0)" } ?? "a new group"
        lines.append(("", "\(member.uid) in \(group)"))
      }
      add("", report.unknownMembers - shown.count, to: &lines)
    }
    if warnings > 0 { lines.append(("warnings", Plural.grouped(warnings))) }
    if !rejects.isEmpty { lines.append(("refused are in", rejects.joined(separator: ", "))) }
    if let held = report.held {
      lines.append(
        ("would be held", "it would empty \(held.emptied) of \(held.records) records"))
    }
    switch report.commits {
    case nil where isDryRun: lines.append(("commits", "none: a dry run"))
    // Of an import that was stopped only what it saved counts as read.
    case nil where report.read == 0: lines.append(("commits", "none: nothing was saved"))
    case nil: lines.append(("commits", "none: nothing changed"))
    case let (first, last)?:
      lines.append(("commits", first == last ? "\(first)" : "\(first) to \(last)"))
    }
    if let undo { lines.append(("undo with", undo)) }
    return lines
  }

  private func add(_ label: String, _ count: Int, to lines: inout [(label: String, value: String)])
  {
    if count > 0 { lines.append((label, "and \(Plural.grouped(count)) more; --verbose tells all")) }
  }

  private static func text(_ reject: ImportReport.Reject) -> String {
    let card = reject.number == 0 ? "" : "card \(reject.number)"
    let name = reject.name.map { " (\($0))" } ?? ""
    let reason = ImportedCards.reason(reject.property, reject.reason)
    return "\(reject.file):\(reject.line): " + (card.isEmpty ? "" : "\(card)\(name): ") + reason
  }

  private static func text(_ card: CardOutcome) -> String {
    let record = card.kind == .added ? card.record.map { " as \($0)" } ?? "" : ""
    return "\(ImportedCards.place(card)): \(card.kind.rawValue)\(record), "
      + ImportedCards.duplicates(card)
  }
}
