import CommandLineTool
import ContactLog
import ContactModel
import Terminal

/// The command `stat`.
enum StatCommand: Command {
  static let spec = CommandSpec(
    "stat", "Show how large the store is and where its log ends", options: [BookReading.option],
    examples: [.init("stat", "shows counts, head and sizes")])

  static func run(_ context: Context) throws -> ExitCode {
    let reading = try context.openReading()
    let store = reading.store
    let facts = try reading.read { snapshot in
      (
        commits: snapshot.commit, events: snapshot.position, hash: snapshot.hash.hex,
        people: try snapshot.count(.person), groups: try snapshot.count(.group),
        sources: try snapshot.count(.source), last: try snapshot.commit(snapshot.commit)
      )
    }
    let size = try? FileSize(path: "\(store.path)/data.mdb")
    let last = facts.last?.header.time
    try context.output.object(
      .fields([
        "store": .string(store.path), "book": .string(store.book),
        "instance": .string(store.instance), "people": .number(facts.people),
        "groups": .number(facts.groups), "sources": .number(facts.sources + 1),
        "commits": .number(facts.commits), "events": .number(facts.events),
        "head": .string(facts.hash), "lastCommit": last.map { TimeView.json($0) },
        "bytes": size.map { .number($0.allocated) },
      ]),
      lines: [
        ("store", store.path), ("book", store.book), ("instance", store.instance),
        ("people", Plural.grouped(facts.people)), ("groups", Plural.grouped(facts.groups)),
        ("commits", Plural.grouped(Int(facts.commits))),
        ("events", Plural.grouped(Int(facts.events))), ("head", facts.hash),
        ("last commit", last.map { TimeView.local($0) } ?? "none"),
        ("bytes on disk", size.map { Plural.grouped($0.allocated) } ?? "unknown"),
      ])
    return .ok
  }
}
