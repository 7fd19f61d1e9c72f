internal import CoreFoundation
internal import Foundation

/// Values of one property, each with a label and an identifier.
final class MultiValueObject: NSObject {
  // First: CoreFoundation reads it, see RuntimeType.
  private let cfinfo: UInt64 = RuntimeType.multiValue.info

  /// A labelled value.
  struct Entry {
    /// Unique in the multi-value; never given twice.
    var identifier: Int32
    /// The label as it was given; `nil`: none.
    var label: String?
    /// A copy of the value that nobody changes.
    var value: AnyObject
  }

  /// The type of the values, without the bit for multi-values.
  let type: UInt32
  /// Whether entries can be edited; not in what comes out of a record.
  let isMutable: Bool
  var entries: [Entry]
  /// What the next entry is called.
  var nextIdentifier: Int32

  init(type: UInt32, isMutable: Bool, entries: [Entry] = [], nextIdentifier: Int32 = 0) {
    self.type = type
    self.isMutable = isMutable
    self.entries = entries
    self.nextIdentifier = nextIdentifier
  }

  override var description: String {
    "<ABMultiValue \(entries.count) entries\(isMutable ? ", mutable" : "")>"
  }

  /// Where an entry stands; `nil` for an index that is none.
  func entry(at index: Int) -> Entry? { entries.indices.contains(index) ? entries[index] : nil }

  /// Puts an entry in and returns its identifier; `nil` where that cannot be.
  func insert(_ value: AnyObject?, label: String?, at index: Int) -> Int32? {
    guard isMutable, let value, (0...entries.count).contains(index), nextIdentifier < .max else {
      return nil
    }
    let identifier = nextIdentifier
    nextIdentifier += 1
    entries.insert(
      Entry(identifier: identifier, label: label, value: CF.copy(value)), at: index)
    return identifier
  }
}
