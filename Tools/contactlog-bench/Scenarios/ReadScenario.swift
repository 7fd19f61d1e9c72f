import ContactLog
import ContactModel
import Foundation

/// One question at a time, each in a snapshot of its own, with the records decoded.
struct ReadScenario {
  let bench: Bench

  func run() throws {
    let driver = try bench.filledStore().open()
    defer { driver.close() }
    let store = driver.store
    let people = try known(.get, driver)
    try measure("get", people) { person in
      try store.read { try $0.record(person) == nil ? 0 : 1 }
    }
    let uids = try bench.queries(.get).map(\.argument)
    try measure("get by uid", uids) { uid in
      try store.read { snapshot in
        try snapshot.records(uid: uid).count { try snapshot.record($0) != nil }
      }
    }
    let prefixes = try bench.queries(.prefix).map(\.argument)
    try measure("prefix, first 20", prefixes) { prefix in
      try store.read { snapshot in
        try snapshot.find(name: prefix, limit: 20).count { try snapshot.record($0) != nil }
      }
    }
    let numbers = try bench.queries(.phone).map(\.argument)
    try measure("phone", numbers) { number in
      try store.read { try $0.find(phone: number).count }
    }
    try measure("members", try known(.group, driver)) { group in
      try store.read { try $0.members(of: group).count }
    }
    try measure("history", try known(.history, driver)) { person in
      try store.read { try $0.history(of: person).count }
    }
    try measure("blame", people) { person in
      try store.read { try $0.blame(of: person).count }
    }
  }

  /// The records that questions name by UUID, without those the last edits removed.
  private func known(_ kind: Query.Kind, _ driver: StoreDriver) throws -> [RecordID] {
    try bench.queries(kind).compactMap { query in
      Operation.Key(uuid: query.argument).flatMap { try? driver.people.record($0) }
    }
  }

  private func measure<Q>(_ name: String, _ questions: [Q], _ ask: (Q) throws -> Int) throws {
    guard !questions.isEmpty else { return }
    // Once to warm the pages up, as a program that is in use has them.
    for question in questions { _ = try ask(question) }
    var timings = Timings()
    var hits = 0
    for question in questions { hits += try timings.measure { try ask(question) } }
    var row = Row(scenario: "read", subject: name)
    row.set("hits", hits)
    row.set(timings)
    bench.report(row)
  }
}
