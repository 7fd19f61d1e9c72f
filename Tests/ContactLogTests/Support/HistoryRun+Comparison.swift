import ContactModel

@testable import ContactLog

extension Value {
  /// A text's bytes, or the hash of a photo.
  var modelBytes: [UInt8] { text.map { Array($0.utf8) } ?? blob?.hash.bytes ?? [] }
}

extension ModelBook.Item {
  init(_ record: Record) {
    self.init(uid: Array(record.uid.utf8))
    for field in record.fields { values[field.property] = field.value?.modelBytes }
    for list in record.lists {
      let entries = record.entries(list.property).map {
        ModelBook.Entry(
          identifier: $0.identifier, label: $0.label.map { Array($0.token.utf8) },
          value: $0.value.modelBytes)
      }
      lists[list.property] = entries.isEmpty ? nil : entries
    }
  }
}

// MARK: - The session

extension HistoryRun {
  /// Compares one record as the session shows it.
  func compareSession(_ id: RecordID) throws {
    let shown = try session.record(id).map(ModelBook.Item.init)
    try require(
      shown == pending.items[id], "the session shows \(id) as \(String(describing: shown))")
  }

  /// Compares all records, memberships and links as the session shows them.
  func compareSession() throws {
    for id in pending.items.keys {
      try compareSession(id)
      try require(
        try session.groups(of: id) == pending.groups(of: id), "groups of \(id) in session")
      if id.kind == .group {
        try require(
          try session.members(of: id) == pending.members(of: id), "members of \(id) in session")
      } else {
        try require(
          try session.links(of: id) == pending.related(to: id, linked: true),
          "links of \(id) in session")
      }
    }
  }
}

// MARK: - The store

extension HistoryRun {
  /// The whole book through the store's queries.
  func readBook() throws -> ModelBook {
    try store.read { snapshot in
      var book = ModelBook()
      for kind in [RecordKind.person, .group] {
        try snapshot.forEachRecord(kind) { record in
          book.items[record.id] = ModelBook.Item(record)
          return true
        }
      }
      for group in book.ids(.group) {
        for member in try snapshot.members(of: group) {
          book.members.insert(ModelBook.Pair(group, member))
        }
      }
      for person in book.ids(.person) {
        for other in try snapshot.links(of: person) {
          book.links[ModelBook.Pair(link: person, other)] = true
        }
        for other in try snapshot.keptApart(from: person) {
          book.links[ModelBook.Pair(link: person, other)] = false
        }
      }
      return book
    }
  }

  /// Compares everything that the store can be asked.
  func compareStore() throws {
    let book = try readBook()
    let wrong = ModelBook.difference(book, saved).sorted()
    try require(book == saved, "the store differs in \(wrong.isEmpty ? ["order"] : wrong)")
    try store.read { snapshot in
      try require(Int(snapshot.commit) == states.count - 1, "there are \(snapshot.commit) commits")
      for kind in [RecordKind.person, .group] {
        try require(try snapshot.count(kind) == saved.ids(kind).count, "count of \(kind)")
      }
      for id in saved.items.keys {
        try require(try snapshot.groups(of: id) == saved.groups(of: id), "groups of \(id)")
      }
      for (id, uid) in uids {
        let text = String(decoding: uid, as: UTF8.self)
        try require(try snapshot.records(uid: text) == [id], "the record of uid \(text)")
        if saved.items[id] == nil {
          try require(try snapshot.record(id) == nil, "\(id) is not gone")
        }
      }
      for image in TextPool.images {
        let hash = ContentHash(of: image.span)
        if saved.items.values.contains(where: { $0.values[.image] == hash.bytes }) {
          try require(try snapshot.blob(hash) == image, "a photo's bytes")
        }
      }
      try compareFinding(snapshot)
      for order in NameOrder.allCases {
        for kind in [RecordKind.person, .group] { try compareList(kind, order, snapshot) }
      }
    }
  }

  private func compareFinding(_ snapshot: borrowing Snapshot) throws {
    for word in Set(TextPool.names.compactMap(\.word)) {
      let wanted = saved.items.filter { _, item in
        (TextPool.nameProperties + [.name]).contains { property in
          item.values[property].flatMap(TextPool.name)?.word.map {
            isSameWord($0, word)
          } == true
        }
      }
      let found = try snapshot.find(name: word)
      try require(Set(found) == Set(wanted.keys), "\(word) finds \(found)")
      try require(found.count == wanted.count, "\(word) finds a record twice")
    }
    func having(_ property: Property, _ matches: (String) -> Bool) -> [RecordID] {
      saved.items.filter { _, item in
        item.lists[property]?.contains { matches(String(decoding: $0.value, as: UTF8.self)) }
          == true
      }.keys.sorted()
    }
    for phone in Set(TextPool.phones) where phone.contains(where: \.isNumber) {
      let found = try snapshot.find(phone: phone).map(\.record).sorted()
      try require(found == having(.phones) { $0 == phone }, "\(phone) finds \(found)")
    }
    for email in Set(TextPool.emails) where !email.isEmpty {
      let found = try snapshot.find(email: email)
      // First those who have the local part as it is given.
      func local(_ address: String) -> Substring { address.prefix { $0 != "@" } }
      let all = having(.emails) { $0.lowercased() == email.lowercased() }
      let exact = having(.emails) {
        $0.lowercased() == email.lowercased() && local($0).utf8.elementsEqual(local(email).utf8)
      }
      let wanted = exact + all.filter { !exact.contains($0) }
      try require(found == wanted, "an address finds \(found), not \(wanted)")
    }
  }

  /// Whether two words of the pool are the same when case and accents do not count.
  private func isSameWord(_ a: String, _ b: String) -> Bool {
    func rank(_ word: String) -> Int? { TextPool.names.first { $0.word == word }?.rank }
    return rank(a) == rank(b)
  }

  private func compareList(
    _ kind: RecordKind, _ order: NameOrder, _ snapshot: borrowing Snapshot
  ) throws {
    var named: [(id: RecordID, parts: [TextPool.Name])] = []
    var nameless: Set<RecordID> = []
    for id in saved.ids(kind) {
      let parts = nameParts(of: id, order)
      if parts.isEmpty { nameless.insert(id) } else { named.append((id, parts)) }
    }
    named.sort { precedes($0, $1) }
    let list = try snapshot.list(kind, order: order).records
    try require(
      Array(list.prefix(named.count)) == named.map(\.id),
      """
      \(order) of \(kind) is \(list), not \(named.map(\.id)) with \
      \(named.map { $0.parts.map { "\($0.text.prefix(20))…\($0.text.utf8.count)" } })
      """)
    try require(
      Set(list.dropFirst(named.count)) == nameless && list.count == named.count + nameless.count,
      "the nameless of \(list) are not \(nameless)")
    var pages: [RecordID] = []
    var cursor: ListCursor?
    repeat {
      let page = try snapshot.list(kind, order: order, after: cursor, limit: 2)
      pages += page.records
      cursor = page.next
    } while cursor != nil
    try require(pages == list, "the pages of \(order) are \(pages)")
    for (place, id) in list.enumerated() {
      let position = try snapshot.position(of: id, order: order)
      try require(position == place, "\(id) is at \(String(describing: position)) of \(order)")
    }
    let counted = try snapshot.sections(kind, order: order).map(\.count).reduce(0, +)
    try require(counted == list.count, "the sections of \(order) have \(counted)")
  }

  private func nameParts(of id: RecordID, _ order: NameOrder) -> [TextPool.Name] {
    func part(_ property: Property) -> TextPool.Name? {
      saved.items[id]?.values[property].flatMap(TextPool.name)
    }
    // The empty name is a group's name, but not a person's.
    if id.kind == .group { return [part(.name)].compactMap { $0 } }
    let properties: [Property] =
      order == .lastName ? [.lastName, .firstName] : [.firstName, .lastName]
    let parts = properties.compactMap(part).filter { !$0.text.isEmpty }
    return parts.isEmpty
      ? [part(.organization)].compactMap { $0 }.filter { !$0.text.isEmpty } : parts
  }

  private func precedes(
    _ a: (id: RecordID, parts: [TextPool.Name]), _ b: (id: RecordID, parts: [TextPool.Name])
  ) -> Bool {
    for (x, y) in zip(a.parts, b.parts) {
      if x.rank != y.rank { return x.rank < y.rank }
    }
    return a.parts.count == b.parts.count ? a.id < b.id : a.parts.count < b.parts.count
  }
}
