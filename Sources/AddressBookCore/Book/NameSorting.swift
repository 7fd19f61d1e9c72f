internal import ContactLog
internal import ContactModel
internal import FileSystem
internal import Synchronization

/// By what people are sorted, and how the user likes names.
enum NameSorting {
  /// What the user likes.
  struct Preferences {
    var order = NameOrder.lastName
    var lastNameFirst = false
    /// Whose order of letters.
    var locale = "root"

    init() {}

    init(_ settings: Settings) {
      order = settings.nameOrder
      lastNameFirst = settings.lastNameFirst
      locale = settings.locales.first ?? "root"
    }
  }

  /// The comparers of the locales that were asked for.
  private static let comparers = Mutex<[String: NameComparer]>([:])
  /// The user's own settings, and until when they are good: opening a store for each name is dear.
  private static let usual = Mutex<(preferences: Preferences, until: Int64)>((Preferences(), 0))
  private static let second: Int64 = 1_000_000_000

  /// What the user likes: the settings of the book's store, else of the user's own store.
  static func preferences(of book: Book?) -> Preferences {
    let now = Clock.monotonicNanoseconds()
    if let book, let store = book.store {
      if let known = book.preferences, now < known.until { return known.0 }
      let preferences = (try? store.settings()).map(Preferences.init) ?? Preferences()
      book.preferences = (preferences, now + second)
      return preferences
    }
    return usual.withLock { usual in
      if now >= usual.until {
        let settings = try? Book(Book.Options()).store?.settings()
        usual = (settings.map(Preferences.init) ?? Preferences(), now + second)
      }
      return usual.preferences
    }
  }

  /// The order that the user likes.
  static var preferred: NameOrder { preferences(of: nil).order }

  /// The key that sorts a record; keys compare byte by byte.
  static func key(of record: RecordObject, _ order: NameOrder) -> [UInt8] {
    let commit = record.id == nil ? 0 : record.book?.seenCommit ?? 0
    let ordering: UInt32 = order == .firstName ? 0 : 1
    let locale = preferences(of: record.book).locale
    if let key = record.sortKey, key.commit == commit, key.ordering == ordering,
      key.locale == locale
    {
      return key.bytes
    }
    let comparer = comparers.withLock { comparers in
      let comparer = comparers[locale] ?? NameComparer(locale: locale)
      comparers[locale] = comparer
      return comparer
    }
    let bytes = comparer.key(of: record.folded, order)
    record.sortKey = .init(
      commit: record.id == nil ? 0 : record.book?.seenCommit ?? 0, ordering: ordering,
      locale: locale, bytes: bytes)
    return bytes
  }
}

extension NameOrder {
  /// The order that a constant of the API names.
  init(_ ordering: UInt32) { self = ordering == 0 ? .firstName : .lastName }
}

extension RecordObject {
  /// The record with what is pending, as the store would have it.
  var folded: Record {
    var record: Record
    if let stored {
      if pending.isEmpty { return stored }
      record = stored
    } else {
      record = Record(id: RecordID(kind, -1))
      record.apply(
        Event(.created(uid: "", source: 0), of: record.id), at: .provisional(.existence, 0),
        time: 0)
    }
    for (property, content) in pending {
      for (position, change) in content.changes(property, of: record) {
        record.apply(Event(change, of: record.id), at: position, time: record.modified)
      }
    }
    return record
  }
}

extension Content {
  /// Changes that make a record's property hold this content, with positions to look at only.
  fileprivate func changes(_ property: Property, of record: Record) -> [(Position, Change)] {
    let position = Position.provisional(.existence, 0)
    switch self {
    case .empty where property.shape == .single: return [(position, .valueCleared(property))]
    case .empty: return removals(property, of: record)
    case .single(let value): return [(position, .valueSet(property, value))]
    case .image: return []
    case .list(let list):
      var after: Position = record.list(property)?.entries.last?.position ?? 0
      var changes = removals(property, of: record)
      for (index, entry) in list.entries.enumerated() {
        // Identifiers of its own: removed entries have theirs still.
        let identifier = Int32(1 << 20) + Int32(index)
        let position = Position.provisional(property, identifier)
        let change = Change.entryAdded(
          property, identifier: identifier, after: after, label: entry.label, value: entry.value)
        changes.append((position, change))
        after = position
      }
      return changes
    }
  }

  private func removals(_ property: Property, of record: Record) -> [(Position, Change)] {
    record.entries(property).map {
      (.provisional(.existence, 0), .entryRemoved(property, entry: $0.position))
    }
  }
}
