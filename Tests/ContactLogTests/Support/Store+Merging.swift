import ContactLog
import ContactModel
import Testing

/// What is seen of a person: values, entries with their identifiers, groups and links.
struct SeenPerson: Equatable {
  var values: [Property: Value] = [:]
  var lists: [Property: [Entry]] = [:]
  var groups: [RecordID] = []
  var links: [RecordID] = []
  var apart: [RecordID] = []

  struct Entry: Equatable {
    var identifier: Int32
    var label: Label?
    var value: Value
  }
}

extension Store {
  /// Merges as tests do it.
  @discardableResult
  func merge(
    _ other: RecordID, into kept: RecordID, _ choices: [Property: MergeChoice] = [:],
    policy: MergePolicy = .ask
  ) throws -> MergeReport {
    try merge(
      other, into: kept, choices: choices, policy: policy, author: "ada", program: "tests")
  }

  /// Takes a person out again as tests do it.
  @discardableResult
  func unmerge(
    _ absorbed: RecordID, _ answers: UnmergeAnswer..., policy: UnmergePolicy = .ask
  ) throws -> UnmergeReport {
    try unmerge(absorbed, answers: answers, policy: policy, author: "ada", program: "tests")
  }

  /// What is seen of a person now; `nil`: nobody is there.
  func seen(_ id: RecordID) throws -> SeenPerson? {
    try read { try Self.seen(id, $0) }
  }

  /// What is seen of a person in a snapshot.
  static func seen(_ id: RecordID, _ snapshot: borrowing Snapshot) throws -> SeenPerson? {
    guard let record = try snapshot.record(id) else { return nil }
    var seen = SeenPerson()
    for field in record.fields { seen.values[field.property] = field.value }
    for list in record.lists {
      let entries = record.entries(list.property).map {
        SeenPerson.Entry(identifier: $0.identifier, label: $0.label, value: $0.value)
      }
      if !entries.isEmpty { seen.lists[list.property] = entries }
    }
    seen.groups = try snapshot.groups(of: id)
    seen.links = try snapshot.links(of: id)
    seen.apart = try snapshot.keptApart(from: id)
    return seen
  }
}

extension Label {
  static let home = Label("home")
  static let work = Label("work")
  static let mobile = Label("mobile")
}
