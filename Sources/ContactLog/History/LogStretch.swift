internal import ContactModel
internal import LMDB

/// What the events of a stretch of the log are about: the records and relations that may differ
/// between its two ends, and no others.
struct LogStretch: Sendable {
  /// A record's runs in the stretch.
  struct Touch: Sendable, Hashable {
    /// The record's newest run in front of the stretch; 0: it was created in it.
    var runBefore: Position
    /// Its newest run in the stretch.
    var runAfter: Position
    /// Whether an event changed the record itself, not only memberships and links that stand with
    /// it.
    var isOwn = false
    /// Whether one created, removed or restored it.
    var changesExistence = false
    /// The properties of its own that events changed.
    var changed = PropertySet()

    /// Whether a projection that reads these properties may differ.
    func concerns(_ reads: PropertySet) -> Bool {
      isOwn && (changesExistence || changed.intersects(reads))
    }
  }

  /// A relation's events in the stretch.
  struct RelationTouch: Sendable, Hashable {
    /// The position that last wrote it in front of the stretch; 0: none.
    var before: Position
    /// The position that last wrote it in the stretch.
    var after: Position
  }

  /// Where the stretch begins: the last position in front of it.
  let start: Position
  /// The last position of the stretch.
  let end: Position
  private(set) var records: [RecordID: Touch] = [:]
  private(set) var relations: [RelationKey: RelationTouch] = [:]
  /// The lowest number created in the stretch, by kind; `Int32.max`: none.
  private(set) var firstCreated = SIMD4<Int32>(repeating: .max)

  /// Reads the events behind `start` up to `end`, both last positions of commits.
  ///
  /// - Complexity: O(events of the stretch).
  init(
    after start: Position, through end: Position, _ reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws {
    self.start = start
    self.end = end
    var position = start
    guard start < end else { return }
    let table = reader.tables.events
    let key = KeyBuffer(start + 1)
    try transaction.scan(table, from: key.span) { key, stored in
      if position == end { return false }
      guard let first = key.bigEndianUInt64(at: 0), first == position + 1 else {
        throw StoreError(
          .damaged, "the log has no run at position \(position + 1); run verify")
      }
      var id: RecordID?
      var touch: Touch?
      let bytes = try Seal.open(key, stored, table)
      let frame = try Run.read(bytes, first: first) { event, at, _ in
        if id == nil {
          id = event.record
          touch = records[event.record]
        }
        note(event, at: at, &touch)
      }
      guard let id, var touch, frame.count > 0 else { throw Seal.damage(key, table) }
      if records[id] == nil { touch.runBefore = frame.previous }
      touch.runAfter = first
      records[id] = touch
      position += UInt64(frame.count)
      return true
    }
    guard position == end else {
      throw StoreError(.damaged, "the log has no run at position \(position + 1); run verify")
    }
  }

  private mutating func note(_ event: Event, at position: Position, _ touch: inout Touch?) {
    var own = touch ?? Touch(runBefore: 0, runAfter: 0)
    defer { touch = own }
    if let key = event.relationKey {
      relations[key] = RelationTouch(
        before: relations[key]?.before ?? event.previous, after: position)
      return
    }
    own.isOwn = true
    switch event.change.slot(at: position) {
    case .existence?: own.changesExistence = true
    case let slot?: own.changed.insert(slot.property)
    case nil: break
    }
    if case .created = event.change {
      let kind = Int(event.record.kind.rawValue)
      firstCreated[kind] = min(firstCreated[kind], event.record.number)
    }
  }
}
