import Glibc

/// The machine's clock: may be wrong, and may go back.
///
/// - C: `clock_gettime(2)`
public enum WallClock {
  /// Microseconds since 1970 in UTC.
  public static func microseconds() -> Int64 {
    var time = timespec()
    // The pointer lives for the call; this clock always exists on Linux.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
