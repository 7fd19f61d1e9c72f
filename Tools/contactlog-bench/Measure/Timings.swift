/// Durations of one repeated piece of work.
struct Timings {
  private(set) var seconds: [Double] = []

  /// Runs `body` and keeps how long it took.
  mutating func measure<R>(_ body: () throws -> R) rethrows -> R {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    add(clock.now - start)
    return result
  }

  mutating func add(_ duration: Duration) {
    let (whole, attoseconds) = duration.components
    seconds.append(Double(whole) + Double(attoseconds) / 1e18)
  }

  mutating func add(contentsOf other: Timings) { seconds += other.seconds }

  var count: Int { seconds.count }
  var total: Double { seconds.reduce(0, +) }
  var median: Double { percentile(50) }
  var minimum: Double { seconds.min() ?? 0 }
  var maximum: Double { seconds.max() ?? 0 }

  /// The value that this share of the durations does not exceed; 0 of none.
  func percentile(_ percent: Int) -> Double {
    guard !seconds.isEmpty else { return 0 }
    return seconds.sorted()[min(seconds.count - 1, seconds.count * percent / 100)]
  }
}
