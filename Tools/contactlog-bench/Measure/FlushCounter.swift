import Foundation

/// Counts what a child process makes the kernel write through to the device, with strace.
///
/// A flush is `fsync`, `fdatasync`, `msync`, or a write to a descriptor opened with `O_DSYNC` or `O_SYNC`
/// (LMDB writes its meta page so).
enum FlushCounter {
  /// Runs this program again with other arguments; `nil` where strace is not installed or not allowed.
  ///
  /// The child writes the marker and a number to standard error, before and after what is counted.
  ///
  /// - Returns: The flushes between, and the second number.
  static func count(
    arguments: [String], log: String, marker: String
  ) throws -> (flushes: Int, number: Int)? {
    guard let strace = find("strace") else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: strace)
    process.arguments =
      [
        "-f", "-y", "-s", "80", "-o", log, "-e",
        "trace=fsync,fdatasync,msync,sync_file_range,openat,write,pwrite64,writev,pwritev,close",
        "/proc/self/exe",
      ] + arguments
    if let executable = Bundle.main.executablePath { process.arguments?[8] = executable }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let text = try? String(contentsOfFile: log, encoding: .utf8)
    else { return nil }
    return flushes(in: text, between: marker)
  }

  private static func find(_ program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(program)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Reads lines such as `12 pwrite64(5</store/data.mdb>, ...) = 40` and `12 fdatasync(4<...>) = 0`.
  static func flushes(in log: String, between marker: String) -> (flushes: Int, number: Int)? {
    var synchronous: Set<Substring> = []
    var count = 0
    var isCounting = false
    for line in log.split(separator: "\n") {
      let call = line.drop { $0.isNumber || $0 == " " }
      let name = call.prefix { $0 != "(" }
      let descriptor = call.dropFirst(name.count + 1).prefix { $0.isNumber }
      switch name {
      case "openat":
        if call.contains("O_DSYNC") || call.contains("O_SYNC"),
          let opened = call.split(separator: "= ").last?.prefix(while: \.isNumber)
        {
          synchronous.insert(opened)
        }
      case "close": synchronous.remove(descriptor)
      case "write" where call.contains(marker):
        if isCounting { return number(call, marker).map { (count, $0) } }
        isCounting = true
      case "fsync", "fdatasync", "msync": count += isCounting ? 1 : 0
      case "write", "pwrite64", "writev", "pwritev":
        if isCounting, synchronous.contains(descriptor) { count += 1 }
      default: break
      }
    }
    return nil
  }

  /// The number behind the marker in a call such as `write(2<...>, "marker 400\n", 11) = 11`.
  private static func number(_ call: Substring, _ marker: String) -> Int? {
    call.firstRange(of: marker).flatMap { place in
      Int(call[place.upperBound...].dropFirst().prefix { $0.isNumber })
    }
  }
}
