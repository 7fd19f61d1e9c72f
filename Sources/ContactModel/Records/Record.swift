/// The two positions that blame needs of a slot.
public struct Writers: Hashable, Sendable {
  /// The event that last wrote the slot.
  public var last: Position
  /// The event whose effect stands: the last one, or the one a compensating event brought back.
  public var effective: Position

  /// No event wrote the slot.
  public static let none = Writers(last: 0, effective: 0)

  /// These positions.
  public init(last: Position, effective: Position) {
    self.last = last
    self.effective = effective
  }

  /// The slot after an event at `position` that brought back the effect of `restores`, if any.
  public init(_ position: Position, restores: Position = 0) {
    self.init(last: position, effective: restores == 0 ? position : restores)
  }
}

/// The state of one record, folded from its events.
///
/// A removed record keeps its values, so that it can be restored as it was. A cleared value keeps
/// its slot, so that blame and conflict detection know who cleared it.
public struct Record: Sendable, Hashable {
  /// A single value; `value` is `nil` after it was cleared.
  public struct Field: Sendable, Hashable {
    /// Which property.
    public let property: Property
    /// What it holds now.
    public var value: Value?
    /// Who wrote it.
    public var writers: Writers
  }

  /// A labelled value of a list.
  public struct Entry: Sendable, Hashable {
    /// The entry's identity in history: the position of the event that added it.
    public internal(set) var position: Position
    /// The number programs know the entry by; never changed by edits of other entries.
    public var identifier: Int32
    /// What it is for.
    public var label: Label?
    /// The value.
    public var value: Value
    /// Whether it was removed; removed entries keep their place.
    public var isRemoved = false
    /// Who added, removed or restored it.
    public var existence: Writers
    /// Who set the value.
    public var valueWriters: Writers
    /// Who set the label.
    public var labelWriters: Writers
    /// Who put it where it is.
    public var placeWriters: Writers
  }

  /// The entries of one multivalue property, in their order, removed ones included.
  public struct List: Sendable, Hashable {
    /// Which property.
    public let property: Property
    /// The identifier the next entry gets: one more than any ever given.
    public var nextIdentifier: Int32 = 0
    /// All entries.
    public var entries: [Entry] = []
  }

  /// The record's name within the store.
  public let id: RecordID
  /// The record's name across stores.
  public var uid = ""
  /// Number of the source the record belongs to.
  public var source: Int32 = 0
  /// Whether it was removed.
  public var isRemoved = false
  /// Who created, removed or restored it; `none` before creation.
  public var existence = Writers.none
  /// The position of the record's first event.
  public var origin: Position = 0
  /// When it was created, microseconds since 1970-01-01 UTC, by the commit's time.
  public var created: Int64 = 0
  /// When it last changed, likewise.
  public var modified: Int64 = 0
  /// Single values, in order of property.
  public var fields: [Field] = []
  /// Lists, in order of property.
  public var lists: [List] = []

  /// A record that no event has created yet.
  public init(id: RecordID) { self.id = id }

  /// Whether the record was created and is not removed.
  public var exists: Bool { existence.last != 0 && !isRemoved }
}

extension Record.List {
  /// Where the entry added at `position` stands.
  func index(of position: Position) -> Int? {
    for index in entries.indices where entries[index].position == position { return index }
    return nil
  }
}

// MARK: - Reading

extension Record {
  /// The value of a single-valued property.
  public subscript(_ property: Property) -> Value? { field(property)?.value }

  /// The text of a single-valued property.
  public func text(_ property: Property) -> String? { field(property)?.value?.text }

  /// The slot of a single-valued property, when any event wrote it.
  public func field(_ property: Property) -> Field? {
    fieldIndex(property).map { fields[$0] }
  }

  /// Where a field stands.
  ///
  /// A loop over places: a closure over elements would retain each.
  func fieldIndex(_ property: Property) -> Int? {
    for index in fields.indices where fields[index].property == property { return index }
    return nil
  }

  /// Where a list stands.
  func listIndex(_ property: Property) -> Int? {
    for index in lists.indices where lists[index].property == property { return index }
    return nil
  }

  /// The entries of a list that are not removed, in order.
  public func entries(_ property: Property) -> [Entry] {
    list(property)?.entries.filter { !$0.isRemoved } ?? []
  }

  /// The list of a property with its removed entries, when it ever had an entry.
  public func list(_ property: Property) -> List? { listIndex(property).map { lists[$0] } }

  /// The entry that was added at `position`, removed or not.
  public func entry(_ property: Property, at position: Position) -> Entry? {
    guard let list = listIndex(property), let index = lists[list].index(of: position) else {
      return nil
    }
    return lists[list].entries[index]
  }

  /// The entry programs know by `identifier`, unless it is removed.
  public func entry(_ property: Property, identifier: Int32) -> Entry? {
    list(property)?.entries.first { $0.identifier == identifier && !$0.isRemoved }
  }

  /// Who wrote a slot of the record itself (not a membership or link); `nil`: nobody ever.
  public func writers(of slot: Slot) -> Writers? {
    switch slot {
    case .existence: return existence.last == 0 ? nil : existence
    case .value(let property): return field(property)?.writers
    case .entry(let property, let position): return entry(property, at: position)?.existence
    case .entryValue(let property, let position):
      return entry(property, at: position)?.valueWriters
    case .entryLabel(let property, let position):
      return entry(property, at: position)?.labelWriters
    case .entryPlace(let property, let position):
      return entry(property, at: position)?.placeWriters
    case .member, .link: return nil
    }
  }

  /// The entry whose place precedes that of the entry at `position`; 0 in front or when unknown.
  public func predecessor(_ property: Property, of position: Position) -> Position {
    guard let entries = list(property)?.entries,
      let index = entries.firstIndex(where: { $0.position == position }), index > 0
    else { return 0 }
    return entries[index - 1].position
  }
}
