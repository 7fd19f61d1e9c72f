import ContactModel

/// Which entries of a list are those that it had before.
///
/// An entry is the same when label and value are; else the value under another label, or another
/// value under the label. Whatever is left was removed or is new.
struct EntryMatching {
  /// For each entry of now its place before; `nil` for a new one.
  private(set) var before: [Int?]
  /// The places of the entries that are no longer there.
  private(set) var removed: [Int] = []

  /// Compares a list with what it was.
  ///
  /// - Complexity: Linear in the number of entries.
  init(from old: [Card.Entry], to new: [Card.Entry]) {
    before = Array(repeating: nil, count: new.count)
    var isTaken = Array(repeating: false, count: old.count)
    match(old, new, &isTaken) { Both(label: $0.label, value: $0.value) }
    match(old, new, &isTaken) { $0.value }
    match(old, new, &isTaken) { $0.label }
    removed = old.indices.filter { !isTaken[$0] }
  }

  private struct Both: Hashable {
    let label: Label?
    let value: Value
  }

  private mutating func match(
    _ old: [Card.Entry], _ new: [Card.Entry], _ isTaken: inout [Bool],
    by key: (Card.Entry) -> some Hashable
  ) {
    var open = Dictionary(grouping: old.indices.reversed().filter { !isTaken[$0] }) { key(old[$0]) }
    for index in new.indices where before[index] == nil {
      guard let place = open[key(new[index])]?.popLast() else { continue }
      before[index] = place
      isTaken[place] = true
    }
  }

  /// Whether the entries that were there before stand in the order they had.
  var isInOrder: Bool {
    let places = before.compactMap { $0 }
    return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }
}
