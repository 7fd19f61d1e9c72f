import CommandLineTool
import ContactLog
import ContactModel

/// The command `unmerge`.
enum UnmergeCommand: Command {
  static let spec = CommandSpec(
    "unmerge", "Take a person out of the one it was merged into",
    text: """
      However long ago that was; both get what they had. What was changed since goes to the person it \
      came from: a number that came with one of them is that one's, changed or removed as it is now. \
      What both had, and what is new since, may belong to either: then nothing is done and every such \
      change is listed (exit code 5), until you say whose it is: --to 12/phones/3=keep (it stays with \
      the person who was kept), other (it goes to the one taken out), or both; or --rest keep, other or \
      both for all that was not named. Other people who were merged into the same one stay in it.

      The person is named by number or uid, or by the commit of the merge (commit:40). The commit can be \
      undone.
      """,
    arguments: [ArgumentSpec("PERSON|COMMIT", "Who was merged, or commit:N")],
    options: [
      OptionSpec(
        "to", value: "SLOT=WHOSE", "Whose a change is: keep, other or both", isRepeatable: true),
      OptionSpec(
        "rest", value: "WHOSE", "Whose all other changes are: keep, other or both",
        completion: .words(["keep", "other", "both"])),
      OptionSpec("dry-run", "Only say what would happen"), Edit.noteOption,
    ],
    examples: [
      .init("unmerge 40 --dry-run", "says what each of them would get, and what is not clear"),
      .init("unmerge 40 --to 12/note=other --rest keep", "says whose the changes since are"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    var policy = UnmergePolicy.ask
    if let word = context.line.option("rest") {
      guard word != "ask", let found = UnmergePolicy(rawValue: word) else {
        throw Failure(.usage, "--rest takes keep, other or both, not '\(word)'")
      }
      policy = found
    }
    let store = try context.openStore()
    let words = context.line.allOptions("to")
    let name = context.argument("PERSON|COMMIT")
    let answers = try store.read { try Self.answers(words, $0) }
    let person = try store.read { try Self.person(name, $0) }
    func unmerge(dryRun: Bool) throws -> UnmergeReport {
      try store.unmerge(
        person, answers: answers, policy: policy, author: context.author,
        program: Context.program, note: context.line.option("note"), dryRun: dryRun)
    }
    let isDryRun = context.line.flag("dry-run")
    do {
      let report = try unmerge(dryRun: isDryRun)
      try MergeView(context, isDryRun ? .dryRun : .done).write(report)
      return report.questions.contains { $0.answer == nil } ? .blocked : .ok
    } catch let error as StoreError where error.code == .undecided {
      try MergeView(context, .refused).write(try unmerge(dryRun: true))
      let count = error.questions.count { $0.answer == nil }
      throw Failure(
        .blocked,
        "nothing was taken apart: \(Plural.count(count, "change")) since the merge may belong to"
          + " either; say whose with --to SLOT=keep|other|both, or with --rest for all")
    }
  }

  private static func answers(
    _ words: [String], _ snapshot: borrowing Snapshot
  ) throws -> [UnmergeAnswer] {
    var answers: [UnmergeAnswer] = []
    for word in words {
      guard let place = word.lastIndex(of: "="),
        let side = UnmergeSide(rawValue: String(word[word.index(after: place)...]))
      else {
        throw Failure(.usage, "'\(word)' is no answer; write SLOT=keep, =other or =both")
      }
      answers.append(UnmergeAnswer(try PartInput.find(String(word[..<place]), in: snapshot), side))
    }
    return answers
  }

  private static func person(
    _ word: String, _ snapshot: borrowing Snapshot
  ) throws -> RecordID {
    guard word.hasPrefix("commit:"), let number = UInt64(word.dropFirst(7)) else {
      var lookup = RecordLookup(kind: .person)
      lookup.takesRemoved = true
      return try lookup.find(word, in: snapshot)
    }
    guard try snapshot.commit(number) != nil else {
      throw Failure(.nothingFound, "there is no commit \(number)")
    }
    let merged = try snapshot.events(of: number).filter { $0.event.change.kept != nil }
    guard let event = merged.first?.event else {
      throw Failure(.nothingFound, "commit \(number) merged nobody")
    }
    return event.record
  }
}
