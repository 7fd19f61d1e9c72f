import ContactLog
import ContactModel

extension Store {
  /// Saves a person with a given name and returns its id.
  func person(_ name: String) throws -> RecordID {
    let session = session(author: "ada", program: "tests")
    let local = try session.createPerson()
    try session.set(.firstName, of: local, to: .text(name))
    guard let commit = try session.save() else { throw StoreError(.io, "nothing was saved") }
    return commit.id(local)
  }

  /// The record as of now.
  func record(_ id: RecordID) throws -> Record? { try read { try $0.record(id) } }

  /// The members of a group as of now.
  func members(_ group: RecordID) throws -> [RecordID] { try read { try $0.members(of: group) } }

  /// The number of the last commit.
  func lastCommit() throws -> UInt64 { try read { $0.commit } }
}
