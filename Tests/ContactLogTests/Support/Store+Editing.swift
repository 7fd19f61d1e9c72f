import ContactLog
import ContactModel
import TestSupport
import Testing

extension Store {
  /// A new store in the test's directory.
  static func inTemporaryDirectory(_ name: String = "store") throws -> Store {
    try create(at: "\(TemporaryDirectory.path)/\(name)")
  }

  /// Edits and saves as one commit, which must come about.
  @discardableResult
  func edit(by author: String = "ada", _ body: (Session) throws -> Void) throws -> Commit {
    let session = session(author: author, program: "tests")
    try body(session)
    return try #require(try session.save())
  }

  /// Saves a group of a name and members and returns its id.
  func group(_ name: String, _ members: [RecordID] = []) throws -> RecordID {
    var local = RecordID.group(0)
    let commit = try edit { session in
      local = try session.createGroup(named: name)
      for member in members { try session.addMember(member, to: local) }
    }
    return commit.id(local)
  }

  /// Takes commits back as tests do it.
  @discardableResult
  func undo(_ commits: UInt64..., policy: UndoPolicy = .strict) throws -> UndoReport {
    try undo(commits, author: "ada", program: "tests", policy: policy)
  }

  /// What is wrong with the log or the projections; `nil`: nothing.
  func fault() throws -> LogFault? { try verify().fault }
}

/// Whether both are the same digests.
func isSame(
  _ a: [(name: String, digest: ContentHash)], _ b: [(name: String, digest: ContentHash)]
) -> Bool {
  a.map(\.name) == b.map(\.name) && a.map(\.digest) == b.map(\.digest)
}
