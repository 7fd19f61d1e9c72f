/// What the editing phase of a made-up workload must know to emit only edits that are valid.
struct EditState {
  private struct Person {
    var key: Operation.Key
    var names: Names
    var entryCount: UInt16
    /// Entries that are still there.
    var entries: [(property: Operation.Property, number: UInt16)]
    var groups: [Int]
    var isAlive = true
  }

  private var people: [Person] = []
  private var random: SeededRandom
  private let groupKeys: [Operation.Key]

  init(seed: UInt64, groupKeys: [Operation.Key]) {
    random = SeededRandom(seed: seed, kind: 3, index: 0)
    self.groupKeys = groupKeys
  }

  mutating func add(_ contact: Contact) {
    var entries: [(Operation.Property, UInt16)] = []
    for _ in contact.phones { entries.append((.phone, UInt16(entries.count + 1))) }
    for _ in contact.emails { entries.append((.email, UInt16(entries.count + 1))) }
    if contact.address != nil { entries.append((.address, UInt16(entries.count + 1))) }
    people.append(
      Person(
        key: contact.key, names: contact.names, entryCount: UInt16(entries.count),
        entries: entries, groups: contact.groups))
  }

  /// The number of a person that was not removed.
  func living(_ random: inout SeededRandom) -> Int {
    while true {
      let index = random.below(people.count)
      if people[index].isAlive { return index }
    }
  }

  /// The next edit: 70 % values, 15 % new entries, 10 % memberships, 5 % removals.
  ///
  /// Some people are edited often, most once or never.
  mutating func edit() -> Operation {
    var index = living(&random)
    if random.percent(50) {
      let busy = random.below(max(1, people.count / 20))
      if people[busy].isAlive { index = busy }
    }
    switch random.below(100) {
    case ..<70: return setValue(index)
    case ..<85: return addEntry(index)
    case ..<95: return changeMembership(index)
    default: return remove(index)
    }
  }

  private mutating func setValue(_ index: Int) -> Operation {
    let names = people[index].names
    let (property, value): (Operation.Property, String) =
      switch random.below(100) {
      case ..<25: (.note, Contact.note(&random))
      case ..<45: (.title, random.pick(Names.titles))
      case ..<60: (.organization, random.pick(Names.organizations))
      case ..<70: (.last, Contact.family(&random, names))
      case ..<80: (.first, random.pick(names.given))
      case ..<90: (.nickname, random.pick(names.given))
      default: (.birthday, Contact.birthday(&random))
      }
    return Operation(kind: .set, property: property, key: people[index].key, value: value)
  }

  private mutating func addEntry(_ index: Int) -> Operation {
    let names = people[index].names
    let (property, entry): (Operation.Property, Contact.Entry) =
      switch random.below(10) {
      case ..<5: (.phone, Contact.phone(&random, names))
      case ..<8: (.email, Contact.email(&random))
      default: (.address, Contact.address(&random, names))
      }
    people[index].entryCount += 1
    let number = people[index].entryCount
    people[index].entries.append((property, number))
    return Operation(
      kind: .add, property: property, valueNumber: number, key: people[index].key,
      label: entry.label, value: entry.value)
  }

  private mutating func changeMembership(_ index: Int) -> Operation {
    let group = random.below(groupKeys.count)
    let place = people[index].groups.firstIndex(of: group)
    if let place {
      people[index].groups.remove(at: place)
    } else {
      people[index].groups.append(group)
    }
    return Operation(
      kind: place == nil ? .join : .leave, key: groupKeys[group], member: people[index].key)
  }

  private mutating func remove(_ index: Int) -> Operation {
    if random.percent(10), people.count > 20 {
      people[index].isAlive = false
      return Operation(kind: .deletePerson, key: people[index].key)
    }
    guard !people[index].entries.isEmpty else { return setValue(index) }
    let entry = people[index].entries.remove(at: random.below(people[index].entries.count))
    return Operation(
      kind: .remove, property: entry.property, valueNumber: entry.number, key: people[index].key)
  }
}
