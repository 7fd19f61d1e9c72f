import ContactModel
import LMDB

@testable import ContactLog

/// What a snapshot answers to every query there is, by the query.
struct Answers: Equatable {
  private(set) var all: [String: AnyHashable] = [:]

  /// The queries whose answers differ.
  func difference(from other: Answers) -> [String] {
    Set(all.keys).union(other.all.keys).filter { all[$0] != other.all[$0] }.sorted()
  }

  /// Asks a snapshot everything.
  ///
  /// - Parameter ids: The records to ask about; some may not be there.
  init(_ snapshot: borrowing Snapshot, about ids: [RecordID], uids: [String]) throws {
    all["head"] = ["\(snapshot.commit)", "\(snapshot.position)", snapshot.hash.hex]
    for kind in RecordKind.allCases {
      all["count \(kind)"] = try snapshot.count(kind)
      var records: [Record] = []
      try snapshot.forEachRecord(kind) {
        records.append($0)
        return true
      }
      all["records \(kind)"] = records
      var later: [RecordID] = []
      try snapshot.forEachRecord(kind, after: 1) {
        later.append($0.id)
        return later.count < 2
      }
      all["two records after 1 \(kind)"] = later
    }
    for id in ids { try ask(id, snapshot) }
    for uid in uids { all["uid \(uid)"] = try snapshot.records(uid: uid) }
    try askLists(snapshot)
    try askNames(snapshot)
    try askLog(snapshot)
  }

  private mutating func ask(_ id: RecordID, _ snapshot: borrowing Snapshot) throws {
    all["record \(id)"] = try snapshot.record(id)
    all["row \(id)"] = try snapshot.recordOrRemoved(id)
    all["run \(id)"] = try snapshot.newestRun(of: id)
    all["groups \(id)"] = try snapshot.groups(of: id)
    if id.kind == .group { all["members \(id)"] = try snapshot.members(of: id) }
    if id.kind == .person {
      all["links \(id)"] = try snapshot.links(of: id)
      all["apart \(id)"] = try snapshot.keptApart(from: id)
    }
    all["history \(id)"] = try orNone { try snapshot.history(of: id) }
    all["blame \(id)"] = try orNone { try snapshot.blame(of: id) }
    if let record = try snapshot.record(id) {
      all["card \(id)"] = try snapshot.importedCard(of: record)
      if let card = record[.card]?.blob {
        all["by card \(id)"] = try snapshot.records(card: card.hash)
      }
      if let image = record[.image]?.blob { all["image \(id)"] = try snapshot.blob(image.hash) }
    }
  }

  private func orNone<R>(_ body: () throws -> R) throws -> R? {
    do { return try body() } catch let error as StoreError where error.code == .notFound {
      return nil
    }
  }

  private mutating func askLists(_ snapshot: borrowing Snapshot) throws {
    for kind in [RecordKind.person, .group] {
      for order in NameOrder.allCases {
        all["list \(kind) \(order)"] = try snapshot.list(kind, order: order).records
        var pages: [[RecordID]] = []
        var cursor: ListCursor?
        repeat {
          let page = try snapshot.list(kind, order: order, after: cursor, limit: 3)
          pages.append(page.records)
          cursor = page.next
        } while cursor != nil
        all["pages \(kind) \(order)"] = pages
        let sections = try snapshot.sections(kind, order: order)
        all["sections \(kind) \(order)"] = sections
        for section in sections {
          all["in \(section.label) \(section.position) \(kind) \(order)"] =
            try snapshot.list(kind, order: order, after: section.start, limit: 2).records
        }
        for (place, id) in pages.joined().enumerated() {
          all["position \(id) \(order)"] = try snapshot.position(of: id, order: order)
          all["before \(place) \(kind) \(order)"] = try snapshot.cursor(
            kind, before: place, order: order)
        }
      }
    }
    for direction in [ScanDirection.forward, .backward] {
      var keys: [[UInt8]] = []
      try snapshot.scan(\.order, from: nil, direction: direction) { key, _ in
        if isOfRecord(key) { keys.append(key.array) }
        return true
      }
      all["order \(direction)"] = keys
      for start in [keys.first, keys.last, keys.dropFirst(keys.count / 2).first] {
        guard let start else { continue }
        var found: [[UInt8]] = []
        try snapshot.scan(\.order, from: start.span, direction: direction) { key, _ in
          if isOfRecord(key) { found.append(key.array) }
          return found.count < 3
        }
        all["order \(direction) from \(start)"] = found
      }
    }
  }

  /// Whether a row of the orders is a record's: editions and counts are the present's own.
  private func isOfRecord(_ key: Span<UInt8>) -> Bool {
    key[0] < OrderKey.editions || (key[0] == 0xFF && key[1] == 0xFF)
  }

  private mutating func askNames(_ snapshot: borrowing Snapshot) throws {
    for word in Set(TextPool.names.compactMap(\.word)) + ["", "ada bund", "x", "zzz"] {
      all["name \(word)"] = try snapshot.find(name: word)
      all["two named \(word)"] = try snapshot.find(name: word, limit: 2)
    }
    for name in TextPool.names {
      all["exactly \(name.rank) \(name.text.utf8.count)"] = try snapshot.find(exactName: name.text)
    }
    for phone in Set(TextPool.phones) {
      all["phone \(phone)"] = try snapshot.find(phone: phone).map {
        [$0.record.code, UInt64($0.match.rawValue)]
      }
    }
    for email in Set(TextPool.emails) { all["email \(email)"] = try snapshot.find(email: email) }
  }

  private mutating func askLog(_ snapshot: borrowing Snapshot) throws {
    var commits: [Commit] = []
    try snapshot.forEachCommit {
      commits.append($0)
      return true
    }
    all["log"] = commits
    for number in 0...snapshot.commit + 1 {
      all["commit \(number)"] = try snapshot.commit(number)
      all["events \(number)"] = try orNone { try snapshot.events(of: number) }
    }
    for position in 0...snapshot.position + 1 {
      all["event \(position)"] = try snapshot.event(at: position)
    }
    all["last by now"] = try snapshot.commit(atTime: .max)
  }
}
