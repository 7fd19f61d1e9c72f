/// Random numbers that are the same in each run: splitmix64.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Random bytes, of a random number up to a limit.
  public mutating func bytes(upTo limit: Int) -> [UInt8] {
    (0..<Int.random(in: 0...limit, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self)
    }
  }
}
