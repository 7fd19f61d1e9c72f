import Glibc
import Synchronization

/// The lock file of a store: one writer at a time, one copy of the store code in a process.
///
/// Open-file-description locks: unlike POSIX locks they survive the closing of another
/// descriptor of the same file, and two descriptors of one process exclude each other. The
/// kernel releases them with the process, however it ends.
public final class StoreLock: Sendable {
  /// Who holds the writer's lock.
  public struct Holder: Hashable, Sendable {
    /// The process number.
    public var process: Int
    /// The name of the program.
    public var program: String
  }

  // Layout of the file and of the ranges locked beyond its end.
  private static let writerByte: off_t = 0
  private static let holderOffset: off_t = 64
  private static let holderSize = 128
  private static let firstProcessByte: off_t = 1 << 20

  // fcntl commands of <fcntl.h> that Swift does not import.
  private static let getLock: CInt = 36
  private static let setLock: CInt = 37

  private let path: String
  private let file: Descriptor
  /// Whether a thread of this process has the writer's lock: the kernel would grant it again.
  private let held = Mutex(false)

  /// Opens the lock file, mode 0600, making it if needed.
  ///
  /// - Throws: ``FileSystemError`` with code `symbolicLink` or the system's.
  public init(path: String) throws(FileSystemError) {
    self.path = path
    file = try Descriptor(path, O_RDWR | O_CREAT, mode: 0o600)
  }

  /// Refuses a second opener of the same store in this process, until this lock goes.
  ///
  /// Two libraries that both contain the store code do not share variables, but they share
  /// this file.
  ///
  /// - Throws: ``FileSystemError`` with code `alreadyOpen` or the system's.
  public func claimProcess() throws(FileSystemError) {
    guard try lock(Self.firstProcessByte + off_t(getpid())) else {
      throw FileSystemError(code: .alreadyOpen, operation: "store.lock")
    }
  }

  /// Lets the next opener of this process in.
  public func leaveProcess() {
    _ = setLock(CInt(F_UNLCK), Self.firstProcessByte + off_t(getpid()))
  }

  /// Takes the writer's lock and writes down who has it.
  ///
  /// Waits in steps of 1 ms, doubling to 50 ms. Threads of this process exclude each other too.
  ///
  /// - Throws: ``FileSystemError`` with code `busy` after the time, the reason naming the
  ///   holder; `replaced` where the path is no longer this file; or the system's.
  public func acquire(waitingAtMost limit: Duration) throws(FileSystemError) {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: limit)
    var pause: CUnsignedInt = 1_000
    while try !tryAcquire() {
      guard clock.now < deadline else {
        let reason = holder().map { "held by process \($0.process) (\($0.program))" }
        throw FileSystemError(code: .busy, operation: "store.lock", reason: reason ?? "")
      }
      usleep(pause)
      pause = min(2 * pause, 50_000)
    }
  }

  /// Gives the writer's lock back; nothing happens when it was not taken.
  public func release() {
    held.withLock { held in
      guard held else { return }
      _ = setLock(CInt(F_UNLCK), Self.writerByte)
      held = false
    }
  }

  /// Who holds the writer's lock, as written down by the holder; `nil` when nobody does.
  public func holder() -> Holder? {
    let here = held.withLock { $0 }
    guard here || isLockedElsewhere() else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.holderSize)
    // Sound: at most as many bytes as the array has are written to it.
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(file.number, $0.baseAddress, $0.count, Self.holderOffset)
    }
    let text = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0 }, as: UTF8.self)
    let fields = text.split(separator: " ", maxSplits: 1)
    guard fields.count == 2, let process = Int(fields[0]) else { return nil }
    return Holder(process: process, program: String(fields[1]))
  }
}

// MARK: - Steps

extension StoreLock {
  private func tryAcquire() throws(FileSystemError) -> Bool {
    try held.withLock { held throws(FileSystemError) in
      guard !held, try lock(Self.writerByte) else { return false }
      do throws(FileSystemError) {
        let opened = FileInfo(try file.status())
        let now = try FileInfo.at(path)
        guard now?.inode == opened.inode, now?.device == opened.device else {
          throw FileSystemError(code: .replaced, operation: "store.lock")
        }
        try writeHolder()
      } catch {
        _ = setLock(CInt(F_UNLCK), Self.writerByte)
        throw error
      }
      held = true
      return true
    }
  }

  private func writeHolder() throws(FileSystemError) {
    var bytes = Array("\(getpid()) \(Process.programName)".utf8.prefix(Self.holderSize - 1))
    bytes.append(contentsOf: repeatElement(0, count: Self.holderSize - bytes.count))
    // Sound: the buffer is only read, within the call.
    _ = try retrying("pwrite") {
      unsafe bytes.withUnsafeBytes {
        unsafe pwrite(file.number, $0.baseAddress, $0.count, Self.holderOffset)
      }
    }
  }

  /// Takes one byte without waiting; `false` when another description has it.
  private func lock(_ byte: off_t) throws(FileSystemError) -> Bool {
    switch setLock(CInt(F_WRLCK), byte) {
    case 0: return true
    case EAGAIN, EACCES: return false
    case let number: throw systemError("fcntl", number)
    }
  }

  private func setLock(_ type: CInt, _ byte: off_t) -> CInt {
    var request = Self.range(type, byte)
    // Sound: the pointer lives for the call only.
    while unsafe fcntl(file.number, Self.setLock, &request) != 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }

  private func isLockedElsewhere() -> Bool {
    var request = Self.range(CInt(F_WRLCK), Self.writerByte)
    guard unsafe fcntl(file.number, Self.getLock, &request) == 0 else { return false }
    return request.l_type != CShort(F_UNLCK)
  }

  private static func range(_ type: CInt, _ byte: off_t) -> flock {
    // The process number must be 0 for this kind of lock (fcntl(2)).
    flock(l_type: CShort(type), l_whence: CShort(SEEK_SET), l_start: byte, l_len: 1, l_pid: 0)
  }
}
