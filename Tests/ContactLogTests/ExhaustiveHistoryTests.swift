import ContactLog
import ContactModel
import Testing

/// All histories of up to four events on two people: what is derived from the log is the same
/// whether it grew with it, was rebuilt, or was replayed elsewhere.
@Suite struct ExhaustiveHistoryTests {
  enum Step: Hashable, CaseIterable {
    case create, remove, setName, clearName, addPhone, removePhone, join, leave
  }

  /// What a person has, as far as it decides which steps can follow.
  struct Person: Hashable {
    var exists = false
    var isRemoved = false
    var isNamed = false
    var isMember = false
    var phones: [Int32] = []
    var nextPhone: Int32 = 0

    func allows(_ step: Step) -> Bool {
      switch step {
      case .create: !exists && !isRemoved
      case .clearName: exists && isNamed
      case .removePhone: exists && !phones.isEmpty
      case .join: exists && !isMember
      case .leave: exists && isMember
      case .remove, .setName, .addPhone: exists
      }
    }

    mutating func take(_ step: Step) {
      switch step {
      case .create: exists = true
      case .remove: (exists, isRemoved) = (false, true)
      case .setName: isNamed = true
      case .clearName: isNamed = false
      case .addPhone:
        phones.append(nextPhone)
        nextPhone += 1
      case .removePhone: phones.removeLast()
      case .join: isMember = true
      case .leave: isMember = false
      }
    }
  }

  typealias History = [(person: Int, step: Step)]

  /// Every history of a length; which of the two people is created first makes no difference.
  static func histories(_ length: Int) -> [History] {
    var found: [History] = []
    func extend(_ history: History, _ people: [Person]) {
      if history.count == length { return found.append(history) }
      for person in people.indices where !history.isEmpty || person == 0 {
        for step in Step.allCases where people[person].allows(step) {
          var people = people
          people[person].take(step)
          extend(history + [(person, step)], people)
        }
      }
    }
    extend([], [Person(), Person()])
    return found
  }

  /// Carries out a history in as many commits as events, or in one.
  private func run(_ history: History, inOneCommit: Bool) throws {
    try MemoryFolder.with { path in
      let store = try Store.create(at: path)
      defer { store.close() }
      let session = store.session(author: "ada", program: "tests")
      var group = try session.createGroup(named: "Group")
      if !inOneCommit { group = try #require(try session.save()).id(group) }
      var ids: [RecordID?] = [nil, nil]
      var people = [Person(), Person()]
      for (index, (person, step)) in history.enumerated() {
        let id = ids[person] ?? .person(0)
        switch step {
        case .create: ids[person] = try session.createPerson(uid: "U\(person)")
        case .remove: try session.remove(id)
        case .setName: try session.set(.firstName, of: id, to: .text("Name \(index)"))
        case .clearName: try session.set(.firstName, of: id, to: nil)
        case .addPhone: try session.add(.phones, to: id, .text("030 123456\(index)"))
        case .removePhone:
          try session.removeEntry(.phones, entry: try #require(people[person].phones.last), of: id)
        case .join: try session.addMember(id, to: group)
        case .leave: try session.removeMember(id, from: group)
        }
        people[person].take(step)
        if !inOneCommit {
          let commit = try #require(try session.save())
          ids = ids.map { $0.map(commit.id) }
        }
      }
      try session.save()
      try check(store, path, "\(history)")
    }
  }

  private func check(_ store: Store, _ path: String, _ history: String) throws {
    let live = try store.digests()
    let fault = try store.fault()
    #expect(fault == nil, "\(history)")
    try store.rebuild()
    #expect(isSame(try store.digests(), live), "\(history)")
    let proof = try store.replay(into: path + "-replay")
    #expect(proof.fault == nil && isSame(proof.digests, live), "\(history)")
    let last = try store.lastCommit()
    for commit in (1...last).reversed() { try store.undo(commit) }
    #expect(try store.read { try [$0.count(.person), $0.count(.group)] } == [0, 0], "\(history)")
  }

  @Test(arguments: 1...4) func `every short history replays, rebuilds and is undone`(
    _ length: Int
  ) throws {
    let histories = Self.histories(length)
    #expect(histories.count == [1, 5, 26, 158][length - 1])
    for history in histories {
      try run(history, inOneCommit: false)
      try run(history, inOneCommit: true)
    }
  }
}
