import Foundation
import LMDB
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct EnvironmentTests {
  private var path: String { TemporaryDirectory.path }
  private var data: String { "\(path)/data.mdb" }
  private let small = Environment.Options(mapSize: 1 << 20)

  private func error(_ code: LMDBError.Code) -> LMDBError { LMDBError(code: code) }

  @Test func `opening never creates`() {
    #expect(throws: error(.noSuchFile)) { try Environment.open(directory: path) }
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test func `creating twice is refused`() throws {
    try Environment.create(directory: path).close()
    #expect(throws: error(.keyExists)) { try Environment.create(directory: path) }
  }

  @Test func `files are private to their owner`() throws {
    try Environment.create(directory: path).close()
    for name in ["data.mdb", "lock.mdb"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `an empty file is damage, not a new store`() throws {
    try Environment.create(directory: path).close()
    try Data().write(to: URL(filePath: data))
    #expect(throws: error(.damagedFile)) { try Environment.open(directory: path) }
  }

  @Test func `a truncated file is refused before it is mapped`() throws {
    let environment = try Environment.create(directory: path)
    let table = try environment.openTables(["t"], create: true)[0]
    try environment.write { txn in
      for number in 0..<1000 {
        try txn.put(key(number).span, [UInt8](repeating: 1, count: 99).span, in: table)
      }
    }
    environment.close()
    let size = try FileHandle(forReadingFrom: URL(filePath: data)).seekToEnd()
    try FileHandle(forWritingTo: URL(filePath: data)).truncate(atOffset: size / 2)
    #expect(throws: error(.damagedFile)) { try Environment.open(directory: path) }
  }

  /// LMDB never writes pages that are taken and freed in one transaction.
  @Test func `a file that ends in free pages is whole, and cut further it is not`() throws {
    let environment = try Environment.create(directory: path)
    let table = try environment.openTables(["t"], create: true)[0]
    let large = [UInt8](repeating: 1, count: 1 << 20)
    try environment.write { try $0.put([0].span, large.span, in: table) }
    for round in 0..<4 {
      try environment.write { txn in
        for number in 1..<9 { try txn.put([UInt8(number)].span, large.span, in: table) }
        for number in 1..<9 { try txn.delete([UInt8(number)].span, in: table) }
        try txn.put([9].span, [UInt8(round)].span, in: table)
      }
    }
    let lastPage = try environment.statistics.lastPage
    environment.close()
    let file = try FileHandle(forUpdating: URL(filePath: data))
    let size = try file.seekToEnd()
    #expect(size < UInt64(lastPage) * 4096)
    try Environment.open(directory: path).close()
    // The 257 pages of the first value are in use.
    for pages: UInt64 in [200, 100] {
      try file.truncate(atOffset: pages * 4096)
      #expect(throws: error(.damagedFile)) { try Environment.open(directory: path) }
    }
  }

  @Test(
    arguments: [
      (16, .invalid), (20, .versionMismatch), (40, .badPageSize), (4096 + 16, .invalid),
    ] as [(UInt64, LMDBError.Code)])
  func `a damaged meta page is refused`(offset: UInt64, code: LMDBError.Code) throws {
    try Environment.create(directory: path).close()
    let file = try FileHandle(forUpdating: URL(filePath: data))
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data([0xFF, 0xFF, 0xFF, 0xFF]))
    try file.close()
    #expect(throws: error(code)) { try Environment.open(directory: path) }
  }

  @Test func `a symbolic link in place of a file is refused`() throws {
    try Environment.create(directory: path).close()
    let victim = "\(path)/victim"
    try Data("precious".utf8).write(to: URL(filePath: victim))
    try FileManager.default.removeItem(atPath: "\(path)/lock.mdb")
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/lock.mdb", withDestinationPath: victim)
    #expect(throws: error(.damagedFile)) { try Environment.open(directory: path) }
    #expect(try Data(contentsOf: URL(filePath: victim)) == Data("precious".utf8))
  }

  @Test func `a second open in one process is refused until the first is closed`() throws {
    let first = try Environment.create(directory: path)
    #expect(throws: error(.alreadyOpen)) { try Environment.open(directory: path) }
    first.close()
    try Environment.open(directory: path).close()
  }

  @Test func `an environment nobody holds is closed`() throws {
    _ = try Environment.create(directory: path)
    try Environment.open(directory: path).close()
  }

  @Test func `a closed environment refuses transactions`() throws {
    let environment = try Environment.create(directory: path)
    environment.close()
    environment.close()
    #expect(throws: error(.closed)) { try environment.read { _ in } }
    #expect(throws: error(.closed)) { try environment.write { _ in } }
  }

  @Test func `closing waits for the snapshot that is being read`() throws {
    let environment = try Environment.create(directory: path)
    let table = try environment.openTables(["t"], create: true)[0]
    try environment.write { try $0.put([1].span, [2].span, in: table) }
    try environment.read { txn in
      environment.close()
      let value = try txn.copy([1], in: table)
      #expect(value == [2])
    }
    try Environment.open(directory: path).close()
  }

  @Test func `no flag that weakens durability is ever set`() throws {
    let environment = try Environment.create(directory: path)
    let (writeMap, noSync, noMetaSync, mapAsync, noInit): (UInt32, UInt32, UInt32, UInt32, UInt32) =
      (0x80000, 0x10000, 0x40000, 0x100000, 0x1000000)
    #expect(try environment.flags & (writeMap | noSync | noMetaSync | mapAsync | noInit) == 0)
    let (noTLS, noReadAhead): (UInt32, UInt32) = (0x200000, 0x800000)
    #expect(try environment.flags & (noTLS | noReadAhead) == noTLS | noReadAhead)
  }

  @Test func `a missing table is not found unless it may be made`() throws {
    let environment = try Environment.create(directory: path)
    #expect(throws: error(.notFound)) { try environment.openTables(["t"], create: false) }
    let made = try environment.openTables(["t", "u"], create: true)
    #expect(try environment.openTables(["u"], create: false) == [made[1]])
  }

  @Test func `a read-only environment refuses writes`() throws {
    try Environment.create(directory: path).close()
    let environment = try Environment.open(directory: path, options: .init(readOnly: true))
    #expect(throws: error(.permissionDenied)) { try environment.write { _ in } }
    try environment.read { _ in }
  }

  @Test func `a full map leaves the store as it was`() throws {
    let environment = try Environment.create(directory: path, options: small)
    let table = try environment.openTables(["t"], create: true)[0]
    try environment.write { try $0.put([1].span, [1].span, in: table) }
    #expect(throws: error(.mapFull)) {
      try environment.write { txn in
        try txn.put([2].span, [UInt8](repeating: 0, count: 2 << 20).span, in: table)
      }
    }
    #expect(try environment.read { try $0.count(of: table) } == 1)
    try environment.write { try $0.put([2].span, [2].span, in: table) }
  }

  @Test(arguments: ["data.mdb", "lock.mdb"], [true, false])
  func `nothing is committed into a file that is gone`(name: String, deleted: Bool) throws {
    let environment = try Environment.create(directory: path)
    let table = try environment.openTables(["t"], create: true)[0]
    let file = "\(path)/\(name)"
    if deleted {
      try FileManager.default.removeItem(atPath: file)
    } else {
      try FileManager.default.copyItem(atPath: file, toPath: "\(file).new")
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.moveItem(atPath: "\(file).new", toPath: file)
    }
    #expect(throws: error(.replaced)) {
      try environment.write { try $0.put([1].span, [1].span, in: table) }
    }
    #expect(try environment.read { try $0.count(of: table) } == 0)
  }

  @Test func `a copy holds what was committed`() throws {
    let environment = try Environment.create(directory: path)
    let table = try environment.openTables(["t"], create: true)[0]
    try environment.write { try $0.put([1].span, [7].span, in: table) }
    for compacting in [true, false] {
      let target = "\(path)/copy-\(compacting)"
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
      try environment.copy(toDirectory: target, compacting: compacting)
      #expect(throws: error(.keyExists)) {
        try environment.copy(toDirectory: target, compacting: compacting)
      }
      let copy = try Environment.open(directory: target)
      let copied = try copy.openTables(["t"], create: false)[0]
      #expect(try copy.read { try $0.copy([1], in: copied) } == [7])
    }
  }

  @Test func `statistics name the reader`() throws {
    let environment = try Environment.create(directory: path)
    try environment.read { txn in
      let statistics = try environment.statistics
      #expect(statistics.mapSize == 64 << 30)
      #expect(statistics.pageSize == 4096)
      #expect(statistics.maxReaders == 512)
      #expect(statistics.oldestReader?.process == Int(ProcessInfo.processInfo.processIdentifier))
      #expect(statistics.oldestReader?.transaction == txn.id)
    }
    #expect(try environment.statistics.oldestReader == nil)
  }

  @Test func `errors compare by code and hold no data`() {
    let failure = LMDBError(code: .mapFull, operation: "mdb_put")
    #expect(failure == LMDBError(code: .mapFull, operation: "other"))
    #expect(failure.description == "mdb_put: MDB_MAP_FULL: Environment mapsize limit reached")
    #expect(LMDBError(code: .diskFull).isDiskFull && !failure.isDiskFull)
  }
}
