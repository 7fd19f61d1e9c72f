import CKernel
import Glibc

/// A program that is run for one answer, and cannot take its caller down.
public struct Helper: Sendable {
  /// The program.
  public var path: String

  public init(_ path: String) { self.path = path }

  /// Runs the program: it reads `input` to its end and answers on its standard output.
  ///
  /// It inherits no files and no environment but the path of libraries, and no signal of it reaches
  /// this process.
  ///
  /// - Parameters:
  ///   - outputLimit: The most bytes of an answer.
  ///   - milliseconds: After this time it is killed.
  /// - Returns: What it wrote; `nil` where it could not be started, was killed, or wrote more. How it
  ///   ended cannot be told: the program around may have taken its status. So an answer must tell
  ///   whether it is whole.
  /// - Complexity: Blocks until the program is over.
  public func run(
    _ arguments: [String], input: [UInt8], outputLimit: Int, milliseconds: Int
  ) -> [UInt8]? {
    var ends: [CInt] = [-1, -1]
    // A socket and not two pipes: writing to a helper that died must not raise SIGPIPE.
    // Sound: the array holds the two numbers that the call writes.
    let made = unsafe socketpair(
      AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends)
    guard made == 0 else { return nil }
    defer { close(ends[0]) }
    let child = spawn(arguments, ends[1])
    close(ends[1])
    guard let child else { return nil }
    let answer = exchange(ends[0], input, outputLimit, milliseconds)
    if answer == nil { kill(child, SIGKILL) }
    var status: CInt = 0
    // Sound: the pointer lives for the call only.
    while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
    return answer
  }

  private func spawn(_ arguments: [String], _ end: CInt) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    // Sound here and below: both are initialized first and destroyed last, and spawning copies all.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, end, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, end, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    unsafe contactlog_spawn_close_from(&actions, 3)
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setflags(
      &attributes, CShort(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let environment = ["LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"].compactMap { name in
      Process.environment(name).map { "\(name)=\($0)" }
    }
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawn(&child, path, &actions, &attributes, &words, &variables)
    return failure == 0 ? child : nil
  }

  private static let sending = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)

  /// Writes and reads until the other end is closed.
  private func exchange(
    _ end: CInt, _ input: [UInt8], _ outputLimit: Int, _ milliseconds: Int
  ) -> [UInt8]? {
    let deadline = Clock.monotonicNanoseconds() + Int64(milliseconds) * 1_000_000
    var rest = input[...]
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    if rest.isEmpty { shutdown(end, CInt(SHUT_WR)) }
    while true {
      let left = (deadline - Clock.monotonicNanoseconds()) / 1_000_000
      guard left > 0 else { return nil }
      var poll = pollfd(
        fd: end, events: CShort(POLLIN | (rest.isEmpty ? 0 : POLLOUT)), revents: 0)
      // Sound: the pointer lives for the call only.
      let ready = unsafe Glibc.poll(&poll, 1, CInt(left))
      if ready < 0, errno != EINTR { return nil }
      if ready <= 0 { continue }
      if CInt(poll.revents) & POLLOUT != 0, !rest.isEmpty {
        // Sound: the bytes are read within the call.
        let sent = unsafe rest.withUnsafeBytes {
          unsafe send(end, $0.baseAddress, $0.count, Self.sending)
        }
        // Whoever does not read all may have answered all the same.
        rest = sent < 0 ? (errno == EAGAIN || errno == EINTR ? rest : []) : rest.dropFirst(sent)
        if rest.isEmpty { shutdown(end, CInt(SHUT_WR)) }
      }
      guard CInt(poll.revents) & (POLLIN | POLLHUP | POLLERR) != 0 else { continue }
      let count = unsafe recv(end, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? answer : nil }
      guard answer.count + count <= outputLimit else { return nil }
      answer += buffer[..<count]
    }
  }
}
