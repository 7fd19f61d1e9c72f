import CommandLineTool
import ContactLog
import ContactModel

/// A commit as `log` shows it.
struct CommitView {
  let commit: Commit
  private var header: CommitHeader { commit.header }

  init(_ commit: Commit) { self.commit = commit }

  /// The object that `log` promises.
  var json: JSON {
    .fields([
      "commit": .number(commit.number), "time": TimeView.json(header.time),
      "author": .string(header.author), "program": .string(header.program),
      "kind": .string(header.kind.name), "note": .text(commit.note),
      "events": .number(header.count), "firstPosition": .number(header.firstPosition),
      "lastPosition": .number(header.lastPosition), "hash": .string(commit.hash.hex),
      "parent": .string(header.parent.hex),
      "undoes": .list(header.undoes.map { .number($0) }),
      "importId": header.importID.map { .string(Hex.string($0)) },
    ])
  }

  static let columns = [
    Column("commit", alignsRight: true), Column("time"), Column("author"), Column("kind"),
    Column("events", alignsRight: true), Column("note", isFlexible: true),
  ]

  /// One line for people.
  var cells: [String] {
    let undone = header.undoes.map { String($0) }.joined(separator: ", ")
    let kind = header.undoes.isEmpty ? header.kind.name : "\(header.kind.name) of \(undone)"
    return [
      "\(commit.number)", TimeView.local(header.time), header.author, kind, "\(header.count)",
      commit.note ?? "",
    ]
  }

  static let fullColumns = [
    "commit", "time", "author", "program", "kind", "note", "events", "firstPosition",
    "lastPosition", "hash", "parent", "undoes",
  ].map { Column($0) }

  /// All there is to say, for TSV.
  var fullCells: [String] {
    [
      "\(commit.number)", TimeView.text(header.time), header.author, header.program,
      header.kind.name, commit.note ?? "", "\(header.count)", "\(header.firstPosition)",
      "\(header.lastPosition)", commit.hash.hex, header.parent.hex,
      header.undoes.map { String($0) }.joined(separator: ","),
    ]
  }
}
