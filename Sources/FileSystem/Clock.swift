import Glibc

/// The system's clocks.
public enum Clock {
  /// Microseconds since 1970 in UTC, as the system has it: may be wrong, and may go back.
  public static func wallMicroseconds() -> Int64 { nanoseconds(CLOCK_REALTIME) / 1_000 }

  /// Nanoseconds since some fixed moment; for measuring.
  ///
  /// Never goes back.
  public static func monotonicNanoseconds() -> Int64 { nanoseconds(CLOCK_MONOTONIC) }

  /// Keeps the calling thread waiting.
  public static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // Sound: the pointer lives for the call; both clocks always exist on Linux.
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
