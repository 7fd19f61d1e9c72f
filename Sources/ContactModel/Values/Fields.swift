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
    public internal(set) var value: String
  }

  /// The pairs, in order of key.
  public private(set) var pairs: [Pair] = []

  /// A map without pairs.
  public init() {}

  /// A map of these pairs; of equal keys the last one counts, empty values are kept.
  public init(_ pairs: [(String, String)]) {
    for (key, value) in pairs { self[key] = value }
  }

  /// The value under `key`; setting `nil` removes it.
  public subscript(key: String) -> String? {
    get { pairs.first { $0.key.hasSameBytes(as: key) }?.value }
    set {
      let index = pairs.firstIndex { !Self.precedes($0.key, key) } ?? pairs.count
      let found = index < pairs.count && pairs[index].key.hasSameBytes(as: key)
      switch (newValue, found) {
      case (let value?, true): pairs[index].value = value
      case (let value?, false): pairs.insert(Pair(key: key, value: value), at: index)
      case (nil, true): pairs.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Whether there is no pair.
  public var isEmpty: Bool { pairs.isEmpty }

  /// The order of keys in deterministic CBOR (RFC 8949 section 4.2.1).
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (m, n) = (a.utf8.count, b.utf8.count)
    return m == n ? a.utf8.lexicographicallyPrecedes(b.utf8) : m < n
  }

  /// Makes room for so many pairs.
  public mutating func reserveCapacity(_ count: Int) { pairs.reserveCapacity(count) }

  /// Appends a pair that is known to follow all others.
  public mutating func appendInOrder(_ key: String, _ value: String) {
    pairs.append(Pair(key: key, value: value))
  }
}

extension Fields: Hashable {
  /// Equal UTF-8 bytes of keys and values.
  public static func == (a: Fields, b: Fields) -> Bool {
    a.pairs.count == b.pairs.count
      && zip(a.pairs, b.pairs).allSatisfy {
        $0.key.hasSameBytes(as: $1.key) && $0.value.hasSameBytes(as: $1.value)
      }
  }

  /// Hashes the keys' and values' bytes.
  public func hash(into hasher: inout Hasher) {
    for pair in pairs {
      pair.key.hashBytes(into: &hasher)
      pair.value.hashBytes(into: &hasher)
    }
  }
}

extension Fields: ExpressibleByDictionaryLiteral {
  /// A map written as a literal.
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}
