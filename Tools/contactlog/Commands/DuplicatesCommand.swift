import CommandLineTool
import ContactLog
import ContactModel

/// The command `duplicates`.
enum DuplicatesCommand: Command {
  static let spec = CommandSpec(
    "duplicates", "List people who may be one",
    text: """
      Nothing is changed: pairs are proposed, with a grade and the reasons, and you decide. 'link' says \
      that both are one, 'merge' makes one of them, 'link --apart' says that they are two; a pair about \
      which that was said is not proposed again.

      certain: the same name with the same address or number, or the same uid or card. likely: the same \
      name with a birthday, organisation, address or number that fits, or the same number or address \
      with a name that may be the same. possible: one of these alone. Another birthday or suffix lowers \
      the grade.

      Of a name, number or address that more than 50 people share, nobody is proposed for its sake; \
      these are told on standard error. Finding nothing is exit code 1.
      """,
    options: [
      OptionSpec(
        "min", value: "GRADE", "Only this grade and better ones",
        completion: .words(DuplicateGrade.allCases.map(\.name))),
      OptionSpec("limit", value: "N", "At most so many"), Context.regionOption,
      BookReading.option,
    ],
    examples: [
      .init("duplicates", "lists the surest first"),
      .init("duplicates --min likely --json", "writes those with good reasons as JSON Lines"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    var options = DuplicateOptions()
    if let word = context.line.option("min") {
      guard let grade = DuplicateGrade.allCases.first(where: { $0.name == word }) else {
        throw Failure(
          .usage, "there is no grade '\(word)'; write certain, likely or possible")
      }
      options.minimum = grade
    }
    let store = try context.openReading()
    options.region = try context.phoneRegion(store)
    options.phones = Context.phoneComparison
    var pairs: [DuplicatePair] = []
    let report = try store.read { snapshot in
      try snapshot.forEachDuplicate(options) {
        pairs.append($0)
        return true
      }
    }
    // They come in order of number, so what is equal stays so.
    let sorted = DuplicateGrade.allCases.reversed().flatMap { grade in
      pairs.lazy.filter { $0.grade == grade }
    }
    try write(Array(sorted.prefix(limit)), context, store)
    for crowd in report.crowds {
      context.diagnostics.report(
        "not compared: \(crowd.people) people share the \(crowd.reason.rawValue) '\(crowd.value)'")
    }
    if report.crowdCount > report.crowds.count {
      context.diagnostics.report(
        "not compared: \(report.crowdCount - report.crowds.count) more values that many share")
    }
    guard !sorted.isEmpty else {
      throw Failure(.nothingFound, "no two people look like one")
    }
    return .ok
  }

  private static func write(
    _ pairs: [DuplicatePair], _ context: Context, _ store: BookReading
  ) throws {
    let isForPeople = context.output.mode == .table
    let rows = context.output.rows(
      isForPeople
        ? [
          Column("grade"), Column("id", alignsRight: true), Column("name", isFlexible: true),
          Column("id", alignsRight: true), Column("name", isFlexible: true), Column("because"),
        ]
        : [
          "grade", "id", "uid", "name", "otherID", "otherUID", "otherName", "reasons", "objections",
        ]
        .map { Column($0) })
    for start in stride(from: 0, to: pairs.count, by: 500) {
      let page = try store.read { snapshot in
        var page: [(DuplicatePair, Record, Record)] = []
        for pair in pairs[start..<min(start + 500, pairs.count)] {
          guard let first = try snapshot.record(pair.first),
            let second = try snapshot.record(pair.second)
          else { continue }
          page.append((pair, first, second))
        }
        return page
      }
      for (pair, first, second) in page {
        let reasons = pair.reasons.map(\.rawValue)
        let objections = pair.objections.map(\.rawValue)
        try rows.add(
          isForPeople
            ? [
              pair.grade.name, "\(first.id)", first.compositeName(), "\(second.id)",
              second.compositeName(),
              (reasons + objections.map { "not \($0)" }).joined(separator: ", "),
            ]
            : [
              pair.grade.name, "\(first.id)", first.uid, first.compositeName(), "\(second.id)",
              second.uid, second.compositeName(), reasons.joined(separator: ","),
              objections.joined(separator: ","),
            ],
          json: .fields([
            "grade": .string(pair.grade.name), "first": reference(first),
            "second": reference(second), "reasons": .array(reasons.map { .string($0) }),
            "objections": .array(objections.map { .string($0) }),
          ]))
      }
    }
    try rows.finish()
  }

  private static func reference(_ record: Record) -> JSON {
    .fields([
      "id": .number(record.id.number), "uid": .string(record.uid),
      "name": .string(record.compositeName()),
    ])
  }
}
