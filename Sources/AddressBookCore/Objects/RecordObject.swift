internal import ContactModel
internal import Foundation

/// A person, a group or a source as a program holds it.
///
/// Light: values are read from the store when they are asked for. What is set is pending here until
/// the book is saved; a record that is in no book has all its values here.
final class RecordObject: NSObject {
  // First: CoreFoundation reads it, see RuntimeType.
  private let cfinfo: UInt64 = RuntimeType.record.info

  let kind: RecordKind
  /// The name in the store; `nil` before the first save.
  var id: RecordID?
  /// The book that the record is in, or that it shall be added to.
  var book: Book?
  /// The source the record was created for; `nil`: the default one.
  var source: RecordObject?
  /// What is set and not saved.
  var pending: [Property: Content] = [:]
  /// Creation and modification date as a program set them: shown until the next save.
  var dates: [Int32: AnyObject] = [:]
  /// The key by which the record is sorted, and what it was made from.
  var sortKey: SortKey?

  /// A key for comparing names.
  struct SortKey {
    let commit: UInt64
    let ordering: UInt32
    let locale: String
    let bytes: [UInt8]
  }

  init(_ kind: RecordKind, id: RecordID? = nil, book: Book? = nil) {
    self.kind = kind
    self.id = id
    self.book = book
  }

  /// Whether the record waits for its first save.
  var isAdded: Bool { id == nil && book != nil }

  override var description: String {
    let name =
      switch kind {
      case .person: "ABPerson"
      case .group: "ABGroup"
      case .source: "ABSource"
      }
    return "<\(name) \(id.map { String($0.number) } ?? "unsaved")>"
  }
}

/// What a property holds before it is saved.
enum Content: Hashable {
  /// Nothing: cleared.
  case empty
  /// A single value.
  case single(Value)
  /// Labelled values.
  case list(ListContent)
  /// A photo.
  case image([UInt8], mediaType: String)
}

/// The entries of a multi-value as they shall be stored.
struct ListContent: Hashable {
  /// A labelled value.
  struct Entry: Hashable {
    var identifier: Int32
    var label: Label?
    var value: Value
  }

  var entries: [Entry] = []
  var nextIdentifier: Int32 = 0

  /// Equal entries: what the next one would be called is nobody's wish.
  static func == (a: ListContent, b: ListContent) -> Bool { a.entries == b.entries }

  func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
