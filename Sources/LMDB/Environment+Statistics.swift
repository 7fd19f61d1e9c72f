import CLMDB
import Glibc

extension Environment {
  /// Figures on the file and its readers at one moment.
  public struct Statistics: Sendable, Hashable {
    /// The size of the map in bytes; smaller than asked where address space was short.
    public var mapSize: Int
    /// The number of the last page in use.
    public var lastPage: Int
    /// The size of a page in bytes.
    public var pageSize: Int
    /// The last committed transaction.
    public var lastTransaction: Int
    /// How many reader slots there are.
    public var maxReaders: Int
    /// The reader slots taken, live or left by dead processes.
    public var readers: [Reader]

    /// The reader with the oldest snapshot, which keeps newer free pages from being reused.
    public var oldestReader: Reader? {
      readers.filter { $0.transaction != nil }.min { ($0.transaction ?? 0) < ($1.transaction ?? 0) }
    }
  }

  /// A slot of the reader table.
  public struct Reader: Sendable, Hashable {
    /// The process that took it.
    public var process: Int
    /// The transaction whose snapshot it reads; `nil` between transactions.
    public var transaction: Int?
  }

  /// Figures on the file and its readers.
  ///
  /// The corresponding C functions are `mdb_env_info`, `mdb_env_stat` and `mdb_reader_list`.
  /// - Throws: ``LMDBError`` with code `closed` or `forked`.
  public var statistics: Statistics {
    get throws(LMDBError) {
      try enter()
      defer { leave() }
      var info = unsafe MDB_envinfo()
      var stat = MDB_stat()
      try check("mdb_env_info", unsafe mdb_env_info(handle, &info))
      try check("mdb_env_stat", unsafe mdb_env_stat(handle, &stat))
      return unsafe Statistics(
        mapSize: info.me_mapsize, lastPage: info.me_last_pgno, pageSize: Int(stat.ms_psize),
        lastTransaction: info.me_last_txnid, maxReaders: Int(info.me_maxreaders),
        readers: listReaders())
    }
  }

  /// The flags the environment was opened with, for tests that forbid some: `mdb_env_get_flags`.
  public var flags: UInt32 {
    get throws(LMDBError) {
      try enter()
      defer { leave() }
      var flags: CUnsignedInt = 0
      try check("mdb_env_get_flags", unsafe mdb_env_get_flags(handle, &flags))
      return flags
    }
  }

  /// Frees the reader slots of dead processes and returns their number.
  ///
  /// Done on open, every 64th write, and when no slot is free. The corresponding C function is
  /// `mdb_reader_check`.
  @discardableResult
  public func readerCheck() -> Int {
    guard (try? enter()) != nil else { return 0 }
    defer { leave() }
    return checkReaders()
  }

  /// The same for callers that keep the environment open themselves.
  func checkReaders() -> Int {
    var dead: CInt = 0
    unsafe mdb_reader_check(handle, &dead)
    return Int(dead)
  }

  private func listReaders() -> [Reader] {
    // Lines of `pid thread txnid` below a heading; `-` for no transaction (mdb_reader_list).
    var text = ""
    unsafe withUnsafeMutablePointer(to: &text) { text in
      _ = unsafe mdb_reader_list(
        handle,
        { message, context in
          // Sound: the context is the pointer passed below, alive for the whole call.
          if let message = unsafe message {
            unsafe context?.assumingMemoryBound(to: String.self).pointee
              .append(String(cString: message))
          }
          return 0
        }, text)
    }
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 3, let process = Int(fields[0]) else { return nil }
      return Reader(process: process, transaction: Int(fields[2]))
    }
  }
}
