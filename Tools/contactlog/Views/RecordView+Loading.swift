import ContactLog
import ContactModel

extension RecordView {
  /// A record with its groups, links and members, as a snapshot has them.
  init?(_ id: RecordID, in snapshot: borrowing Snapshot) throws {
    guard let record = try snapshot.recordOrRemoved(id) else { return nil }
    self.init(record: record)
    groups = try Self.related(snapshot.groups(of: id), in: snapshot)
    if id.kind == .person {
      links = try Self.related(snapshot.links(of: id), in: snapshot)
      apart = try Self.related(snapshot.keptApart(from: id), in: snapshot)
      for absorbed in try snapshot.absorbed(by: id) {
        if let record = try snapshot.recordOrRemoved(absorbed.person) {
          merged.append(.init(record))
        }
      }
    }
    if id.kind == .group { members = try Self.related(snapshot.members(of: id), in: snapshot) }
  }

  private static func related(
    _ ids: [RecordID], in snapshot: borrowing Snapshot
  ) throws -> [Related] {
    var related: [Related] = []
    for id in ids {
      if let record = try snapshot.record(id) { related.append(Related(record)) }
    }
    return related
  }
}
