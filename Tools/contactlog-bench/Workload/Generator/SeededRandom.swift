/// Numbers that are the same on every machine for the same seed (splitmix64).
struct SeededRandom {
  private var state: UInt64

  /// An independent stream for one thing of one kind.
  init(seed: UInt64, kind: UInt64, index: UInt64) {
    state = Self.mix(seed &* 0x9E37_79B9_7F4A_7C15 &+ kind) ^ Self.mix(index &+ 0x0123_4567)
  }

  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed ^= mixed >> 30
    mixed &*= 0xBF58_476D_1CE4_E5B9
    mixed ^= mixed >> 27
    mixed &*= 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number from 0 to below `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

  /// True in this many of a hundred cases.
  mutating func percent(_ share: Int) -> Bool { below(100) < share }

  /// One of the elements.
  mutating func pick<T>(_ elements: [T]) -> T { elements[below(elements.count)] }

  /// One of the first elements more often than one of the last.
  mutating func pickEarly<T>(_ elements: [T]) -> T {
    elements[min(below(elements.count), below(elements.count))]
  }

  mutating func key() -> Operation.Key { Operation.Key(high: next(), low: next()) }
}
