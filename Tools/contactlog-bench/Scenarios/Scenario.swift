/// Something that is measured under a name.
struct Scenario: Sendable {
  var name: String
  /// One line for `--help`.
  var summary: String
  var run: @Sendable (Bench) throws -> Void

  static let all: [Scenario] = [
    Scenario(
      name: "import", summary: "a card file, 10,000 cards to a commit; beside it the floor",
      run: { try ImportScenario(bench: $0, cardsPerCommit: 10_000).run() }),
    Scenario(
      name: "import-1000", summary: "the same, 1,000 cards to a commit",
      run: { try ImportScenario(bench: $0, cardsPerCommit: 1000).run() }),
    Scenario(
      name: "save-1000",
      summary: "the whole workload, 1,000 operations to a commit; beside it the floor",
      run: { try SaveManyScenario(bench: $0).run() }),
    Scenario(
      name: "save-1", summary: "one operation to a commit, on a filled store; beside it the floor",
      run: { try SaveOneScenario(bench: $0).run() }),
    Scenario(
      name: "savers-16", summary: "sixteen savers at once, against one",
      run: { try SaversScenario(bench: $0).run() }),
    Scenario(
      name: "open", summary: "open a filled store, warm and with its pages dropped",
      run: { try OpenScenario(bench: $0).run() }),
    Scenario(
      name: "read", summary: "get, prefix search, phone, members, history: one question at a time",
      run: { try ReadScenario(bench: $0).run() }),
    Scenario(
      name: "list", summary: "the first page sorted, and all sorted with their records",
      run: { try ListScenario(bench: $0).run() }),
    Scenario(
      name: "past",
      summary: "history, blame, a record as of a commit, log pages, the book near and far back",
      run: { try PastScenario(bench: $0).run() }),
    Scenario(
      name: "find",
      summary: "names, phones, positions, sections in stores of rising size",
      run: { try FindScenario(bench: $0).run() }),
    Scenario(
      name: "find-import", summary: "imports with sorted lists and words, and without",
      run: { try FindImportScenario(bench: $0).run() }),
    Scenario(
      name: "duplicates",
      summary: "people who may be one, in stores of rising size where a twentieth is there twice",
      run: { try DuplicateScenario(bench: $0).run() }),
    Scenario(
      name: "undo", summary: "take one-event commits back, one by one",
      run: { try UndoScenario(bench: $0).run() }),
    Scenario(
      name: "undo-1000",
      summary: "take a commit of a thousand events back, again, and restore the book to before it",
      run: { try UndoBatchScenario(bench: $0).run() }),
    Scenario(
      name: "rebuild", summary: "all projections anew from the log",
      run: { try RebuildScenario(bench: $0).rebuild() }),
    Scenario(
      name: "replay", summary: "the log into a fresh store, every hash checked, and proved equal",
      run: { try RebuildScenario(bench: $0).replay() }),
    Scenario(
      name: "verify", summary: "every stored byte checked",
      run: { try RebuildScenario(bench: $0).verify() }),
    Scenario(
      name: "parse-cards",
      summary: "a card file into the model; beside it a loop that only finds the fields",
      run: { try ParseScenario(bench: $0).run() }),
    Scenario(
      name: "growth", summary: "what one save costs in stores of rising size, in counters",
      run: { try GrowthScenario(bench: $0).run() }),
    Scenario(
      name: "addressbook",
      summary: "Apple's API on stores of rising size: save, open, list, search",
      run: { try AddressBookScenario(bench: $0).run() }),
  ]
}
