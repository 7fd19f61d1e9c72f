import Glibc

/// A thread that looks whenever a file is written to, and once in a while anyway.
///
/// Waits with `inotify`, and by the clock: a writer may be killed before it touches the file, and
/// the user may have no inotify watches left. What is looked at is the caller's affair; that the file
/// was touched says nothing by itself. Ends with this object; the last look may still be under way
/// then.
public final class FileWatch: Sendable {
  /// Closing it ends the thread.
  private let stopping: CInt

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - path: The file; it may come later.
  ///   - milliseconds: How long to wait at most between two looks.
  ///   - look: Called on the thread, never twice at a time.
  public init(path: String, atLeastEvery milliseconds: Int32, look: @escaping @Sendable () -> Void)
  {
    var ends: [CInt] = [-1, -1]
    // Sound: the array has room for two descriptors.
    _ = unsafe pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopping = ends[1]
    let watcher = Watcher(
      path: path, stopped: ends[0], milliseconds: milliseconds, look: look)
    let box = unsafe Unmanaged.passRetained(watcher)
    // The thread takes no signals: those are the program's.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    var thread = pthread_t()
    // Sound: the thread takes over the reference to the watcher.
    let failed = unsafe pthread_create(&thread, nil, Self.run, box.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    if failed == 0 { pthread_detach(thread) } else { unsafe box.release() }
  }

  deinit { close(stopping) }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    if let argument = unsafe argument {
      // Sound: the pointer is the reference that init gave away.
      unsafe Unmanaged<Watcher>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
  }
}

/// What the thread has.
private final class Watcher: Sendable {
  private let path: String
  private let stopped: CInt
  private let milliseconds: Int32
  private let look: @Sendable () -> Void
  private let events: CInt

  init(path: String, stopped: CInt, milliseconds: Int32, look: @escaping @Sendable () -> Void) {
    self.path = path
    self.stopped = stopped
    self.milliseconds = milliseconds
    self.look = look
    events = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
  }

  deinit {
    close(stopped)
    if events >= 0 { close(events) }
  }

  func run() {
    var isWatching = false
    while true {
      if !isWatching, events >= 0 {
        isWatching = unsafe inotify_add_watch(events, path, UInt32(IN_MODIFY)) >= 0
      }
      var waiting = [
        pollfd(fd: stopped, events: 0, revents: 0),
        pollfd(fd: isWatching ? events : -1, events: Int16(POLLIN), revents: 0),
      ]
      // Sound: the array lives for the call.
      _ = unsafe poll(&waiting, nfds_t(waiting.count), milliseconds)
      if waiting[0].revents != 0 { return }
      if waiting[1].revents != 0 { isWatching = drain() }
      look()
    }
  }

  /// Takes the events away; false where the file is gone, and with it the watch.
  private func drain() -> Bool {
    var isWatching = true
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      // Sound: the kernel writes at most as many bytes as there are.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(events, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return isWatching }
      var offset = 0
      // inotify(7): each event has watch, mask, cookie and the length of the name behind it.
      while offset + 16 <= count {
        let (mask, length) = unsafe buffer.withUnsafeBytes {
          unsafe (
            $0.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
            $0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
          )
        }
        if mask & UInt32(IN_IGNORED) != 0 { isWatching = false }
        offset += 16 + Int(length)
      }
    }
  }
}
