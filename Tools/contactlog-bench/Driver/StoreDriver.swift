import ContactLog
import ContactModel

/// A store that the workload's operations are applied to.
struct StoreDriver {
  let store: Store
  var people = People()

  /// Makes a new store.
  init(creating path: String) throws { store = try Store.create(at: path) }

  /// Opens a store that these people are in.
  init(opening path: String, people: People) throws {
    store = try Store.open(at: path)
    self.people = people
  }

  /// Applies edits and saves them as one commit.
  @discardableResult
  mutating func save(_ edits: [Edit], author: String) throws -> Commit? {
    let session = store.session(author: author, program: "contactlog-bench")
    for edit in edits { try apply(edit, session) }
    let commit = try session.save()
    if let commit { people.resolve(commit) }
    return commit
  }

  private mutating func apply(_ edit: Edit, _ session: Session) throws {
    switch edit {
    case .createPerson(let key, let uid): people.add(key, try session.createPerson(uid: uid))
    case .createGroup(let key, let name, let uid):
      people.add(key, try session.createGroup(named: name, uid: uid))
    case .set(let key, let property, let value):
      try session.set(property, of: people.record(key), to: value)
    case .add(let key, let property, let number, let value, let label):
      let identifier = try session.add(property, to: people.record(key), value, label: label)
      people.addEntry(number, identifier, of: key)
    case .removeEntry(let key, let property, let number):
      try session.removeEntry(
        property, entry: people.entry(number, of: key), of: people.record(key))
    case .remove(let key):
      try session.remove(people.record(key))
      people.remove(key)
    case .join(let group, let member):
      try session.addMember(people.record(member), to: people.record(group))
    case .leave(let group, let member):
      try session.removeMember(people.record(member), from: people.record(group))
    }
  }

  /// The last event's position.
  func position() throws -> UInt64 { try store.read { $0.position } }

  func close() { store.close() }
}
