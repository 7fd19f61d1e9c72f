import ContactModel

/// Finds the items of a list again: a hash table of places, while the list itself has the items.
///
/// It takes a few bytes an item. A dictionary would keep each item once more, and a card may be made
/// of nothing but short items.
struct PlaceTable {
  /// One more than a place, or 0.
  private var slots: [Int32] = []
  private var count = 0

  /// The place of an item of this hash for which `isSame` holds.
  func place(_ hash: Int, where isSame: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    let place = slots[slot(hash, where: isSame)]
    return place == 0 ? nil : Int(place) - 1
  }

  /// Sets the place of the item of this hash for which `isSame` holds, or adds it.
  ///
  /// - Parameter hashAt: The hash of the item at a place, asked when the table grows.
  mutating func set(
    _ place: Int, _ hash: Int, where isSame: (Int) -> Bool, hashAt: (Int) -> Int
  ) {
    if count * 4 >= slots.count * 3 { grow(hashAt) }
    let slot = slot(hash, where: isSame)
    if slots[slot] == 0 { count += 1 }
    slots[slot] = Int32(clamping: place + 1)
  }

  /// The slot of an item, or the free one where it belongs.
  private func slot(_ hash: Int, where isSame: (Int) -> Bool) -> Int {
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0, !isSame(Int(slots[slot]) - 1) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow(_ hashAt: (Int) -> Int) {
    let old = slots
    slots = Array(repeating: 0, count: max(16, old.count * 2))
    for place in old where place != 0 {
      slots[slot(hashAt(Int(place) - 1)) { _ in false }] = place
    }
  }
}

extension PlaceTable {
  /// Takes in a text that is to stand behind all others of a list; `false` when an equal one does
  /// already.
  ///
  /// - Parameter count: How many of the list's texts are in the table; all of them, where not given.
  mutating func add(_ text: String, to list: [String], _ count: Int? = nil) -> Bool {
    let hash = Self.hash(text)
    if place(hash, where: { list[$0].hasSameBytes(as: text) }) != nil { return false }
    // Known to be new: it is equal to none.
    set(count ?? list.count, hash, where: { _ in false }, hashAt: { Self.hash(list[$0]) })
    return true
  }

  private static func hash(_ text: String) -> Int {
    var hasher = Hasher()
    text.hashBytes(into: &hasher)
    return hasher.finalize()
  }
}

/// The accounts of a card that wait for their second line, the oldest of equal ones first.
///
/// Each is named by its place in the list of entries.
struct WaitingAccounts {
  /// The last waiting place of equal accounts, or one of them where none waits.
  private var table = PlaceTable()
  /// The next waiting place of an equal account, the first one behind the last; -1: none waits.
  private var next: [Int32] = []

  /// Lets the account at a place wait.
  ///
  /// - Parameters:
  ///   - isSame: Whether the account at another place is equal.
  ///   - hashAt: The hash of the account at a place.
  mutating func append(_ place: Int, where isSame: (Int) -> Bool, hashAt: (Int) -> Int) {
    while next.count <= place { next.append(-1) }
    let hash = hashAt(place)
    next[place] = Int32(clamping: place)
    if let last = table.place(hash, where: isSame), next[last] >= 0 {
      next[place] = next[last]
      next[last] = Int32(clamping: place)
    }
    table.set(place, hash, where: isSame, hashAt: hashAt)
  }

  /// The place of the first waiting account of this hash for which `isSame` holds; it waits no more.
  mutating func take(_ hash: Int, where isSame: (Int) -> Bool) -> Int? {
    guard let last = table.place(hash, where: isSame), next[last] >= 0 else { return nil }
    let first = Int(next[last])
    next[last] = first == last ? -1 : next[first]
    return first
  }
}
