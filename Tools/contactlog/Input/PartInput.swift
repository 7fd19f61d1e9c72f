import CommandLineTool
import ContactLog
import ContactModel

/// Reads a record or a slot as typed: `12`, `12/jobTitle`, `12/phones/3`, `group:3/members/12`,
/// `12/links/13`.
enum PartInput {
  /// Removed records too, by number or uid: their history can be taken back.
  private static let lookup = RecordLookup(takesRemoved: true)

  /// The record or part of one that a word names.
  ///
  /// - Throws: ``Failure`` as ``RecordLookup/find(_:in:)``.
  static func find(_ word: String, in snapshot: borrowing Snapshot) throws -> RecordPart {
    if let link = try link(word, in: snapshot) { return link }
    guard let slot = SlotName(word) else {
      return .record(try lookup.find(word, in: snapshot))
    }
    if case .member(let name) = slot.path {
      var groups = lookup
      groups.kind = .group
      let group = try groups.find(slot.record, in: snapshot)
      return .relation(group, try lookup.find(name, in: snapshot))
    }
    let id = try lookup.find(slot.record, in: snapshot)
    switch slot.path {
    case .value(let property), .list(let property): return .property(id, property)
    case .entry(let property, let number): return .entry(id, property, number)
    case .label(let property, let number): return .label(id, property, number)
    case .member: return .record(id)
    }
  }

  private static func link(
    _ word: String, in snapshot: borrowing Snapshot
  ) throws -> RecordPart? {
    let ends = word.split(separator: "/links/", omittingEmptySubsequences: false)
    guard ends.count == 2, !ends[0].isEmpty, !ends[1].isEmpty else { return nil }
    return .relation(
      try lookup.find(String(ends[0]), in: snapshot),
      try lookup.find(String(ends[1]), in: snapshot))
  }
}
