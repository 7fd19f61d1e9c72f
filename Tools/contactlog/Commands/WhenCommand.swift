import CommandLineTool
import ContactLog
import ContactModel

/// The command `when`.
enum WhenCommand: Command {
  static let spec = CommandSpec(
    "when", "Find the commit after which a condition on a record became true",
    text: """
      The first one, or with --all each. Conditions:

        empty PROPERTY   it held something before, and nothing any more
        PROPERTY=VALUE   it holds just this, as 'show' writes it; of a list, one of its entries does
        member GROUP     it is in the group
        removed          the record was removed

      Words after the first are joined by blanks. A condition that was never true is exit code 1.
      """,
    arguments: [
      ArgumentSpec("RECORD", "A number, uid or unique name; it may be removed"),
      ArgumentSpec("CONDITION", "One of the above", count: .oneOrMore),
    ],
    options: [OptionSpec("all", "Every time it became true"), BookReading.option],
    examples: [
      .init("when 12 empty jobTitle", "finds who took the job title away"),
      .init("when 12 'jobTitle=Lock keeper'", "finds who set it to that"),
      .init("when 12 member Friends", "finds who put person 12 into the group"),
      .init("when 12 removed", "finds who removed person 12"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let condition = try Condition(context.line.allArguments("CONDITION"))
    let book = try context.openReading()
    var lookup = RecordLookup.reading
    lookup.takesRemoved = true
    let isAll = context.line.flag("all")
    let word = context.argument("RECORD")
    let found = try book.read { snapshot in
      let id = try lookup.find(word, in: snapshot)
      let numbers = try commits(condition, id, snapshot)
      var commits: [Commit] = []
      for number in isAll ? numbers : Array(numbers.prefix(1)) {
        if let commit = try snapshot.commit(number) { commits.append(commit) }
      }
      return (id: id, uid: try snapshot.recordOrRemoved(id)?.uid ?? "", commits: commits)
    }
    let rows = context.output.rows(
      [
        Column("commit", alignsRight: true), Column("time"), Column("author"), Column("program"),
        Column("kind"), Column("note", isFlexible: true),
      ])
    let isForPeople = context.output.mode == .table
    for commit in found.commits {
      let header = commit.header
      try rows.add(
        [
          "\(commit.number)",
          isForPeople ? TimeView.local(header.time) : TimeView.text(header.time), header.author,
          header.program, header.kind.name, commit.note ?? "",
        ],
        json: .fields([
          "record": RecordView.reference(found.id, uid: found.uid),
          "condition": .string(condition.text), "commit": .number(commit.number),
          "time": TimeView.json(header.time), "author": .string(header.author),
          "program": .string(header.program), "kind": .string(header.kind.name),
          "note": .text(commit.note),
        ]))
    }
    try rows.finish()
    guard found.commits.isEmpty else { return .ok }
    throw Failure(.nothingFound, "'\(condition.text)' was never true of \(found.id)")
  }

  /// The commits after which the condition was true and had not been before, oldest first.
  private static func commits(
    _ condition: Condition, _ id: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> [UInt64] {
    var found: [UInt64] = []
    // A property that never held anything is not missed.
    var wasTrue = false
    if case .empty = condition { wasTrue = true }
    func note(_ commit: UInt64, _ isTrue: Bool) {
      if isTrue, !wasTrue { found.append(commit) }
      wasTrue = isTrue
    }
    if case .member(let word) = condition {
      var lookup = RecordLookup.group
      lookup.takesRemoved = true
      let group = try lookup.find(word, in: snapshot)
      for state in try snapshot.membershipStates(of: id, in: group) {
        note(state.commit, state.isMember)
      }
    } else {
      try snapshot.forEachState(of: id) { commit, record in
        note(commit, condition.holds(record))
        return true
      }
    }
    return found
  }
}
