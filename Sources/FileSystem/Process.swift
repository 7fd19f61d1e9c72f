import Glibc

/// This process: who runs it, what it has used.
public enum Process {
  /// The process number.
  public static var id: Int { Int(getpid()) }

  /// The name of the program, without its folder.
  public static let programName: String =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "unknown"

  /// The login name of the effective user, or its number where there is no name.
  public static var userName: String {
    let user = geteuid()
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
      guard let start = buffer.baseAddress else { return String(user) }
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      // Sound: the strings of the entry lie in the buffer, and are copied while it lives.
      let failed = unsafe getpwuid_r(user, &entry, start, buffer.count, &found)
      guard failed == 0, unsafe found != nil, let name = unsafe entry.pw_name else {
        return String(user)
      }
      return unsafe String(cString: name)
    }
  }

  /// The value of an environment variable; `nil` when it is not set.
  public static func environment(_ name: String) -> String? {
    // Sound: copied at once; this library never changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The most memory the process had resident, in bytes: `getrusage`.
  public static var peakMemoryBytes: Int {
    var usage = rusage()
    // Sound: the pointer lives for the call only.
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    // Linux counts in KiB.
    return usage.ru_maxrss * 1_024
  }

  /// The time the process has computed, user and system, in nanoseconds: `getrusage`.
  public static var computingNanoseconds: Int64 {
    var usage = rusage()
    // Sound: the pointer lives for the call only.
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    let microseconds = Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    return seconds * 1_000_000_000 + microseconds * 1_000
  }
}

// MARK: - Input and output

extension Process {
  /// What the process asked the kernel to write and read, from `/proc/self/io`.
  public struct IOCounters: Hashable, Sendable {
    /// Bytes passed to write calls (`wchar`).
    public var writtenBytes = 0
    /// Write calls (`syscw`).
    public var writeCalls = 0
    /// Bytes read by read calls (`rchar`).
    public var readBytes = 0
    /// Read calls (`syscr`).
    public var readCalls = 0
    /// Bytes handed to the storage layer (`write_bytes`).
    public var storedBytes = 0
  }

  /// The counters now; zeros where the kernel does not tell.
  public static var ioCounters: IOCounters {
    var counters = IOCounters()
    guard let bytes = try? File.read("/proc/self/io", limit: 4_096) else { return counters }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ":")
      guard fields.count == 2, let value = Int(fields[1].drop { $0 == " " }) else { continue }
      switch fields[0] {
      case "wchar": counters.writtenBytes = value
      case "syscw": counters.writeCalls = value
      case "rchar": counters.readBytes = value
      case "syscr": counters.readCalls = value
      case "write_bytes": counters.storedBytes = value
      default: break
      }
    }
    return counters
  }
}
