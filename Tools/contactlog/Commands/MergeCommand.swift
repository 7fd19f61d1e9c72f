import CommandLineTool
import ContactLog
import ContactModel

/// The command `merge`.
enum MergeCommand: Command {
  static let spec = CommandSpec(
    "merge", "Make one person of two",
    text: """
      OTHER goes into KEEP and is removed; nothing is lost. Lists are united, equal entries once; of \
      single values KEEP takes those it has none of; groups and links go over. Where both have a value \
      and these differ, nothing is done and every such value is listed (exit code 5), until you choose: \
      --choose jobTitle=keep, other, or both (of a note, nickname, organisation, department or job title: \
      one text behind the other; of a list: all entries), or --prefer keep or other for all the rest.

      The uid and the card of OTHER lead to KEEP from then on, so an import of it changes KEEP. 'unmerge' \
      takes the two apart at any later time, and 'undo' takes back the commit while nothing was changed \
      since. People who are kept apart are not merged (exit code 5).
      """,
    arguments: [
      ArgumentSpec("KEEP", "The person who stays"),
      ArgumentSpec("OTHER", "The person who goes into it"),
    ],
    options: [
      OptionSpec(
        "choose", value: "PROPERTY=WHOSE", "Whose value stands: keep, other or both",
        isRepeatable: true),
      OptionSpec(
        "prefer", value: "WHOSE", "Whose values stand that were not chosen: keep or other",
        completion: .words(["keep", "other"])),
      OptionSpec("dry-run", "Only say what would happen"), Edit.noteOption,
    ],
    examples: [
      .init("merge 12 40 --dry-run", "says what would become of both, and where they differ"),
      .init("merge 12 40 --choose note=both --prefer keep", "keeps both notes, else 12's values"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    var choices: [Property: MergeChoice] = [:]
    for word in context.line.allOptions("choose") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let choice = MergeChoice(rawValue: String(parts[1])) else {
        throw Failure(.usage, "'\(word)' is no choice; write PROPERTY=keep, =other or =both")
      }
      choices[try PropertyName.parse(parts[0])] = choice
    }
    var policy = MergePolicy.ask
    if let word = context.line.option("prefer") {
      guard word != "ask", let found = MergePolicy(rawValue: word) else {
        throw Failure(.usage, "--prefer takes keep or other, not '\(word)'")
      }
      policy = found
    }
    let store = try context.openStore()
    let lookup = RecordLookup(kind: .person)
    let names = (context.argument("KEEP"), context.argument("OTHER"))
    let kept = try store.read { try lookup.find(names.0, in: $0) }
    let other = try store.read { try lookup.find(names.1, in: $0) }
    func merge(dryRun: Bool) throws -> MergeReport {
      try store.merge(
        other, into: kept, choices: choices, policy: policy, author: context.author,
        program: Context.program, note: context.line.option("note"), dryRun: dryRun)
    }
    let isDryRun = context.line.flag("dry-run")
    do {
      let report = try merge(dryRun: isDryRun)
      try MergeView(context, isDryRun ? .dryRun : .done).write(report)
      return report.clashes.contains { $0.choice == nil } ? .blocked : .ok
    } catch let error as StoreError where error.code == .undecided {
      // What differs is personal data, so it goes where answers go.
      try MergeView(context, .refused).write(try merge(dryRun: true))
      let open = error.clashes.filter { $0.choice == nil }
      let names = Set(open.map(\.property)).sorted().map(\.name).joined(separator: ", ")
      throw Failure(
        .blocked,
        "nothing was merged: both have other values of \(names); choose with --choose"
          + " PROPERTY=keep|other|both, or with --prefer keep|other for all")
    }
  }
}
