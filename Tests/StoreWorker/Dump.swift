import ContactLog
import ContactModel

/// All that can be read from a store, by what was asked for; much of it hashed.
struct Dump {
  /// Answers by question; `nil`: the store says it is damaged.
  var answers: [String: String?] = [:]
  /// Questions to an index: a row whose key was damaged can be missing from the answer.
  var searches: Set<String> = []
  private var people: [RecordID] = []

  /// Reads a store that is whole.
  init(of path: String) throws {
    let store = try Store.open(at: path)
    defer { store.close() }
    people = try store.read { try $0.list(.person).records + $0.list(.group).records }
    try ask(store, people)
  }

  private init() {}

  /// Asks a damaged store the same and tells what came of it; see `Damage`.
  static func comparing(_ path: String, with whole: Dump) throws -> String {
    var dump = Dump()
    let isSound: Bool
    do {
      let store = try Store.open(at: path)
      defer { store.close() }
      try dump.ask(store, whole.people)
      do { isSound = try store.verify().isSound } catch  where isDamage(error) { isSound = false }
    } catch  where isDamage(error) {
      return "found at opening"
    }
    var isMissed = false
    var isReported = false
    for (question, answer) in whole.answers {
      let found = dump.answers[question] ?? nil
      if found == answer { continue }
      guard let found else {
        isReported = true
        continue
      }
      guard whole.searches.contains(question), let answer, isPart(found, of: answer) else {
        return Self.wrong(question, found, answer ?? "")
      }
      isMissed = true
    }
    if isSound {
      return isMissed ? "silent" : isReported ? "wrong: verify finds nothing" : "unseen"
    }
    return isMissed ? "missed" : "found"
  }

  /// The lines that should not be there.
  private static func wrong(_ question: String, _ found: String, _ answer: String) -> String {
    let lines = Set(found.split(separator: "\n")).subtracting(answer.split(separator: "\n"))
    return "wrong \(question): \(lines.sorted().joined(separator: " | "))"
  }

  private static func isPart(_ found: String, of answer: String) -> Bool {
    Set(found.split(separator: "\n")).isSubset(of: Set(answer.split(separator: "\n")))
  }

  private static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? StoreError else { return false }
    return [.damaged, .notAStore, .newerFormat].contains(error.code)
  }

  private mutating func ask(_ store: Store, _ people: [RecordID]) throws {
    func answer(_ body: (borrowing Snapshot) throws -> String) throws -> String? {
      do { return try store.read(body) } catch  where Self.isDamage(error) { return nil }
    }
    answers["settings"] = try answer { _ in "\(try store.settings())" }
    answers["head"] = try answer {
      "\($0.commit) \($0.position) \($0.hash.hex) \(try $0.count(.person))"
    }
    for id in people {
      answers["record \(id)"] = try answer { "\(try $0.record(id).hashValue)" }
      // Both name memberships and links, which are searched for.
      search("history \(id)", try answer { Self.lines(try $0.history(of: id).map(\.hashValue)) })
      search(
        "blame \(id)",
        try answer {
          Self.lines(
            try $0.blame(of: id).map { item in
              [item.slotName.hashValue, item.content.hashValue, Int(item.last.position)]
                + [item.effective.position, item.last.commit].map { Int($0) }
            })
        })
      for (name, list) in [
        ("members", try answer { Self.names(try $0.members(of: id)) }),
        ("groups", try answer { Self.names(try $0.groups(of: id)) }),
        ("links", try answer { Self.names(try $0.links(of: id)) }),
      ] {
        search("\(name) \(id)", list)
      }
      search("uid \(id)", try answer { Self.names(try $0.records(uid: "U\(id)")) })
      search("name \(id)", try answer { Self.names(try $0.find(name: "Name\(id.number)")) })
    }
    search("phone", try answer { Self.names(try $0.find(phone: "030 1234567").map(\.record)) })
    search("email", try answer { Self.names(try $0.find(email: "a@example.org")) })
    for order in NameOrder.allCases {
      search("\(order)", try answer { Self.names(try $0.list(.person, order: order).records) })
    }
    for number in 1...UInt64(6) {
      answers["commit \(number)"] = try answer { "\(try $0.commit(number).hashValue)" }
      answers["events \(number)"] = try answer { "\(try $0.events(of: number).hashValue)" }
      answers["event \(number)"] = try answer { "\(try $0.event(at: number).hashValue)" }
    }
    answers["time"] = try answer { "\(try $0.commit(atTime: .max / 2))" }
    search(
      "photo",
      try answer { snapshot in
        guard let blob = try snapshot.record(.person(1))?[.image]?.blob else { return "" }
        return try snapshot.blob(blob.hash).map { "\($0.hashValue)" } ?? ""
      })
  }

  private mutating func search(_ question: String, _ answer: String?) {
    answers[question] = answer
    searches.insert(question)
  }

  private static func names(_ ids: [RecordID]) -> String { lines(ids) }

  private static func lines(_ items: [some Any]) -> String {
    items.map { "\($0)" }.joined(separator: "\n")
  }
}
