import CLMDB
import Glibc
import Synchronization

/// A memory-mapped file of named tables: snapshots for readers, one writer at a time.
///
/// Readers never wait for the writer nor it for them. A commit returns when its bytes are on
/// the device. Transactions are synchronous closures, because LMDB ties a write transaction to
/// its thread: no `await` can fall inside. Keep read transactions short; an idle one makes the
/// file grow with each commit. The corresponding C type is `MDB_env`.
@safe public final class Environment: Sendable {
  /// The folder that holds `data.mdb` and `lock.mdb`.
  public let directory: String

  // Sound: set once; MDB_env is made for use from many threads, and the gate keeps it open
  // while a transaction is live.
  nonisolated(unsafe) let handle: OpaquePointer
  let gate = TransactionGate()
  let idleReads = IdleReads()
  /// The thread that is inside `write`, 0 for none.
  let writer = Atomic<UInt>(0)
  let tableLock = Mutex<Void>(())

  private let process: pid_t
  private let forks: Int
  private let files: [FileIdentity]
  private let paths: [String]
  private let writeCount = Atomic<Int>(0)

  private init(
    directory: String, handle: OpaquePointer, paths: [String], files: [FileIdentity]
  ) {
    self.directory = directory
    unsafe self.handle = unsafe handle
    self.paths = paths
    self.files = files
    process = getpid()
    forks = ForkCounter.start()
  }

  deinit { close() }

  /// Closes the files; later transactions throw `closed`.
  ///
  /// Safe to call twice. Where transactions are live in other threads, the last of them closes
  /// the files. In a forked child they stay open, because closing would free the parent's
  /// reader slots; the child can then open the environment for itself.
  /// The corresponding C function is `mdb_env_close`.
  public func close() {
    if gate.close() { closeFiles() }
  }

  private func closeFiles() {
    if getpid() == process {
      idleReads.close()
      unsafe mdb_env_close(handle)
    }
    OpenEnvironments.remove(files)
  }
}

// MARK: - Opening

extension Environment {
  /// How to open an environment.
  public struct Options: Sendable {
    /// The size of the map in bytes; the file takes only what it uses.
    public var mapSize: Int
    /// How many named tables can be open.
    public var maxTables: Int
    /// How many read transactions can be live in all processes; counts when `lock.mdb` is
    /// first used.
    public var maxReaders: Int
    /// Whether writes are refused.
    public var readOnly: Bool

    public init(
      mapSize: Int = 64 << 30, maxTables: Int = 128, maxReaders: Int = 512,
      readOnly: Bool = false
    ) {
      self.mapSize = mapSize
      self.maxTables = maxTables
      self.maxReaders = maxReaders
      self.readOnly = readOnly
    }
  }

  /// Opens an existing environment and never makes one.
  ///
  /// The header of `data.mdb` is checked first, reader slots of dead processes are freed, and
  /// the map is halved down to 1 GiB where address space is short (see ``statistics``).
  ///
  /// - Throws: ``LMDBError`` with code `noSuchFile`, `damagedFile`, `invalid`,
  ///   `versionMismatch`, `badPageSize`, `alreadyOpen`, `outOfAddressSpace` or the system's.
  /// - Complexity: Constant; no page of a table is read.
  public static func open(
    directory: String, options: Options = Options()
  ) throws(LMDBError) -> Environment {
    let paths = try pathsOfRegularFiles(in: directory)
    try FileHeader.verify(path: paths[0])
    return try openFiles(directory: directory, paths: paths, options: options)
  }

  /// Makes `data.mdb` and `lock.mdb`, mode 0600, in an existing empty directory.
  ///
  /// The file is on the device when this returns; the directory is not synchronised. To
  /// publish a complete store under its name: create, fill, ``close()``, rename the directory.
  /// An environment must not be used after its directory was renamed.
  ///
  /// - Throws: ``LMDBError`` with code `keyExists` where one of the files is there, or the
  ///   system's.
  public static func create(
    directory: String, options: Options = Options()
  ) throws(LMDBError) -> Environment {
    let paths = ["\(directory)/data.mdb", "\(directory)/lock.mdb"]
    for path in paths where try fileStatus(path) != nil {
      throw LMDBError(code: .keyExists, operation: "create")
    }
    let environment = try openFiles(directory: directory, paths: paths, options: options)
    try check("mdb_env_sync", unsafe mdb_env_sync(environment.handle, 1))
    return environment
  }

  private static func pathsOfRegularFiles(in directory: String) throws(LMDBError) -> [String] {
    let data = "\(directory)/data.mdb"
    let lock = "\(directory)/lock.mdb"
    guard let status = try fileStatus(data) else {
      throw LMDBError(code: .noSuchFile, operation: "open")
    }
    // LMDB would follow a symbolic link and overwrite its target with a lock table.
    guard status.isRegularFile, try fileStatus(lock)?.isRegularFile ?? true else {
      throw LMDBError(code: .damagedFile, operation: "open")
    }
    return [data, lock]
  }

  private static func openFiles(
    directory: String, paths: [String], options: Options
  ) throws(LMDBError) -> Environment {
    // Reserved before LMDB opens them: its failing open would close lock.mdb as well.
    var files = try identities(paths)
    try OpenEnvironments.insert(files)
    let handle: OpaquePointer
    do throws(LMDBError) {
      unsafe handle = try openHandle(directory: directory, options: options)
    } catch {
      OpenEnvironments.remove(files)
      throw error
    }
    do throws(LMDBError) {
      // A new environment has its files only now.
      let opened = try identities(paths)
      let fresh = opened.filter { !files.contains($0) }
      try OpenEnvironments.insert(fresh)
      files += fresh
      guard opened.count == paths.count, try unsafe dataFile(of: handle) == opened[0] else {
        throw LMDBError(code: .replaced, operation: "mdb_env_open")
      }
      let environment = unsafe Environment(
        directory: directory, handle: handle, paths: paths, files: opened)
      _ = environment.checkReaders()
      return environment
    } catch {
      unsafe mdb_env_close(handle)
      OpenEnvironments.remove(files)
      throw error
    }
  }

  private static func identities(_ paths: [String]) throws(LMDBError) -> [FileIdentity] {
    var found: [FileIdentity] = []
    for path in paths {
      if let status = try fileStatus(path) { found.append(FileIdentity(status)) }
    }
    return found
  }

  private static func dataFile(of handle: OpaquePointer) throws(LMDBError) -> FileIdentity {
    var descriptor: CInt = -1
    var status = stat()
    try check("mdb_env_get_fd", unsafe mdb_env_get_fd(handle, &descriptor))
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("fstat", errno) }
    return FileIdentity(status)
  }

  private static func openHandle(
    directory: String, options: Options
  ) throws(LMDBError) -> OpaquePointer {
    let smallest = min(options.mapSize, 1 << 30)
    var mapSize = options.mapSize
    while true {
      do throws(LMDBError) {
        return unsafe try openHandle(directory: directory, options: options, mapSize: mapSize)
      } catch  where [ENOMEM, EINVAL].contains(error.code.rawValue) {
        // EINVAL: some emulators say so instead, valgrind among them.
        mapSize /= 2
        guard mapSize >= smallest || error.code.rawValue == EINVAL else {
          throw LMDBError(code: .outOfAddressSpace, operation: error.operation)
        }
        guard mapSize >= smallest else { throw error }
      }
    }
  }

  private static func openHandle(
    directory: String, options: Options, mapSize: Int
  ) throws(LMDBError) -> OpaquePointer {
    var created: OpaquePointer?
    try check("mdb_env_create", unsafe mdb_env_create(&created))
    guard let handle = unsafe created else { throw failure("mdb_env_create", ENOMEM) }
    do throws(LMDBError) {
      try check("mdb_env_set_mapsize", unsafe mdb_env_set_mapsize(handle, mapSize))
      try check("mdb_env_set_maxdbs", unsafe mdb_env_set_maxdbs(handle, MDB_dbi(options.maxTables)))
      try check(
        "mdb_env_set_maxreaders",
        unsafe mdb_env_set_maxreaders(handle, CUnsignedInt(options.maxReaders)))
      // NOTLS: a read transaction belongs to its closure, not to the thread.
      // NORDAHEAD: without it a cold open of a large file reads far more than it needs.
      let flags = MDB_NOTLS | MDB_NORDAHEAD | (options.readOnly ? MDB_RDONLY : 0)
      try check("mdb_env_open", unsafe mdb_env_open(handle, directory, CUnsignedInt(flags), 0o600))
      return unsafe handle
    } catch {
      unsafe mdb_env_close(handle)
      throw error
    }
  }
}

// MARK: - What transactions need

extension Environment {
  /// Enters the gate, or says why a transaction cannot begin.
  func enter() throws(LMDBError) {
    guard ForkCounter.current == forks else { throw LMDBError(code: .forked, operation: "begin") }
    guard gate.enter() else { throw LMDBError(code: .closed, operation: "begin") }
  }

  func leave() {
    if gate.leave() { closeFiles() }
  }

  /// Compares the files at the paths with those opened: a commit into a deleted file would be
  /// acknowledged and lost, and a new `lock.mdb` admits a second writer.
  ///
  /// - Throws: ``LMDBError`` with code `replaced`.
  func verifyFiles() throws(LMDBError) {
    for index in paths.indices {
      guard let status = try fileStatus(paths[index]), FileIdentity(status) == files[index] else {
        throw LMDBError(code: .replaced, operation: "mdb_txn_commit")
      }
    }
  }

  /// Counts a write; every 64th frees the reader slots of dead processes, which would keep
  /// old pages from being reused.
  func countWrite() {
    let count = writeCount.add(1, ordering: .relaxed).newValue
    if count % 64 == 0 { _ = checkReaders() }
  }
}
