internal import ContactModel
internal import LMDB

/// Where moved entries stood before their moves.
///
/// An event says only where an entry went; where it came from is folded from the record's own
/// events, once for all moves of a record.
struct PlaceHistory: Sendable {
  /// The moves to be asked for, by record.
  private var moves: [RecordID: Set<Position>] = [:]
  private var found: [RecordID: [Position: Position]] = [:]

  /// Notes the moves among events; no others may be asked for.
  mutating func note(_ events: some Sequence<LoggedEvent>) {
    for logged in events {
      if case .entryMoved = logged.event.change {
        moves[logged.event.record, default: []].insert(logged.position)
      }
    }
  }

  /// The entry in front of the moved one before the move; 0: none.
  ///
  /// - Complexity: O(the record's own events) at the first move of a record.
  mutating func predecessor(
    before logged: LoggedEvent, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Position {
    let id = logged.event.record
    if found[id] == nil { found[id] = try fold(id, writer, transaction) }
    return found[id]?[logged.position] ?? 0
  }

  private func fold(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> [Position: Position] {
    let wanted = moves[id] ?? []
    var places: [Position: Position] = [:]
    let set = writer.head.liveSet
    // The stored run: what is being saved beside this has none yet.
    guard let newest = try writer.reader.newestRun(of: id, set: set, transaction) else {
      return [:]
    }
    var record = Record(id: id)
    for logged in try writer.reader.events(fromRun: newest, transaction) {
      if case .entryMoved(let property, let entry, _) = logged.event.change,
        wanted.contains(logged.position)
      {
        places[logged.position] = record.predecessor(property, of: entry)
      }
      record.apply(logged.event, at: logged.position, time: 0)
    }
    return places
  }
}
