import CommandLineTool
import ContactLog
import ContactModel

/// A commit as `log` shows it.
struct CommitView {
  private let summary: CommitSummary
  /// Its changes, where they are asked for.
  let changes: ChangeRows?
  var commit: Commit { summary.commit }
  private var header: CommitHeader { commit.header }

  init(_ summary: CommitSummary, changes: ChangeRows? = nil) {
    self.summary = summary
    self.changes = changes
  }

  /// The object that `log` promises.
  var json: JSON {
    .fields([
      "commit": .number(commit.number), "time": TimeView.json(header.time),
      "author": .string(header.author), "program": .string(header.program),
      "kind": .string(header.kind.name), "note": .text(commit.note),
      "events": .number(header.count), "records": .number(summary.records),
      "firstPosition": .number(header.firstPosition),
      "lastPosition": .number(header.lastPosition), "hash": .string(commit.hash.hex),
      "parent": .string(header.parent.hex),
      "undoes": .list(header.undoes.map { .number($0) }),
      "undoneBy": .list(summary.undoneBy.map { .number($0) }),
      "importId": header.importID.map { .string(Hex.string($0)) },
      "changes": changes?.changes,
    ])
  }

  static let columns = [
    Column("commit", alignsRight: true), Column("time"), Column("author"), Column("kind"),
    Column("records", alignsRight: true), Column("events", alignsRight: true),
    Column("note", isFlexible: true),
  ]

  /// One line for people.
  var cells: [String] {
    [
      "\(commit.number)", TimeView.local(header.time), header.author, kind, "\(summary.records)",
      "\(header.count)", commit.note ?? "",
    ]
  }

  private var kind: String {
    func list(_ numbers: [UInt64]) -> String {
      let shown = numbers.prefix(5).map { String($0) }.joined(separator: ", ")
      return numbers.count > 5 ? "\(shown) and \(numbers.count - 5) more" : shown
    }
    var kind = header.kind.name
    if !header.undoes.isEmpty { kind += " of \(list(header.undoes))" }
    if !summary.undoneBy.isEmpty { kind += ", undone by \(list(summary.undoneBy))" }
    return kind
  }

  static let fullColumns = [
    "commit", "time", "author", "program", "kind", "note", "events", "firstPosition",
    "lastPosition", "hash", "parent", "undoes", "records", "undoneBy",
  ].map { Column($0) }

  /// All there is to say, for TSV.
  var fullCells: [String] {
    [
      "\(commit.number)", TimeView.text(header.time), header.author, header.program,
      header.kind.name, commit.note ?? "", "\(header.count)", "\(header.firstPosition)",
      "\(header.lastPosition)", commit.hash.hex, header.parent.hex,
      header.undoes.map { String($0) }.joined(separator: ","), "\(summary.records)",
      summary.undoneBy.map { String($0) }.joined(separator: ","),
    ]
  }

  /// The commit alone, for people.
  var lines: [(label: String, value: String)] {
    var lines = [
      ("commit", "\(commit.number)"), ("time", TimeView.local(header.time)),
      ("author", header.author), ("through", header.program), ("kind", kind),
    ]
    if let note = commit.note { lines.append(("note", note)) }
    lines.append(
      (
        "changes",
        "\(Plural.count(Int(header.count), "event")) on \(Plural.count(summary.records, "record"))"
      ))
    if let id = header.importID { lines.append(("import", Hex.string(id))) }
    lines += [("hash", commit.hash.hex), ("parent", header.parent.hex)]
    return lines.map { (label: $0.0, value: $0.1) }
  }
}
