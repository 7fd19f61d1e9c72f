internal import ContactModel
internal import Foundation

extension RecordObject {
  /// What is stored; `nil` for a record that was never saved, or is gone.
  var stored: Record? {
    guard let id, let book else { return nil }
    return book.stored(id)
  }

  /// What a property holds, with what is pending; `nil`: nothing.
  func content(_ property: Property) -> Content? {
    if let content = pending[property] { return content == .empty ? nil : content }
    return storedContent(property)
  }

  /// What a property holds in the store.
  func storedContent(_ property: Property) -> Content? {
    guard let record = stored else { return nil }
    if property.shape == .multi {
      guard let list = ListContent(record.list(property)), !list.entries.isEmpty else { return nil }
      return .list(list)
    }
    return record[property].map { .single($0) }
  }

  /// The text of a property.
  func text(_ property: Property) -> String? { NameParts(self).text(property) }

  // MARK: Reading

  /// The object that shows what a property holds.
  func object(of id: Int32) -> AnyObject? {
    guard let property = APIProperty.find(id, kind) else { return nil }
    guard let stored = property.property else { return date(id) }
    switch content(stored) {
    case .single(let value): return Conversion.object(value, stored)
    case .list(let list): return Conversion.multiValue(list, stored)
    case .image, .empty: return nil
    case nil: return fallback(stored)
    }
  }

  /// What a property reads that holds nothing.
  private func fallback(_ property: Property) -> AnyObject? {
    switch property {
    case .personKind where id == nil || stored != nil: CF.integer(0)
    case .sourceType where self.id == .localSource || stored != nil: CF.integer(0)
    default: nil
    }
  }

  /// Creation or modification date, in whole seconds.
  private func date(_ id: Int32) -> AnyObject? {
    if let date = dates[id] { return date }
    guard let record = stored else { return nil }
    let time = id == APIProperty.creationDate ? record.created : record.modified
    // Both count from another day: 1970 and 2001.
    return CF.date((Double(time) / 1_000_000).rounded(.down) - 978_307_200)
  }

  // MARK: Writing

  /// Sets what a property holds; `nil` clears it.
  ///
  /// - Throws: ``BookError`` for what cannot be set.
  func set(_ id: Int32, to object: AnyObject?) throws {
    guard let property = APIProperty.find(id, kind) else {
      throw BookError(.store, "a record of this type has no property \(id)")
    }
    try checkWritable()
    guard let target = property.property else {
      // Shown until the save, which sets both by itself.
      if dates.isEmpty { book?.dated.append(self) }
      dates[id] = object.map(CF.copy)
      return
    }
    guard let object else { return put(.empty, target) }
    if property.isMulti {
      guard let multiValue = object as? MultiValueObject else {
        throw BookError(.store, "property \(id) takes a multi-value")
      }
      var known: ListContent?
      if case .list(let list)? = content(target) { known = list }
      guard let list = Conversion.list(multiValue, target, known: known) else {
        throw BookError(.store, "property \(id) has a value that cannot be stored")
      }
      return put(list.entries.isEmpty ? .empty : .list(list), target)
    }
    var known: Value?
    if case .single(let value)? = content(target) { known = value }
    guard let value = Conversion.value(object, target, known: known) else {
      throw BookError(.store, "property \(id) has a value that cannot be stored")
    }
    put(.single(value), target)
  }

  /// Refuses changes of sources, of records in read-only sources, and without access.
  func checkWritable() throws {
    guard kind != .source else {
      throw BookError(.store, "sources cannot be changed through this interface")
    }
    if let book, id != nil {
      _ = try book.requireWritableStore()
      if book.isReadOnly(sourceNumber) {
        throw BookError(.store, "the record's source is read only")
      }
    } else if let source, let book = source.book, let number = source.id?.number,
      book.isReadOnly(number)
    {
      throw BookError(.store, "the record's source is read only")
    }
  }

  /// The number of the record's source; 0: the local one.
  var sourceNumber: Int32 { stored?.source ?? source?.id?.number ?? 0 }

  /// Makes content pending, unless it is what the store has already.
  func put(_ content: Content, _ property: Property) {
    sortKey = nil
    guard let book, id != nil else {
      pending[property] = content
      return
    }
    let stored = storedContent(property)
    if stored == content || stored == nil && content == .empty {
      pending[property] = nil
    } else {
      pending[property] = content
    }
    book.note(self)
  }
}

extension Book {
  /// Takes a saved record in among those with something pending, or out.
  func note(_ record: RecordObject) {
    guard let id = record.id else { return }
    if record.pending.isEmpty {
      edited[id] = nil
    } else if handle != nil {
      edited[id] = record
    }
  }

  /// Whether a source takes no changes: the directories that are only searched.
  func isReadOnly(_ source: Int32) -> Bool { sourceType(source) & 0x0100_0000 != 0 }

  /// The type of a source.
  func sourceType(_ source: Int32) -> Int64 {
    source == 0 ? 0 : stored(.source(source))?[.sourceType]?.integer ?? 0
  }
}
