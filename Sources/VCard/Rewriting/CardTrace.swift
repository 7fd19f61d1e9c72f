import ContactModel

/// Something of a card that a line of its file says.
enum LineClaim: Hashable {
  case value(Property)
  case entry(Property, Int)
  case formattedName, kind, uid, photo
  case category(String)
  case member(String)
  /// A line kept whole, by number; labels and country codes are among them.
  case kept(Int)

  /// The number of the line, when it was kept whole.
  var keptNumber: Int? { if case .kept(let number) = self { number } else { nil } }
}

/// What became of a line kept whole.
struct KeptLine {
  /// An entry of a list.
  struct Entry: Hashable {
    let property: Property
    let index: Int

    init(_ property: Property, _ index: Int) {
      self.property = property
      self.index = index
    }
  }

  /// Its place among the unknown lines; `nil` when all that it says is said by entries.
  var place: Int?
  /// The entries whose label, or country code, it is.
  var entries: Set<Entry> = []
}

/// A content line of a card, and what it says.
struct TracedLine {
  /// All its bytes, folds included, without the last line end.
  let source: Range<Int>
  /// What stands before the colon.
  let head: LineHeadText
  /// The value, unfolded, in UTF-8, its backslashes kept; empty when it is base64.
  let value: String
  /// What it says.
  let claims: Set<LineClaim>
  /// What became of it when it was kept whole.
  var kept: KeptLine?
  /// Whether its charset had to be guessed.
  let isGuessed: Bool
  /// Where in ``source`` the octets of a photo stand.
  var photo: Range<Int>?

  /// Whether the model does not know the line.
  var isUnknown: Bool { kept?.place != nil }
}

/// How a card's values and its lines belong together.
struct CardTrace {
  /// The lines in order, without the card's frame.
  var lines: [TracedLine] = []
  /// What `VERSION` says, or what the lines look like.
  var version = VCardVersion.v3
  /// Where the line that ends the card starts; `nil` when there is none.
  var end: Int?
}
