import Glibc

/// A `data.mdb` of LMDB 0.9, read without LMDB and without trust.
///
/// LMDB asserts, divides by zero or reads beyond the map where a page's head is damaged. Here each
/// offset is checked before it is used, and pages come by `pread`, so that no file can end the
/// process: it throws ``PageFault``. The layout is that of `MDB_page`, `MDB_node`, `MDB_db` and
/// `MDB_meta` in LMDB 0.9's mdb.c on a 64-bit little-endian machine.
///
/// Nobody may write to the file meanwhile.
public final class PageFile {
  /// Bytes of a page.
  public static let pageSize = 4096

  private static let magic: UInt64 = 0xBEEF_C0DE
  private static let version: UInt64 = 1
  private static let metaFlag: UInt64 = 0x08
  /// `MDB_INTEGERKEY`, which the free list has and LMDB sets at creation.
  private static let freeListFlags: UInt64 = 0x08

  private let descriptor: CInt
  /// How many whole pages the file has.
  public let pageCount: UInt64
  /// The last page that belongs to the state of the last commit.
  public let lastPage: UInt64
  /// The number of the last transaction.
  public let transaction: UInt64
  /// The tree of the tables' names.
  public let main: PageTree
  /// The tree of the free pages.
  public let freeList: PageTree
  /// Which pages some walk has seen.
  private var seen: [UInt64]

  /// Opens a file and checks both meta pages.
  ///
  /// - Throws: ``PageFault``.
  public init(path: String) throws(PageFault) {
    // O_NONBLOCK: a FIFO in place of the file must not make the open wait.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw PageFault(nil, "the file cannot be opened", systemError: errno)
    }
    do throws(PageFault) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else {
        throw PageFault(nil, "the file cannot be looked at", systemError: errno)
      }
      guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= off_t(2 * Self.pageSize) else {
        throw PageFault(nil, "the file is too short, or no file")
      }
      let metas = [
        try Self.meta(descriptor, page: 0), try Self.meta(descriptor, page: 1),
      ]
      let current = metas[0].transaction >= metas[1].transaction ? metas[0] : metas[1]
      // A commit writes the page of its own parity; so the two are neighbours, or both are new.
      let (a, b) = (metas[0].transaction, metas[1].transaction)
      guard a & 1 == 0, b & 1 == 1 || (a == 0 && b == 0), max(a, b) - min(a, b) <= 1 else {
        throw PageFault(current.page, "the two meta pages do not follow one another")
      }
      pageCount = UInt64(status.st_size) / UInt64(Self.pageSize)
      lastPage = current.lastPage
      transaction = current.transaction
      main = current.main
      freeList = current.freeList
      guard lastPage >= 1, lastPage < 1 << 40, main.flags == 0, !main.hasIntegerKeys else {
        throw PageFault(current.page, "the meta page is not in form")
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    seen = [UInt64](repeating: 0, count: Int(pageCount / 64 + 1))
  }

  // Closing data.mdb is harmless: LMDB holds its fcntl locks on lock.mdb only.
  deinit { close(descriptor) }

  private struct Meta {
    var page: UInt64
    var freeList: PageTree
    var main: PageTree
    var lastPage: UInt64
    var transaction: UInt64
  }

  private static func meta(_ descriptor: CInt, page: UInt64) throws(PageFault) -> Meta {
    var bytes = [UInt8](repeating: 0, count: 152)
    try read(descriptor, &bytes, at: page * UInt64(pageSize), page: page)
    let span = bytes.span
    guard span.little(0, 8) == page, span.little(10, 2) == metaFlag,
      span.little(16, 4) == magic, span.little(20, 4) == version,
      span.little(40, 4) == UInt64(pageSize)
    else { throw PageFault(page, "the meta page is not in form") }
    guard let freeList = PageTree(span.extracting(40..<88), hasIntegerKeys: true),
      freeList.flags == freeListFlags, let main = PageTree(span.extracting(88..<136))
    else { throw PageFault(page, "the meta page is not in form") }
    return Meta(
      page: page, freeList: freeList, main: main, lastPage: span.little(136, 8),
      transaction: span.little(144, 8))
  }
}

// MARK: - Reading

extension PageFile {
  private static func read(
    _ descriptor: CInt, _ bytes: inout [UInt8], at offset: UInt64, page: UInt64
  ) throws(PageFault) {
    var done = 0
    while done < bytes.count {
      // Sound: at most as many bytes are written as the array has behind `done`.
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done,
          off_t(offset) + off_t(done))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw PageFault(page, "the page cannot be read", systemError: errno)
      }
      guard count > 0 else { throw PageFault(page, "the file ends before the page") }
      done += count
    }
  }

  /// Fills the buffer with the bytes of a page and those behind it.
  func read(_ page: UInt64, _ bytes: inout [UInt8]) throws(PageFault) {
    let pages = UInt64((bytes.count + Self.pageSize - 1) / Self.pageSize)
    guard page >= 2, page <= lastPage, pages <= lastPage - page + 1 else {
      throw PageFault(page, "the page lies outside what is in use")
    }
    guard page < pageCount, pages <= pageCount - page else {
      throw PageFault(page, "the file ends before the page")
    }
    try Self.read(descriptor, &bytes, at: page * UInt64(Self.pageSize), page: page)
  }

  /// Notes that pages are in use; each can be once.
  func mark(_ page: UInt64, count: UInt64 = 1) throws(PageFault) {
    for number in page..<page + count {
      let (word, bit) = (Int(number / 64), UInt64(1) << (number % 64))
      guard word < seen.count, seen[word] & bit == 0 else {
        throw PageFault(number, "the page is used twice")
      }
      seen[word] |= bit
    }
  }
}
