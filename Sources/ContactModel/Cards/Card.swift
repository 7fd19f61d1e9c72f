/// What one contact card says, in the model's terms: the form between a card file and a record.
///
/// A parser of card files makes it, an importer merges it into a record, an exporter makes it of
/// a record, and a printer writes it. Nothing here knows a file format or a store.
public struct Card: Sendable, Hashable {
  /// A labelled value of a multivalue property.
  public struct Entry: Sendable {
    /// The value: text, fields or a date, as the property wants it.
    public var value: Value
    // The label in two parts, which fit around the value: a card may be made of nothing but entries,
    // and each is a sixth smaller so.
    private var usualLabel: UInt8 = 0
    /// Whether the card prefers this entry to others of the property.
    public var isPreferred: Bool
    private var ownLabel: String?

    /// An entry of a card.
    public init(label: Label? = nil, value: Value, isPreferred: Bool = false) {
      self.value = value
      self.isPreferred = isPreferred
      self.label = label
    }

    /// What the entry is for.
    public var label: Label? {
      get {
        Label.Standard(rawValue: usualLabel).map { .standard($0) } ?? ownLabel.map { .custom($0) }
      }
      set {
        (usualLabel, ownLabel) = (0, nil)
        switch newValue {
        case .standard(let usual)?: usualLabel = usual.rawValue
        case .custom(let own)?: ownLabel = own
        case nil: break
        }
      }
    }
  }

  /// A photo inside a card.
  public enum Photo: Sendable, Hashable {
    /// The decoded bytes, and where their encoded form stands in the card's source.
    case data([UInt8], mediaType: String, source: Range<Int>)
    /// Bytes that the store has already.
    case reference(BlobReference)
  }

  /// A person or a group.
  public var kind: RecordKind
  /// The card's identifier as written, prefix included.
  public var uid: String?
  /// Single values by property.
  public var values = PropertyMap<Value>()
  /// Lists by property, in the card's order.
  ///
  /// Unknown content lines stand under ``Property/extra``, whole, unfolded, with their group.
  public var entries = PropertyMap<[Entry]>()
  /// The photo, when it is inside the card or in the store.
  ///
  /// A web address stands under extra.
  public var photo: Photo?
  /// Names of groups the person is in (`CATEGORIES`).
  public var categories: [String] = []
  /// Identifiers of the members of a group, each once, in the card's order.
  public var members: [String] = []

  /// A card that says nothing yet.
  public init(kind: RecordKind = .person, uid: String? = nil) {
    self.kind = kind
    self.uid = uid
  }
}

extension Card.Entry: Hashable {
  /// Equal bytes of value and label.
  public static func == (a: Self, b: Self) -> Bool {
    a.value == b.value && a.label == b.label && a.isPreferred == b.isPreferred
  }

  /// Hashes the value's and the label's bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(label)
    hasher.combine(isPreferred)
  }
}

extension Card {
  /// The text under a single-valued property.
  public func text(_ property: Property) -> String? { values[property]?.text }

  /// Sets or clears a text; the empty text clears.
  public mutating func set(_ property: Property, _ text: String?) {
    values[property] = text.flatMap { $0.isEmpty ? nil : .text($0) }
  }

  /// Appends an entry to a list.
  public mutating func add(_ property: Property, _ entry: Entry) {
    entries[property, default: []].append(entry)
  }
}
