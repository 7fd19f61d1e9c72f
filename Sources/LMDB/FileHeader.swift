import Glibc

/// Checks the two meta pages of a `data.mdb` before LMDB maps the file.
///
/// LMDB 0.9 makes a new store of an empty file, divides by a page size of zero and gets SIGBUS
/// from a truncated file. These checks read with `pread` and trust nothing. Offsets are those
/// of `MDB_page` and `MDB_meta` in LMDB 0.9's mdb.c on a 64-bit little-endian machine.
enum FileHeader {
  static let pageSize = 4096

  private static let magic: UInt64 = 0xBEEF_C0DE
  private static let version: UInt64 = 1
  private static let metaFlag: UInt64 = 0x08

  private struct Meta {
    var freeListRoot: UInt64
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
    let pageCount = size / UInt64(pageSize)
    guard
      current.lastPage < pageCount
        || FreeList.coversPages(
          from: pageCount, through: current.lastPage, root: current.freeListRoot,
          descriptor: descriptor)
    else { throw damaged("size") }
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
    guard bytes.littleEndian(at: 16, size: 4) == magic,
      bytes.littleEndian(at: 10, size: 2) & metaFlag != 0
    else {
      throw LMDBError(code: .invalid, operation: "meta page")
    }
    guard bytes.littleEndian(at: 20, size: 4) == version else {
      throw LMDBError(code: .versionMismatch, operation: "meta page")
    }
    guard bytes.littleEndian(at: 40, size: 4) == pageSize else {
      throw LMDBError(code: .badPageSize, operation: "meta page")
    }
    return Meta(
      freeListRoot: bytes.littleEndian(at: 80, size: 8),
      lastPage: bytes.littleEndian(at: 136, size: 8),
      transaction: bytes.littleEndian(at: 144, size: 8))
  }
}
