internal import ContactModel
internal import LMDB

/// Works out, in the write transaction, which events make one person of two.
struct MergePlan {
  let kept: RecordID
  let other: RecordID
  let choices: [Property: MergeChoice]
  let policy: MergePolicy
  private(set) var book = Compensation()
  private(set) var clashes: [MergeClash] = []

  init(
    _ other: RecordID, into kept: RecordID, _ choices: [Property: MergeChoice],
    _ policy: MergePolicy
  ) {
    self.kept = kept
    self.other = other
    self.choices = choices
    self.policy = policy
  }

  /// Stages the merge.
  ///
  /// - Throws: ``StoreError`` with code `notFound`, `removed`, `merged`, `keptApart` or `invalid`.
  mutating func merge(_ writer: BatchWriter, _ transaction: borrowing ReadTransaction) throws {
    guard kept != other else { throw StoreError(.invalid, "\(kept) cannot be merged with itself") }
    let mine = try person(kept, writer, transaction)
    let theirs = try person(other, writer, transaction)
    if try book.relation(.link(kept, other), writer, transaction).state == .apart {
      throw StoreError(
        .keptApart, "\(kept) and \(other) are kept apart; unlink them first if they are one")
    }
    try mergeValues(mine, theirs)
    for list in theirs.lists { try merge(list, into: mine) }
    for (property, choice) in choices where choice == .other && property.shape == .multi {
      try removeEntries(property, of: mine, but: theirs.entries(property))
    }
    book.stage(DraftEvent(change: .mergedInto(kept)), of: other, .existence)
    try mergeRelations(writer, transaction)
  }

  private mutating func person(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    guard id.kind == .person else { throw StoreError(.invalid, "\(id) is no person") }
    let record = try book.record(id, writer, transaction)
    guard record.existence.last != 0 else {
      throw StoreError(.notFound, "there is no record \(id)")
    }
    if record.exists { return record }
    if let target = try writer.reader.mergeTarget(of: record, transaction) {
      throw StoreError(id, merged: target)
    }
    throw StoreError(.removed, "\(id) was removed")
  }
}

// MARK: - Single values

extension MergePlan {
  /// What belongs to a record and not to the human being: the card it came from stays with it.
  static let own: Set<Property> = [.existence, .card]

  private mutating func mergeValues(_ mine: Record, _ theirs: Record) throws {
    for (property, choice) in choices where choice == .both && property.shape == .single {
      guard Self.separators[property] != nil else {
        throw StoreError(
          .invalid, "\(property) has place for one value; choose that of one of the two")
      }
    }
    for field in theirs.fields where !Self.own.contains(field.property) {
      guard let value = field.value else { continue }
      let property = field.property
      guard let current = current(property, of: mine, value) else {
        stage(.valueSet(property, value), property)
        continue
      }
      if current == value { continue }
      switch choose(property, person: nil, .value(current), .value(value)) {
      case .keep: continue
      case .other: stage(.valueSet(property, value), property)
      case .both:
        guard let first = current.text, let second = value.text else {
          throw StoreError(.invalid, "of \(property) both values can be kept of text only")
        }
        let both = first + (Self.separators[property] ?? " ") + second
        stage(.valueSet(property, .text(both)), property)
      }
    }
    // A human being that an organisation goes into has no kind of its own, but is of another.
    if mine.isOrganization, theirs[.personKind] == nil,
      choose(.personKind, person: nil, .value(.integer(1)), .value(.integer(0))) == .other
    {
      stage(.valueCleared(.personKind), .personKind)
    }
  }

  /// What the kept person has in place of a value; `nil`: nothing, so that the value can be taken.
  private func current(_ property: Property, of mine: Record, _ value: Value) -> Value? {
    if let current = mine[property] { return current }
    switch property {
    case .personKind: return value.integer == 1 ? .integer(0) : value
    case .formattedName:
      // It stands in front of the name's parts wherever a name is shown.
      let name = mine.compositeName()
      return name.isEmpty ? nil : .text(name)
    default: return nil
    }
  }

  /// What stands between two texts that are both kept.
  private static let separators: [Property: String] = [
    .note: "\n\n", .nickname: ", ", .organization: ", ", .department: ", ", .jobTitle: ", ",
  ]

  /// Whose stands; notes the clash.
  private mutating func choose(
    _ property: Property, person: RecordID?, _ mine: SlotContent, _ theirs: SlotContent
  ) -> MergeChoice {
    let choice: MergeChoice? =
      choices[property] ?? (policy == .ask ? nil : policy == .keep ? .keep : .other)
    clashes.append(
      MergeClash(property: property, person: person, kept: mine, other: theirs, choice: choice))
    return choice ?? .keep
  }

  private mutating func stage(_ change: Change, _ property: Property) {
    book.stage(DraftEvent(change: change), of: kept, .value(property))
  }
}

// MARK: - Lists

extension MergePlan {
  /// Adds the entries whose values the kept person does not have yet, in their order.
  private mutating func merge(_ list: Record.List, into mine: Record) throws {
    let property = list.property
    if choices[property] == .keep { return }
    let current = mine.list(property)
    var seen: [Value: (position: Position, label: Label?)] = [:]
    for entry in mine.entries(property) where seen[entry.value] == nil {
      seen[entry.value] = (entry.position, entry.label)
    }
    var after = current?.entries.last?.position ?? 0
    var identifier = current?.nextIdentifier ?? 0
    for entry in list.entries where !entry.isRemoved {
      if let same = seen[entry.value] {
        if same.label == nil, let label = entry.label {
          seen[entry.value] = (same.position, label)
          // An entry that is added here gets the first label it comes with.
          if same.position.isProvisional { continue }
          book.stage(
            DraftEvent(change: .entryLabelSet(property, entry: same.position, label)), of: kept,
            .entryLabel(property, same.position))
        }
        continue
      }
      guard identifier < .max else {
        throw StoreError(.invalid, "\(kept)/\(property) has used up its identifiers")
      }
      let position = Position.provisional(property, identifier)
      book.stage(
        DraftEvent(
          change: .entryAdded(
            property, identifier: identifier, after: after, label: entry.label, value: entry.value)
        ), of: kept, .entry(property, position))
      seen[entry.value] = (position, entry.label)
      after = position
      identifier += 1
    }
  }

  private mutating func removeEntries(
    _ property: Property, of mine: Record, but theirs: [Record.Entry]
  ) throws {
    let values = Set(theirs.map(\.value))
    for entry in mine.entries(property) where !values.contains(entry.value) {
      book.stage(
        DraftEvent(change: .entryRemoved(property, entry: entry.position)), of: kept,
        .entry(property, entry.position))
    }
  }
}

// MARK: - Memberships and links

extension MergePlan {
  /// Hands memberships and links over, and says that both are one.
  private mutating func mergeRelations(
    _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let between = RelationKey.link(kept, other)
    for key in try writer.relations(of: other, transaction).keys.sorted() where key != between {
      let theirs = try book.relation(key, writer, transaction)
      if theirs.state == .none { continue }
      stage(.none, key)
      let third = key.isMembership ? key.owner : key.owner == other ? key.other : key.owner
      let mine = key.isMembership ? RelationKey.member(kept, of: third) : .link(kept, third)
      let current = try book.relation(mine, writer, transaction)
      if current.state == theirs.state { continue }
      if current.state != .none,
        choose(.links, person: third, current.content, theirs.content) != .other
      {
        continue
      }
      // A third person that went into the other one before is linked with it alone.
      guard try book.record(third, writer, transaction).exists else { continue }
      stage(theirs.state, mine)
    }
    if try book.relation(between, writer, transaction).state != .joined { stage(.joined, between) }
  }

  private mutating func stage(_ state: Relation.State, _ key: RelationKey) {
    book.stage(DraftEvent(change: key.change(to: state)), of: key.owner, key.slot)
  }
}
