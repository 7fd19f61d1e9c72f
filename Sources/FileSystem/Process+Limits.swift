import Glibc

// Limits that a process sets for itself and cannot take back.

extension Process {
  /// Bounds what this process may take from now on: `setrlimit`.
  ///
  /// Past them allocations fail and the kernel ends the process. It can write no files and leaves no
  /// core. Nothing raises a limit again.
  ///
  /// - Parameters:
  ///   - memoryBytes: Address space, beyond what is mapped already.
  ///   - computingSeconds: Processor time of all threads, from the start of the process.
  /// - Returns: False where the kernel refuses.
  public static func limit(memoryBytes: Int, computingSeconds: Int) -> Bool {
    guard let mapped = mappedBytes else { return false }
    let limits: [(__rlimit_resource, Int)] = [
      (RLIMIT_AS, mapped + memoryBytes), (RLIMIT_CPU, computingSeconds), (RLIMIT_FSIZE, 0),
      (RLIMIT_CORE, 0),
    ]
    return limits.allSatisfy { resource, value in
      var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      // Sound: the pointer lives for the call only.
      return unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
    }
  }

  /// The size of the address space, in bytes, from `/proc/self/statm`.
  private static var mappedBytes: Int? {
    guard let bytes = try? File.read("/proc/self/statm", limit: 256) else { return nil }
    let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").first.flatMap {
      Int($0)
    }
    return pages.map { $0 * sysconf(CInt(_SC_PAGESIZE)) }
  }
}
