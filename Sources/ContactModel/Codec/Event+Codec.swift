/// Numbers of the event types.
///
/// Odd ones are critical: a reader that does not know one must not write. Never renumber.
enum EventType {
  static let created: UInt64 = 1
  static let removed: UInt64 = 3
  static let restored: UInt64 = 5
  static let valueSet: UInt64 = 7
  static let valueCleared: UInt64 = 9
  static let entryAdded: UInt64 = 11
  static let entryValueSet: UInt64 = 13
  static let entryLabelSet: UInt64 = 15
  static let entryMoved: UInt64 = 17
  static let entryRemoved: UInt64 = 19
  static let entryRestored: UInt64 = 21
  static let memberAdded: UInt64 = 23
  static let memberRemoved: UInt64 = 25
  static let linked: UInt64 = 27
  static let unlinked: UInt64 = 29
  static let keptApart: UInt64 = 31
  static let mergedInto: UInt64 = 33
}

/// Keys of the event map, in the order they are written.
enum EventKey {
  static let type: UInt64 = 0
  static let record: UInt64 = 1
  static let property: UInt64 = 2
  static let entry: UInt64 = 3
  static let value: UInt64 = 4
  static let label: UInt64 = 5
  static let identifier: UInt64 = 6
  static let after: UInt64 = 7
  static let other: UInt64 = 8
  static let previous: UInt64 = 9
  static let restores: UInt64 = 10
  static let uid: UInt64 = 11
  static let source: UInt64 = 12
}

/// A change taken apart into the optional fields of the event map.
private struct EventFields {
  var type: UInt64 = 0
  var property: Property?
  var entry: Position?
  var value: Value?
  var label: Label?
  var identifier: Int32?
  var after: Position?
  var other: RecordID?
  var uid: String?
  var source: Int32?
}

extension CBOREncoder {
  /// Writes an event: a map with ascending unsigned keys; what is absent or zero is left out.
  public mutating func event(_ event: Event) {
    if case .unknown(_, let bytes) = event.change { return self.bytes.append(contentsOf: bytes) }
    let fields = EventFields(event.change)
    var count = 2
    if fields.property != nil { count += 1 }
    if fields.entry != nil { count += 1 }
    if fields.value != nil { count += 1 }
    if fields.label != nil { count += 1 }
    if fields.identifier != nil { count += 1 }
    if fields.after != nil { count += 1 }
    if fields.other != nil { count += 1 }
    if event.previous != 0 { count += 1 }
    if event.restores != 0 { count += 1 }
    if fields.uid != nil { count += 1 }
    if fields.source != nil { count += 1 }
    map(count)
    pair(EventKey.type, fields.type)
    pair(EventKey.record, event.record.code)
    if let property = fields.property { pair(EventKey.property, UInt64(property.rawValue)) }
    if let entry = fields.entry { pair(EventKey.entry, entry) }
    if let value = fields.value {
      unsigned(EventKey.value)
      self.value(value)
    }
    if let label = fields.label {
      unsigned(EventKey.label)
      self.label(label)
    }
    if let identifier = fields.identifier {
      unsigned(EventKey.identifier)
      integer(Int64(identifier))
    }
    if let after = fields.after { pair(EventKey.after, after) }
    if let other = fields.other { pair(EventKey.other, other.code) }
    if event.previous != 0 { pair(EventKey.previous, event.previous) }
    if event.restores != 0 { pair(EventKey.restores, event.restores) }
    if let uid = fields.uid {
      unsigned(EventKey.uid)
      text(uid)
    }
    if let source = fields.source { pair(EventKey.source, UInt64(UInt32(bitPattern: source))) }
  }

  private mutating func pair(_ key: UInt64, _ number: UInt64) {
    unsigned(key)
    unsigned(number)
  }
}

extension CBORDecoder {
  /// Reads one event; more may follow it.
  ///
  /// An unknown even type is kept whole. An unknown odd type, or fields that the type does not
  /// have, throw `wrongFields`.
  public mutating func event() throws(CBORError) -> Event {
    let start = offset
    let count = try map()
    var fields = EventFields()
    var record: RecordID?
    var previous: Position = 0
    var restores: Position = 0
    var seen: UInt32 = 0
    var last: UInt64?
    for _ in 0..<count {
      let key = try unsigned()
      if let last, key <= last { throw error(.notCanonical) }
      last = key
      switch key {
      case EventKey.type: fields.type = try unsigned()
      case EventKey.record: record = try recordID()
      case EventKey.property: fields.property = Property(rawValue: try unsigned(UInt16.self))
      case EventKey.entry: fields.entry = try position()
      case EventKey.value: fields.value = try value()
      case EventKey.label: fields.label = try label()
      case EventKey.identifier:
        let number = try integer()
        guard let identifier = Int32(exactly: number) else { throw error(.outOfRange) }
        fields.identifier = identifier
      case EventKey.after: fields.after = try position()
      case EventKey.other: fields.other = try recordID()
      case EventKey.previous: previous = try position()
      case EventKey.restores: restores = try position()
      case EventKey.uid: fields.uid = try text()
      case EventKey.source: fields.source = try unsigned(Int32.self)
      default:
        guard fields.type & 1 == 0 else { throw error(.wrongFields) }
        try skip()
      }
      seen |= key < 32 ? 1 << UInt32(key) : 0
    }
    guard seen & 0b11 == 0b11, let record else { throw error(.wrongFields) }
    let change: Change
    if fields.type & 1 == 0 {
      change = .unknown(type: fields.type, copy(from: start))
    } else {
      guard let known = Change(fields, count: count, previous, restores) else {
        throw error(.wrongFields)
      }
      change = known
    }
    return Event(change, of: record, previous: previous, restores: restores)
  }

  private func copy(from start: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(offset - start)
    for index in start..<offset { bytes.append(span[index]) }
    return bytes
  }

  private mutating func recordID() throws(CBORError) -> RecordID {
    guard let record = RecordID(code: try unsigned()) else { throw error(.outOfRange) }
    return record
  }

  /// Reads a position that is written, so is not 0 and not provisional.
  private mutating func position() throws(CBORError) -> Position {
    let position = try unsigned()
    guard position != 0 else { throw error(.notCanonical) }
    guard !position.isProvisional else { throw error(.outOfRange) }
    return position
  }
}

extension EventFields {
  init(_ change: Change) {
    switch change {
    case .created(let uid, let source):
      type = EventType.created
      self.uid = uid
      self.source = source == 0 ? nil : source
    case .removed: type = EventType.removed
    case .restored: type = EventType.restored
    case .valueSet(let property, let value):
      type = EventType.valueSet
      self.property = property
      self.value = value
    case .valueCleared(let property):
      type = EventType.valueCleared
      self.property = property
    case .entryAdded(let property, let identifier, let after, let label, let value):
      type = EventType.entryAdded
      self.property = property
      self.identifier = identifier
      self.after = after == 0 ? nil : after
      self.label = label
      self.value = value
    case .entryValueSet(let property, let entry, let value):
      type = EventType.entryValueSet
      self.property = property
      self.entry = entry
      self.value = value
    case .entryLabelSet(let property, let entry, let label):
      type = EventType.entryLabelSet
      self.property = property
      self.entry = entry
      self.label = label
    case .entryMoved(let property, let entry, let after):
      type = EventType.entryMoved
      self.property = property
      self.entry = entry
      self.after = after == 0 ? nil : after
    case .entryRemoved(let property, let entry):
      type = EventType.entryRemoved
      self.property = property
      self.entry = entry
    case .entryRestored(let property, let entry):
      type = EventType.entryRestored
      self.property = property
      self.entry = entry
    case .memberAdded(let other): (type, self.other) = (EventType.memberAdded, other)
    case .memberRemoved(let other): (type, self.other) = (EventType.memberRemoved, other)
    case .linked(let other): (type, self.other) = (EventType.linked, other)
    case .unlinked(let other): (type, self.other) = (EventType.unlinked, other)
    case .keptApart(let other): (type, self.other) = (EventType.keptApart, other)
    case .mergedInto(let kept): (type, other) = (EventType.mergedInto, kept)
    case .unknown(let type, _): self.type = type
    }
  }
}

extension Change {
  /// Puts a known change together; `nil` unless exactly its fields are there.
  fileprivate init?(
    _ fields: EventFields, count: Int, _ previous: Position, _ restores: Position
  ) {
    var used = 2 + (previous == 0 ? 0 : 1) + (restores == 0 ? 0 : 1)
    func optional<T>(_ field: T?) -> T? {
      if field != nil { used += 1 }
      return field
    }
    func needed<T>(_ field: T?) -> T? { optional(field) }
    switch fields.type {
    case EventType.created:
      guard let uid = needed(fields.uid) else { return nil }
      guard fields.source != 0 else { return nil }
      self = .created(uid: uid, source: optional(fields.source) ?? 0)
    case EventType.removed: self = .removed
    case EventType.restored: self = .restored
    case EventType.valueSet:
      guard let property = needed(fields.property), let value = needed(fields.value) else {
        return nil
      }
      self = .valueSet(property, value)
    case EventType.valueCleared:
      guard let property = needed(fields.property) else { return nil }
      self = .valueCleared(property)
    case EventType.entryAdded:
      guard let property = needed(fields.property), let value = needed(fields.value),
        let identifier = needed(fields.identifier)
      else { return nil }
      self = .entryAdded(
        property, identifier: identifier, after: optional(fields.after) ?? 0,
        label: optional(fields.label), value: value)
    case EventType.entryValueSet, EventType.entryLabelSet, EventType.entryMoved,
      EventType.entryRemoved, EventType.entryRestored:
      guard let property = needed(fields.property), let entry = needed(fields.entry) else {
        return nil
      }
      switch fields.type {
      case EventType.entryValueSet:
        guard let value = needed(fields.value) else { return nil }
        self = .entryValueSet(property, entry: entry, value)
      case EventType.entryLabelSet:
        self = .entryLabelSet(property, entry: entry, optional(fields.label))
      case EventType.entryMoved:
        self = .entryMoved(property, entry: entry, after: optional(fields.after) ?? 0)
      case EventType.entryRemoved: self = .entryRemoved(property, entry: entry)
      default: self = .entryRestored(property, entry: entry)
      }
    case EventType.memberAdded, EventType.memberRemoved, EventType.linked, EventType.unlinked,
      EventType.keptApart, EventType.mergedInto:
      guard let other = needed(fields.other) else { return nil }
      switch fields.type {
      case EventType.memberAdded: self = .memberAdded(other)
      case EventType.memberRemoved: self = .memberRemoved(other)
      case EventType.linked: self = .linked(other)
      case EventType.unlinked: self = .unlinked(other)
      case EventType.mergedInto: self = .mergedInto(other)
      default: self = .keptApart(other)
      }
    default: return nil
    }
    guard used == count else { return nil }
  }
}
