import Glibc
import Synchronization

/// Ctrl-C and a polite kill, noticed by a flag instead of ending the process.
///
/// - C: `sigaction(2)`
public enum Interrupt {
  /// Zero, or the number of the signal that came.
  private static let signal = Atomic<Int32>(0)

  /// Whether somebody asked the process to stop.
  public static var isRequested: Bool { signal.load(ordering: .relaxed) != 0 }

  /// The exit code for the signal that came, as shells count it: 130 for Ctrl-C, 143 for a kill.
  public static var exitCode: Int32 { 128 + signal.load(ordering: .relaxed) }

  /// From now on the first SIGINT or SIGTERM sets the flag; a second one ends the process.
  ///
  /// System calls are restarted, so that the store never sees an interrupted call.
  public static func watch() {
    // Touching the flag first keeps its lazy initialisation out of the handler.
    _ = isRequested
    for number in [SIGINT, SIGTERM] {
      var action = sigaction()
      // The handler stores into a lock-free atomic: async-signal-safe (signal-safety(7)).
      unsafe action.__sigaction_handler.sa_handler = { Interrupt.record($0) }
      action.sa_flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigemptyset(&action.sa_mask)
      unsafe sigaction(number, &action, nil)
    }
  }

  private static func record(_ number: Int32) { signal.store(number, ordering: .relaxed) }

  /// Sets the flag as a signal would, or clears it; for tests.
  package static func set(_ number: Int32) { signal.store(number, ordering: .relaxed) }
}
