import CLMDB
import Glibc

extension LMDBError {
  /// An open set of codes: LMDB, the system and this wrapper may add members.
  ///
  /// LMDB's own codes are about -30,800, the system's are positive, the wrapper's are below
  /// -31,000.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: CInt

    public init(rawValue: CInt) { self.rawValue = rawValue }

    /// Maps what LMDB returned: a full quota is a full disk to every caller.
    init(result: CInt) { self.rawValue = result == EDQUOT ? ENOSPC : result }
  }
}

// MARK: - Codes of LMDB

extension LMDBError.Code {
  /// The key exists already, or appended keys were out of order: `MDB_KEYEXIST`.
  public static let keyExists = Self(rawValue: MDB_KEYEXIST)
  /// No such key or table: `MDB_NOTFOUND`.
  public static let notFound = Self(rawValue: MDB_NOTFOUND)
  /// A page that the tree names is not there: `MDB_PAGE_NOTFOUND`.
  public static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
  /// A page was not of the expected type: `MDB_CORRUPTED`.
  public static let corrupted = Self(rawValue: MDB_CORRUPTED)
  /// Writing a meta page failed; close and reopen: `MDB_PANIC`.
  public static let panic = Self(rawValue: MDB_PANIC)
  /// The file or the library has another version: `MDB_VERSION_MISMATCH`.
  public static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
  /// Not an LMDB file: `MDB_INVALID`.
  public static let invalid = Self(rawValue: MDB_INVALID)
  /// The map is full; what was committed stays: `MDB_MAP_FULL`.
  public static let mapFull = Self(rawValue: MDB_MAP_FULL)
  /// All reader slots are in use: `MDB_READERS_FULL`.
  public static let readersFull = Self(rawValue: MDB_READERS_FULL)
  /// Another process grew the file past this map: `MDB_MAP_RESIZED`.
  public static let mapResized = Self(rawValue: MDB_MAP_RESIZED)
  /// A reader slot was used wrongly: `MDB_BAD_RSLOT`.
  public static let badReaderSlot = Self(rawValue: MDB_BAD_RSLOT)
  /// The transaction failed before, or a write was nested in a write: `MDB_BAD_TXN`.
  public static let badTransaction = Self(rawValue: MDB_BAD_TXN)
  /// An empty key, a key above 511 bytes, or a value of a size not supported:
  /// `MDB_BAD_VALSIZE`.
  public static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)
}

// MARK: - Codes of the system

extension LMDBError.Code {
  /// No space left on the device, or the quota is used up: `ENOSPC`, `EDQUOT`.
  public static let diskFull = Self(rawValue: ENOSPC)
  /// The file would grow above the process's limit: `EFBIG`.
  public static let fileTooLarge = Self(rawValue: EFBIG)
  /// The device failed: `EIO`.
  public static let io = Self(rawValue: EIO)
  /// `ENOENT`.
  public static let noSuchFile = Self(rawValue: ENOENT)
  /// `EACCES`.
  public static let permissionDenied = Self(rawValue: EACCES)
  /// `EROFS`.
  public static let readOnlyFileSystem = Self(rawValue: EROFS)
}

// MARK: - Codes of this wrapper

extension LMDBError.Code {
  /// This process has the environment open already.
  public static let alreadyOpen = Self(rawValue: -31_001)
  /// The environment was opened before a `fork`; the child must not use it.
  public static let forked = Self(rawValue: -31_002)
  /// `data.mdb` or `lock.mdb` at the path is no longer the file that was opened.
  public static let replaced = Self(rawValue: -31_003)
  /// No map of at least 1 GiB could be made, or a grown one could not.
  public static let outOfAddressSpace = Self(rawValue: -31_004)
  /// The file has pages of another size than 4,096 bytes.
  public static let badPageSize = Self(rawValue: -31_005)
  /// The file is empty, shorter than its meta pages say, or not a regular file.
  public static let damagedFile = Self(rawValue: -31_006)
  /// The environment was closed.
  public static let closed = Self(rawValue: -31_007)
}

extension LMDBError.Code: CustomStringConvertible {
  public var description: String {
    switch self {
    case .alreadyOpen: "the environment is already open in this process"
    case .forked: "the environment was opened before a fork"
    case .replaced: "a file of the environment was replaced or deleted while open"
    case .outOfAddressSpace: "not enough address space for the memory map"
    case .badPageSize: "the page size is not 4096"
    case .damagedFile: "the file is damaged or truncated"
    case .closed: "the environment is closed"
    default:
      // Sound: mdb_strerror returns a static or libc-owned C string, copied at once.
      unsafe String(cString: mdb_strerror(rawValue))
    }
  }
}
