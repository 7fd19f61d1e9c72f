import ContactLog
import ContactModel

/// Which record and which entries of it the workload's keys stand for.
struct People {
  private struct Person {
    var record: RecordID
    /// Identifiers of entries by the workload's number within the person.
    var entries: [(number: UInt16, identifier: Int32)] = []
  }

  private var people: [Operation.Key: Person] = [:]
  /// Created since the last save: their numbers are not final.
  private var created: [Operation.Key] = []

  func record(_ key: Operation.Key) throws -> RecordID {
    guard let person = people[key] else { throw BenchError("\(key.uuid) was not created") }
    return person.record
  }

  func entry(_ number: UInt16, of key: Operation.Key) throws -> Int32 {
    guard let entry = people[key]?.entries.first(where: { $0.number == number }) else {
      throw BenchError("\(key.uuid) has no value \(number)")
    }
    return entry.identifier
  }

  mutating func add(_ key: Operation.Key, _ record: RecordID) {
    people[key] = Person(record: record)
    created.append(key)
  }

  mutating func addEntry(_ number: UInt16, _ identifier: Int32, of key: Operation.Key) {
    people[key]?.entries.append((number, identifier))
  }

  mutating func remove(_ key: Operation.Key) { people[key] = nil }

  /// Takes over the final numbers of new records.
  mutating func resolve(_ commit: Commit) {
    for key in created {
      if let local = people[key]?.record { people[key]?.record = commit.id(local) }
    }
    created.removeAll(keepingCapacity: true)
  }
}
