internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB

extension Store {
  /// Makes a new, empty store and opens it.
  ///
  /// The folder must not exist, or be empty.
  ///
  /// Built in a folder beside it and renamed: a crash leaves a whole store or none.
  ///
  /// - Parameter book: The book's id in a replay; a new one by default.
  /// - Throws: ``StoreError`` with code `exists`, `noStore` (the folder above is missing),
  ///   `permission`, `full`, `fileSystem` or `io`.
  public static func create(at path: String, options: Options = Options()) throws -> Store {
    try create(at: path, book: SecureRandom.bytes(16), options: options)
  }

  static func create(at path: String, book: [UInt8], options: Options) throws -> Store {
    let path = withoutSlash(path)
    do {
      try makeRoom(at: path)
      let building = "\(path).new-\(Hex.string(SecureRandom.bytes(4)))"
      try Directory.create(building)
      do {
        try StoreChecks.inspectFileSystem(of: building, allowed: options.allowedFileSystems)
        try fill(
          building, identity: Identity(book: book, instance: SecureRandom.bytes(16)), options)
        try Directory.rename(building, to: path)
      } catch {
        try? Directory.removeTree(building)
        throw error
      }
      try Directory.synchronize(parent(of: path))
    } catch {
      throw refusing(error, path)
    }
    return try open(at: path, options: options)
  }

  /// Takes an empty folder away, and refuses anything else that is in the way.
  static func makeRoom(at path: String) throws {
    guard let info = try FileInfo.at(path) else { return }
    guard info.kind == .directory, try Directory.contents(of: path).isEmpty else {
      throw StoreError(.exists, "there is something at \(path) already; choose another folder")
    }
    try Directory.removeTree(path)
  }

  private static func fill(
    _ folder: String, identity: Identity, _ options: Options
  ) throws {
    let environment = try Environment.create(
      directory: folder, options: options.environment)
    do {
      let tables = try Tables(environment, create: true)
      var head = Head()
      head.projectionVersion = Indices.version
      let kept = try Indices(locales: [], options.unicodeTables).kept
      try environment.write { transaction in
        var encoder = CBOREncoder()
        identity.encode(to: &encoder)
        try transaction.put(Identity.key, sealing: encoder.bytes, in: tables.meta)
        encoder = CBOREncoder()
        head.encode(to: &encoder)
        try transaction.put(Head.key, sealing: encoder.bytes, in: tables.meta)
        for (id, index) in kept.enumerated() {
          let edition = Edition(id: UInt8(id), spec: index.spec, state: .current)
          try transaction.put(edition, in: tables.projections[head.liveSet].order)
        }
      }
      environment.close()
    } catch {
      environment.close()
      throw error
    }
    try File.write([], toNewFile: "\(folder)/store.lock")
    try File.write([], toNewFile: "\(folder)/feed")
    try Directory.create("\(folder)/cache")
    try Directory.synchronize(folder)
  }

  /// Opens a store; never makes one.
  ///
  /// - Throws: ``StoreError`` with code `noStore`, `notAStore`, `damaged`, `newerFormat`,
  ///   `permission` (the message says whose folder or which mode), `fileSystem`, `alreadyOpen`.
  /// - Complexity: Constant, whatever the size of the store.
  public static func open(at path: String, options: Options = Options()) throws -> Store {
    let path = withoutSlash(path)
    do {
      try inspect(path, options)
      let lock = try StoreLock(path: "\(path)/store.lock")
      try lock.claimProcess()
      let environment = try Environment.open(
        directory: path, options: options.environment)
      do {
        let (opened, identity) = try open(environment, options)
        return Store(
          path: path, identity: identity, lock: lock, opened: opened, options: options)
      } catch {
        environment.close()
        throw error
      }
    } catch {
      throw refusing(error, path)
    }
  }

  /// Refuses a folder that is no store, or one that is not safe.
  static func inspect(_ path: String, _ options: Options) throws {
    guard try FileInfo.at(path) != nil else {
      throw StoreError(.noStore, "there is no store at \(path); `contactlog init` makes one")
    }
    try StoreChecks.inspect(path, allowedFileSystems: options.allowedFileSystems)
    guard try FileInfo.at("\(path)/data.mdb") != nil else {
      throw StoreError(.notAStore, "\(path) is not a store: it has no data.mdb")
    }
  }

  static func open(
    _ environment: Environment, _ options: Options
  ) throws -> (Opened, Identity) {
    let reader = RowReader(tables: try tables(of: environment))
    let identity = try environment.read { (transaction: borrowing ReadTransaction) in
      try reader.identity(transaction)
    }
    let settings = try environment.read { (transaction: borrowing ReadTransaction) in
      // A later version says so in the head.
      _ = try reader.head(transaction)
      return try reader.settings(transaction)
    }
    let indices = try Indices(
      locales: settings.locales, options.unicodeTables, postpones: options.postponesOrders)
    return (Opened(environment: environment, reader: reader, indices: indices), identity)
  }

  private static func tables(of environment: Environment) throws -> Tables {
    do {
      return try Tables(environment, create: false)
    } catch {
      if error.code != .notFound { throw error }
      throw StoreError(.notAStore, "the database is not a ContactLog store")
    }
  }

  /// The store's word for an error, naming the folder.
  static func refusing(_ error: any Error, _ path: String) -> any Error {
    guard var error = StoreError.translating(error) as? StoreError else { return error }
    if !error.reason.contains(path) { error.reason = "\(path): \(error.reason)" }
    return error
  }

  static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  static func parent(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : (joined.isEmpty ? "." : joined)
  }
}
