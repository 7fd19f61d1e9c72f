internal import ContactModel

/// Who was said to be the same human being, and who was not, as far as it was asked.
///
/// If A is B, and C is not A, then C is not B either.
struct SameHuman {
  private var groups: [RecordID: Set<RecordID>] = [:]
  private var apart: [RecordID: Set<RecordID>] = [:]

  /// Whether it was decided about two people already, one way or the other.
  mutating func isDecided(
    _ a: RecordID, _ b: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> Bool {
    let first = try group(of: a, snapshot)
    if first.contains(b) { return true }
    let second = try group(of: b, snapshot)
    for person in first where try !kept(from: person, snapshot).isDisjoint(with: second) {
      return true
    }
    return false
  }

  /// The people linked with one, directly or through others, and that one.
  private mutating func group(
    of person: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> Set<RecordID> {
    if let known = groups[person] { return known }
    var found: Set<RecordID> = [person]
    var waiting = [person]
    while let next = waiting.popLast() {
      for other in try snapshot.links(of: next) where found.insert(other).inserted {
        waiting.append(other)
      }
    }
    if found.count > 1 { for member in found { groups[member] = found } }
    return found
  }

  private mutating func kept(
    from person: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> Set<RecordID> {
    if let known = apart[person] { return known }
    let found = Set(try snapshot.keptApart(from: person))
    if !found.isEmpty { apart[person] = found }
    return found
  }
}
