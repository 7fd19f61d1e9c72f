import Glibc

/// An open file, closed when this value ends; not inherited by programs the process starts.
struct Descriptor: ~Copyable {
  let number: CInt

  /// Opens a path without following a symbolic link at its end.
  init(
    _ path: String, _ flags: CInt, mode: mode_t = 0, followingLinks: Bool = false
  ) throws(FileSystemError) {
    let flags = flags | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    number = try retrying("open") { unsafe open(path, flags, mode) }
  }

  deinit { close(number) }

  /// Writes all bytes at the current place.
  func write(_ bytes: Span<UInt8>) throws(FileSystemError) {
    var done = 0
    while done < bytes.count {
      let rest = bytes.extracting(done...)
      // Sound: the buffer is only read, within the call.
      let written = try retrying("write") {
        unsafe rest.withUnsafeBufferPointer { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      }
      done += written
    }
  }

  /// Waits until what was written is on the device.
  func synchronize() throws(FileSystemError) {
    _ = try retrying("fsync") { fsync(number) }
  }

  func status() throws(FileSystemError) -> stat {
    var status = stat()
    // Sound: the pointer lives for the call only.
    guard unsafe fstat(number, &status) == 0 else { throw systemError("fstat") }
    return status
  }
}
