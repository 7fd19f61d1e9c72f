import Glibc

/// Checks the two meta pages of a `data.mdb` before LMDB maps the file.
///
/// LMDB 0.9 makes a new store of an empty file, divides by a page size of zero and gets SIGBUS
/// from a truncated file. These checks read with `pread` and trust nothing. Offsets are those
/// of `MDB_page` and `MDB_meta` in LMDB 0.9's mdb.c on a 64-bit little-endian machine.
enum FileHeader {
  static let pageSize = 4096

  private static let magic: UInt32 = 0xBEEF_C0DE
  private static let version: UInt32 = 1
  private static let metaFlag: UInt16 = 0x08

  private struct Meta {
    var lastPage: UInt64
    var transaction: UInt64
  }

  /// Refuses what LMDB would misread.
  ///
  /// - Throws: ``LMDBError`` with code `damagedFile` (empty, too short, not a regular file),
  ///   `invalid` (no magic number), `versionMismatch`, `badPageSize`, or the system's code.
  static func verify(path: String) throws(LMDBError) {
    // O_NONBLOCK: a FIFO in place of the file must not make the open wait.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ELOOP ? damaged("open") : failure("open", errno)
    }
    // Closing data.mdb is harmless: LMDB holds its fcntl locks on lock.mdb only.
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("fstat", errno) }
    let size = UInt64(max(status.st_size, 0))
    guard status.isRegularFile, size >= UInt64(2 * pageSize) else { throw damaged("fstat") }
    let first = try readMeta(descriptor, page: 0)
    let second = try readMeta(descriptor, page: 1)
    let current = first.transaction >= second.transaction ? first : second
    // The last page itself may never have been written: freed in the transaction that took it.
    guard current.lastPage <= size / UInt64(pageSize) else { throw damaged("size") }
  }

  private static func damaged(_ operation: StaticString) -> LMDBError {
    LMDBError(code: .damagedFile, operation: "\(operation)")
  }

  private static func readMeta(_ descriptor: CInt, page: Int) throws(LMDBError) -> Meta {
    var bytes = [UInt8](repeating: 0, count: 152)
    // Sound: the buffer is as long as the count passed.
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(page * pageSize))
    }
    guard count >= 0 else { throw failure("pread", errno) }
    guard count == bytes.count else { throw damaged("pread") }
    func integer<T: FixedWidthInteger>(at offset: Int) -> T {
      (0..<T.bitWidth / 8).reduce(0) { $0 | T(bytes[offset + $1]) << (8 * $1) }
    }
    let flags: UInt16 = integer(at: 10)
    guard integer(at: 16) == magic, flags & metaFlag != 0 else {
      throw LMDBError(code: .invalid, operation: "meta page")
    }
    guard integer(at: 20) == version else {
      throw LMDBError(code: .versionMismatch, operation: "meta page")
    }
    guard integer(at: 40) == UInt32(pageSize) else {
      throw LMDBError(code: .badPageSize, operation: "meta page")
    }
    return Meta(lastPage: integer(at: 136), transaction: integer(at: 144))
  }
}
