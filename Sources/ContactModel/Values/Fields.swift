/// Named texts, such as the parts of a postal address: an open map that keeps unknown keys.
///
/// Kept in order of key (shorter keys first, then by UTF-8 bytes), so that equal maps have equal
/// bytes.
public struct Fields: Sendable {
  /// A named text.
  public struct Pair: Sendable {
    /// The name.
    public let key: String
    /// The text.
    public let value: String
  }

  // Two arrays, so that values of one form, such as the addresses of a card, share the first.
  private var keys: [String] = []
  private var values: [String] = []

  /// The pairs, in order of key.
  public var pairs: [Pair] { zip(keys, values).map { Pair(key: $0, value: $1) } }

  /// A map without pairs.
  public init() {}

  /// A map of these pairs; of equal keys the last one counts, empty values are kept.
  public init(_ pairs: [(String, String)]) {
    for (key, value) in pairs { self[key] = value }
  }

  /// A map of keys that are known to be in order, with as many values.
  ///
  /// The array of keys is shared, not copied.
  public init(inOrder keys: [String], _ values: [String]) {
    self.keys = keys
    self.values = values
  }

  /// The value under `key`; setting `nil` removes it.
  public subscript(key: String) -> String? {
    get { keys.firstIndex { $0.hasSameBytes(as: key) }.map { values[$0] } }
    set {
      let index = keys.firstIndex { !Self.precedes($0, key) } ?? keys.count
      let found = index < keys.count && keys[index].hasSameBytes(as: key)
      switch (newValue, found) {
      case (let value?, true): values[index] = value
      case (let value?, false):
        keys.insert(key, at: index)
        values.insert(value, at: index)
      case (nil, true):
        keys.remove(at: index)
        values.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Whether there is no pair.
  public var isEmpty: Bool { keys.isEmpty }

  /// How many pairs there are.
  public var count: Int { keys.count }

  /// The order of keys in deterministic CBOR (RFC 8949 section 4.2.1).
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (m, n) = (a.utf8.count, b.utf8.count)
    return m == n ? a.utf8.lexicographicallyPrecedes(b.utf8) : m < n
  }

  /// Appends a pair that is known to follow all others.
  public mutating func appendInOrder(_ key: String, _ value: String) {
    keys.append(key)
    values.append(value)
  }
}

extension Fields: Hashable {
  /// Equal UTF-8 bytes of keys and values.
  public static func == (a: Fields, b: Fields) -> Bool {
    a.keys.count == b.keys.count
      && zip(a.keys, b.keys).allSatisfy { $0.hasSameBytes(as: $1) }
      && zip(a.values, b.values).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  /// Hashes the keys' and values' bytes.
  public func hash(into hasher: inout Hasher) {
    for (key, value) in zip(keys, values) {
      key.hashBytes(into: &hasher)
      value.hashBytes(into: &hasher)
    }
  }
}

extension Fields: ExpressibleByDictionaryLiteral {
  /// A map written as a literal.
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}
