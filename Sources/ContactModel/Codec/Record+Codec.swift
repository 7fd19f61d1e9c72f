// The row a record is kept in. A projection: rebuilt from the log at will, so its version stands
// with the table and not in the row. Positions are written as distances from the record's first
// event, which keeps most of them to one byte. Layout: docs/projections.md, "Records".

/// What of an entry differs from the usual.
private struct EntryFlags: OptionSet {
  let rawValue: UInt64
  static let removed = EntryFlags(rawValue: 1)
  static let labelled = EntryFlags(rawValue: 2)
  static let existence = EntryFlags(rawValue: 4)
  static let value = EntryFlags(rawValue: 8)
  static let label = EntryFlags(rawValue: 16)
  static let place = EntryFlags(rawValue: 32)
}

extension CBOREncoder {
  /// Writes a record's row; `newestRun` is the position of the first event of its newest run.
  public mutating func record(_ record: Record, newestRun: Position) {
    let origin = record.origin
    array(11)
    unsigned(newestRun)
    unsigned(newestRun &- origin)
    text(record.uid)
    unsigned(UInt64(UInt32(bitPattern: record.source)))
    unsigned(record.isRemoved ? 1 : 0)
    writers(record.existence, origin)
    integer(record.created)
    integer(record.modified &- record.created)
    array(record.fields.count)
    for field in record.fields {
      array(field.value == nil ? 3 : 4)
      unsigned(UInt64(field.property.rawValue))
      writers(field.writers, origin)
      if let value = field.value { self.value(value) }
    }
    array(record.lists.count)
    for list in record.lists {
      array(2 + list.entries.count)
      unsigned(UInt64(list.property.rawValue))
      integer(Int64(list.nextIdentifier))
      for entry in list.entries { self.entry(entry, origin) }
    }
  }

  private mutating func writers(_ writers: Writers, _ origin: Position) {
    unsigned(writers.last &- origin)
    integer(Int64(bitPattern: writers.last &- writers.effective))
  }

  private mutating func entry(_ entry: Record.Entry, _ origin: Position) {
    let usual = Writers(entry.position)
    var flags: EntryFlags = []
    var count = 4
    func note(_ flag: EntryFlags, _ items: Int, if differs: Bool) {
      guard differs else { return }
      flags.insert(flag)
      count += items
    }
    note(.removed, 0, if: entry.isRemoved)
    note(.labelled, 1, if: entry.label != nil)
    note(.existence, 2, if: entry.existence != usual)
    note(.value, 2, if: entry.valueWriters != usual)
    note(.label, 2, if: entry.labelWriters != usual)
    note(.place, 2, if: entry.placeWriters != usual)
    array(count)
    unsigned(flags.rawValue)
    unsigned(entry.position &- origin)
    integer(Int64(entry.identifier))
    value(entry.value)
    if let label = entry.label { self.label(label) }
    if flags.contains(.existence) { writers(entry.existence, origin) }
    if flags.contains(.value) { writers(entry.valueWriters, origin) }
    if flags.contains(.label) { writers(entry.labelWriters, origin) }
    if flags.contains(.place) { writers(entry.placeWriters, origin) }
  }
}

extension CBORDecoder {
  /// Reads only the beginning of a record's row: enough to tell whether anybody wrote it since.
  public mutating func newestRun() throws(CBORError) -> Position {
    guard try array() == 11 else { throw error(.wrongFields) }
    return try unsigned()
  }

  /// Reads a record's row.
  public mutating func record(_ id: RecordID) throws(CBORError) -> (
    record: Record, newestRun: Position
  ) {
    let newestRun = try self.newestRun()
    var record = Record(id: id)
    let origin = newestRun &- (try unsigned())
    record.origin = origin
    record.uid = try text()
    record.source = try unsigned(Int32.self)
    record.isRemoved = try unsigned() == 1
    record.existence = try writers(origin)
    record.created = try integer()
    record.modified = record.created &+ (try integer())
    let fields = try array()
    record.fields.reserveCapacity(fields)
    for _ in 0..<fields {
      let count = try array()
      guard count == 3 || count == 4 else { throw error(.wrongFields) }
      let property = Property(rawValue: try unsigned(UInt16.self))
      let writers = try writers(origin)
      let value = count == 4 ? try value() : nil
      record.fields.append(Record.Field(property: property, value: value, writers: writers))
    }
    let lists = try array()
    record.lists.reserveCapacity(lists)
    for _ in 0..<lists {
      let count = try array()
      guard count >= 2 else { throw error(.wrongFields) }
      var list = Record.List(property: Property(rawValue: try unsigned(UInt16.self)))
      list.nextIdentifier = Int32(truncatingIfNeeded: try integer())
      list.entries.reserveCapacity(count - 2)
      for _ in 2..<count { list.entries.append(try entry(origin)) }
      record.lists.append(list)
    }
    return (record, newestRun)
  }

  private mutating func writers(_ origin: Position) throws(CBORError) -> Writers {
    let last = origin &+ (try unsigned())
    return Writers(last: last, effective: last &- UInt64(bitPattern: try integer()))
  }

  private mutating func entry(_ origin: Position) throws(CBORError) -> Record.Entry {
    guard try array() >= 4 else { throw error(.wrongFields) }
    let flags = EntryFlags(rawValue: try unsigned())
    let position = origin &+ (try unsigned())
    let identifier = Int32(truncatingIfNeeded: try integer())
    let value = try value()
    let label = flags.contains(.labelled) ? try label() : nil
    let usual = Writers(position)
    return Record.Entry(
      position: position, identifier: identifier, label: label, value: value,
      isRemoved: flags.contains(.removed),
      existence: flags.contains(.existence) ? try writers(origin) : usual,
      valueWriters: flags.contains(.value) ? try writers(origin) : usual,
      labelWriters: flags.contains(.label) ? try writers(origin) : usual,
      placeWriters: flags.contains(.place) ? try writers(origin) : usual)
  }
}
