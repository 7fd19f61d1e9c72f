import ContactModel

/// What a book must hold, in plain dictionaries.
///
/// Texts are bytes: Swift takes composed and
/// decomposed letters as equal, and a model must not hide what the store must not lose.
struct ModelBook: Equatable {
  struct Entry: Equatable {
    var identifier: Int32
    var label: [UInt8]?
    var value: [UInt8]
  }

  struct Item: Equatable {
    var uid: [UInt8]
    var values: [Property: [UInt8]] = [:]
    var lists: [Property: [Entry]] = [:]
  }

  struct Pair: Hashable {
    var first, second: RecordID

    init(_ first: RecordID, _ second: RecordID) {
      self.first = first
      self.second = second
    }

    /// Two people in either order.
    init(link a: RecordID, _ b: RecordID) { self.init(min(a, b), max(a, b)) }

    func contains(_ id: RecordID) -> Bool { first == id || second == id }
  }

  var items: [RecordID: Item] = [:]
  /// Group and member.
  var members: Set<Pair> = []
  /// True: the same human being; false: kept apart.
  var links: [Pair: Bool] = [:]

  func ids(_ kind: RecordKind) -> [RecordID] { items.keys.filter { $0.kind == kind }.sorted() }

  func members(of group: RecordID) -> [RecordID] {
    members.filter { $0.first == group }.map(\.second).sorted()
  }

  func groups(of member: RecordID) -> [RecordID] {
    members.filter { $0.second == member }.map(\.first).sorted()
  }

  func related(to person: RecordID, linked: Bool) -> [RecordID] {
    links.filter { $0.key.contains(person) && $0.value == linked }
      .map { $0.key.first == person ? $0.key.second : $0.key.first }.sorted()
  }

  /// Whether a group has another one among its members or theirs, or is it.
  func contains(_ outer: RecordID, _ inner: RecordID) -> Bool {
    outer == inner || members(of: outer).contains { $0.kind == .group && contains($0, inner) }
  }

  mutating func remove(_ id: RecordID) {
    items[id] = nil
    members = members.filter { !$0.contains(id) }
    links = links.filter { !$0.key.contains(id) }
  }

  /// The same book with other names for records.
  func renamed(_ ids: [RecordID: RecordID]) -> ModelBook {
    func renamed(_ id: RecordID) -> RecordID { ids[id] ?? id }
    var book = ModelBook()
    for (id, item) in items { book.items[renamed(id)] = item }
    book.members = Set(members.map { Pair(renamed($0.first), renamed($0.second)) })
    for (pair, state) in links {
      book.links[Pair(link: renamed(pair.first), renamed(pair.second))] = state
    }
    return book
  }
}

// MARK: - Slots

extension ModelBook {
  /// Every slot that holds something, with what it holds; the order of lists is left out.
  var slots: [String: [UInt8]] {
    var slots: [String: [UInt8]] = [:]
    for (id, item) in items {
      slots["\(id)"] = item.uid
      for (property, value) in item.values { slots["\(id)/\(property)"] = value }
      for (property, entries) in item.lists {
        for entry in entries {
          let name = "\(id)/\(property)/\(entry.identifier)"
          slots[name] = []
          slots[name + "/value"] = entry.value
          slots[name + "/label"] = entry.label
        }
      }
    }
    for pair in members { slots["\(pair.first)/members/\(pair.second)"] = [] }
    for (pair, state) in links { slots["\(pair.first)/links/\(pair.second)"] = [state ? 1 : 0] }
    return slots
  }

  /// The names of the slots in which two books differ.
  static func difference(_ a: ModelBook, _ b: ModelBook) -> Set<String> {
    let (a, b) = (a.slots, b.slots)
    return Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }
  }
}
