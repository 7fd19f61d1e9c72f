internal import ContactLog
internal import ContactModel
internal import FileSystem
internal import Foundation
internal import Terminal

#if canImport(PhoneNumbers)
  internal import PhoneNumbers
#endif

/// The state of a book: what is pending, and the records that programs have seen.
///
/// Records keep it alive, so that they can be read after the book itself was released. The book keeps
/// its records, as the Get rule asks; that ends with the book's handle.
final class Book {
  /// How a book is opened.
  struct Options {
    /// The folder of the store; `nil`: the user has no home.
    var path: String?
    var author: String
    var program: String
    /// Whether a store that is not there is made.
    var creates = false
    /// The commit as of which the book is read; `nil`: now.
    var commit: UInt64?

    /// The user's own store, as the command line tool finds it.
    init() {
      let folders = UserFolders()
      let environment = EnvironmentVariables.process
      path = environment["CONTACTLOG_STORE"] ?? folders.data(of: "contactlog")
      let named = environment["CONTACTLOG_AUTHOR"] ?? ""
      author = named.isEmpty ? folders.loginName ?? "unknown" : named
      program = FileSystem.Process.programName
    }
  }

  let options: Options
  /// What the program holds; gone once it is released.
  weak var handle: BookObject?
  private var opened: Store?

  /// The records of this book that were handed out.
  var known: [RecordID: RecordObject] = [:]
  /// Records that wait for their first save, in order.
  var added: [RecordObject] = []
  /// Records whose dates a program has set: shown until the next save.
  var dated: [RecordObject] = []
  /// Saved records with something pending.
  var edited: [RecordID: RecordObject] = [:]
  /// Saved records that the next save removes.
  var removed: Set<RecordID> = []
  /// Memberships that the next save begins or ends.
  var memberships: [Pair: Bool] = [:]
  /// Links that the next save makes or takes back.
  var links: [Pair: Bool] = [:]
  /// A save whose outcome is not known yet.
  var unfinished: Staged?

  /// The last commit that a read has seen.
  private(set) var seenCommit: UInt64 = 0
  /// Commits of this book, for which it is not called back.
  var ownCommits: Set<UInt64> = []
  /// Who is called when others save.
  var observers: [Observer] = []
  /// What tells the observers; stops with the book.
  var watch: ChangeObservation?

  /// A group and a member, or two people.
  struct Pair: Hashable {
    let first: RecordID
    let second: RecordID
  }

  /// What the user likes, and until when that is good.
  var preferences: (NameSorting.Preferences, until: Int64)?
  /// Records read last: a program asks for one property after another.
  private var recent: [RecordID: (commit: UInt64, record: Record?)] = [:]
  private let recentLimit = 64

  init(_ options: Options) { self.options = options }

  /// Ends the life of the book for the program: its records stay readable.
  func abandon() {
    known = [:]
    added = []
    edited = [:]
    removed = []
    unfinished = nil
    dated = []
    observers = []
    watch = nil
  }
}

// MARK: - The store

extension Book {
  /// What this program may do.
  var access: Access { Access(path: options.path, program: options.program) }

  /// The store; `nil` while there is none or it cannot be opened.
  var store: Store? { try? requireStore() }

  /// The store.
  ///
  /// - Throws: ``BookError`` without access, or the store's own error.
  func requireStore() throws -> Store {
    if let opened { return opened }
    guard let path = options.path, access == .authorized else {
      throw BookError(.user, "there is no access to the contacts of this user")
    }
    let store = try StoreDoor.store(at: path)
    opened = store
    watchStore()
    return store
  }

  /// The store, for changes.
  ///
  /// - Throws: As ``requireStore()``, and ``BookError`` in a book of the past.
  func requireWritableStore() throws -> Store {
    guard options.commit == nil else {
      throw BookError(.store, "the book was opened as of a commit; the past cannot be changed")
    }
    return try requireStore()
  }

  /// Reads from the store; `nil` without one.
  ///
  /// A store that cannot be read gives nothing, as the API has no other answer here.
  func read<R>(_ body: (borrowing Snapshot) throws -> R) -> R? {
    guard let store else { return nil }
    guard let commit = options.commit else {
      return try? store.read { (snapshot: borrowing Snapshot) in
        seenCommit = snapshot.commit
        return try body(snapshot)
      }
    }
    return try? store.read(asOf: .commit(commit)) { (snapshot: borrowing Snapshot) in
      try body(snapshot)
    }
  }

  /// A record as it is in the store now; `nil` where there is none or it was removed.
  func stored(_ id: RecordID) -> Record? {
    read { (snapshot: borrowing Snapshot) -> Record? in
      if let found = recent[id], found.commit == snapshot.commit { return found.record }
      let record = try snapshot.record(id)
      if recent.count >= recentLimit { recent.removeAll(keepingCapacity: true) }
      recent[id] = (snapshot.commit, record)
      return record
    } ?? nil
  }

  /// Whether a record is there and not about to be removed.
  func exists(_ id: RecordID) -> Bool {
    if removed.contains(id) { return false }
    return id == .localSource ? store != nil : stored(id) != nil
  }
}

// MARK: - Records

extension Book {
  /// The one object of a saved record in this book.
  func object(_ id: RecordID) -> RecordObject {
    if let object = known[id] { return object }
    let object = RecordObject(id.kind, id: id, book: self)
    // Without its handle the book would keep itself alive through what it keeps.
    if handle != nil { known[id] = object }
    return object
  }

  /// The object of a saved record; `nil` where there is none, or none any more.
  func find(_ kind: RecordKind, _ number: Int32) -> RecordObject? {
    let id = RecordID(kind, number)
    guard number >= 0, exists(id) else { return nil }
    return object(id)
  }

  /// How many records of a kind there are.
  func count(_ kind: RecordKind) -> Int {
    let gone = removed.filter { $0.kind == kind && stored($0) != nil }.count
    return (read { (snapshot: borrowing Snapshot) in try snapshot.count(kind) } ?? 0) - gone
  }

  /// All records of a kind, or those of a source; sorted, or in order of number.
  func all(
    _ kind: RecordKind, in source: RecordObject? = nil, order: NameOrder? = nil
  ) -> [RecordObject] {
    guard source == nil || source?.kind == .source else { return [] }
    if kind == .source { return sources }
    let locale = order == nil ? "root" : NameSorting.preferences(of: self).locale
    let ids =
      read { (snapshot: borrowing Snapshot) -> [RecordID] in
        var ids = try snapshot.list(kind, order: order ?? .lastName, locale: locale).records
        if let number = source?.id?.number, try number != 0 || hasOtherSources(snapshot) {
          ids = try ids.filter { try snapshot.record($0)?.source == number }
        }
        return ids
      } ?? []
    let kept = removed.isEmpty ? ids : ids.filter { !removed.contains($0) }
    guard let order else { return kept.sorted().map(object) }
    return resorted(kept.map(object), order)
  }

  private func hasOtherSources(_ snapshot: borrowing Snapshot) throws -> Bool {
    try snapshot.count(.source) > 0
  }

  /// Records in the store's order, with those put right whose names are edited.
  private func resorted(_ records: [RecordObject], _ order: NameOrder) -> [RecordObject] {
    let isEdited = { (record: RecordObject) in
      record.pending.keys.contains { Property.addressBookNames.contains($0) || $0 == .name }
    }
    guard edited.values.contains(where: isEdited) else { return records }
    return sorted(records, order)
  }

  /// Records in order of their names.
  func sorted(_ records: [RecordObject], _ order: NameOrder) -> [RecordObject] {
    let keyed = records.map { ($0, NameSorting.key(of: $0, order)) }
    return keyed.sorted { a, b in
      a.1 == b.1
        ? (a.0.id?.number ?? 0) < (b.0.id?.number ?? 0) : a.1.lexicographicallyPrecedes(b.1)
    }.map(\.0)
  }

  private var sources: [RecordObject] {
    guard store != nil else { return [object(.localSource)] }
    let ids =
      read { (snapshot: borrowing Snapshot) -> [RecordID] in
        var ids: [RecordID] = []
        try snapshot.forEachRecord(.source) { record in
          ids.append(record.id)
          return true
        }
        return ids
      } ?? []
    return ([.localSource] + ids.filter { $0 != .localSource }).map(object)
  }

  /// The people whose names have a word beginning with each word of a text, by name.
  func people(named name: String) -> [RecordObject] {
    let ids =
      read { (snapshot: borrowing Snapshot) in
        try snapshot.find(name: name).filter { $0.kind == .person }
      } ?? []
    let found = ids.filter { !removed.contains($0) }
    let preferences = NameSorting.preferences(of: self)
    // For many it is cheaper to take them out of the sorted list than to read each and make its key.
    guard found.count > 200, found.count > count(.person) / 25 else {
      return sorted(found.map(object), preferences.order)
    }
    let wanted = Set(found)
    let ordered =
      read { (snapshot: borrowing Snapshot) in
        try snapshot.list(.person, order: preferences.order, locale: preferences.locale).records
          .filter(wanted.contains)
      } ?? []
    return resorted(ordered.map(object), preferences.order)
  }

  /// The people that a query finds, the best first.
  ///
  /// - Throws: ``BookError`` that says where the text is no query, or without access.
  func people(matching text: String, limit: Int) throws -> [RecordObject] {
    let query: Query
    do throws(QueryError) {
      query = try Query(parsing: text)
    } catch {
      throw BookError(.store, "this is no query: \(error)")
    }
    var options = SearchOptions()
    #if canImport(PhoneNumbers)
      options.phones = NumberingPlans()
    #endif
    let store = try requireStore()
    func search(_ snapshot: borrowing Snapshot) throws -> [RecordID] {
      var ids: [RecordID] = []
      try snapshot.forEachMatch(of: query, options: options) { match in
        if match.record.kind == .person, !removed.contains(match.record) {
          ids.append(match.record)
        }
        return ids.count < limit
      }
      return ids
    }
    if let commit = self.options.commit {
      return try store.read(asOf: .commit(commit), search).map(object)
    }
    return try store.read(search).map(object)
  }
}
