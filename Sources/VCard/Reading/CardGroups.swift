import ContactModel

/// Which lines of a card stand in groups, and what others of their group say about them.
///
/// Short lines may be all that a card has: what is kept of each is a few bytes.
struct CardGroups {
  /// An entry whose line stands in a group.
  struct Member {
    let group: UInt64
    let property: Property
    fileprivate let place: Int32
    /// What the group of this entry, the first of it, was told already.
    fileprivate var told: UInt8 = 0

    /// The entry's place in its list.
    var index: Int { Int(place) }
  }

  /// A line that says something about its group: a label, or a country code.
  struct Statement {
    enum Kind: UInt8 {
      case label = 1
      case countryCode = 2
    }
    let group: UInt64?
    let meaning: String
    fileprivate let place: Int32
    let kind: Kind

    /// The line's place among those kept whole.
    var line: Int { Int(place) }

    init(_ kind: Kind, group: UInt64?, meaning: String, line: Int) {
      self.group = group
      self.meaning = meaning
      place = Int32(clamping: line)
      self.kind = kind
    }
  }

  private var members: [Member] = []
  /// The groups of lines kept whole that say nothing about their group.
  private var ofPlainLines: [UInt64] = []
  private(set) var statements: [Statement] = []

  /// Takes in an entry that a line of a group says.
  mutating func add(_ group: UInt64, _ property: Property, _ index: Int) {
    members.append(Member(group: group, property: property, place: Int32(clamping: index)))
  }

  /// Takes in a line kept whole.
  mutating func addPlainLine(_ group: UInt64) {
    if ofPlainLines.last != group { ofPlainLines.append(group) }
  }

  mutating func add(_ statement: Statement) { statements.append(statement) }

  /// Brings what is in groups into an order in which it can be found.
  mutating func sort() {
    // Equal groups keep the order of their lines: lists grow, and properties are told apart.
    members.sort {
      ($0.group, $0.property.rawValue, $0.place) < ($1.group, $1.property.rawValue, $1.place)
    }
    ofPlainLines.sort()
  }

  /// The entries of the statement's group, where it is the first of its kind to tell them.
  mutating func told(by statement: Statement) -> ArraySlice<Member> {
    guard let group = statement.group else { return [] }
    let start = Self.place(of: group, in: members, \.group)
    guard start < members.count, members[start].group == group,
      members[start].told & statement.kind.rawValue == 0
    else { return [] }
    members[start].told |= statement.kind.rawValue
    var end = start
    while end < members.count, members[end].group == group { end += 1 }
    return members[start..<end]
  }

  /// Whether a line kept whole, which may need a label of its own, stands in the statement's group.
  func hasPlainLine(_ statement: Statement) -> Bool {
    guard let group = statement.group else { return false }
    let place = Self.place(of: group, in: ofPlainLines, \.self)
    return place < ofPlainLines.count && ofPlainLines[place] == group
  }

  /// The first place at which a sorted list has the group, or where it would belong.
  private static func place<Item>(
    of group: UInt64, in items: [Item], _ key: (Item) -> UInt64
  ) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if key(items[middle]) < group { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
