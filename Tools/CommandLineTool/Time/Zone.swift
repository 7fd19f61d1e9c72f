internal import Terminal

/// A time zone, as far as it is needed: how far its clocks are ahead of UTC at a moment.
public struct Zone: Sendable {
  private let secondsEast: @Sendable (Int) -> Int

  /// A zone by its rule: seconds since 1970 (UTC) to seconds east.
  public init(secondsEast: @escaping @Sendable (Int) -> Int) { self.secondsEast = secondsEast }

  /// A zone that never changes its clocks.
  public static func fixed(secondsEast: Int) -> Zone { Zone { _ in secondsEast } }

  /// UTC.
  public static let utc = fixed(secondsEast: 0)

  /// The zone of this process.
  public static let local = Zone { seconds in
    let (microseconds, isTooLarge) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
    return isTooLarge ? 0 : LocalTime(microseconds: microseconds)?.offset ?? 0
  }

  /// What clocks show at a moment, as seconds since 1970 of a clock without a zone.
  func clock(at seconds: Int) -> Int { seconds + secondsEast(seconds) }

  /// The moment at which clocks show a time.
  ///
  /// Where they show it twice, when summer time ends, the first; where they pass over it, when it
  /// begins, the moment that a clock nobody turned would mean.
  func moment(ofClock clock: Int) -> Int {
    let day = 86_400
    let offsets = [secondsEast(clock - day), secondsEast(clock + day)]
    for offset in offsets where secondsEast(clock - offset) == offset { return clock - offset }
    return clock - offsets[0]
  }
}
