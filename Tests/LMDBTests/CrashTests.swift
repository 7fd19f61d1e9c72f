import Foundation
import LMDB
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct CrashTests {
  @Test func `a killed writer loses what it had not committed and nothing else`() async throws {
    let path = TemporaryDirectory.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let environment = try Environment.create(directory: path)
      let table = try environment.openTables(["t"], create: true)[0]
      try environment.write { try $0.put([1].span, [1].span, in: table) }
      try environment.write { txn in
        try txn.put([2].span, [2].span, in: table)
        kill(getpid(), SIGKILL)
      }
    }
    let environment = try Environment.open(directory: path)
    let table = try environment.openTables(["t"], create: false)[0]
    #expect(try environment.read { try $0.count(of: table) } == 1)
    try environment.write { try $0.put([2].span, [2].span, in: table) }
  }

  @Test func `slots of killed readers are freed when none is left`() async throws {
    let path = TemporaryDirectory.path
    // 140 readers live at once in a process that is killed; this one has 150 slots.
    let options = Environment.Options(maxReaders: 150)
    let environment = try Environment.create(directory: path, options: options)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let environment = try Environment.open(directory: path)
      func readDeeper(_ depth: Int) throws {
        if depth == 0 { kill(getpid(), SIGKILL) }
        try environment.read { _ in try readDeeper(depth - 1) }
      }
      try readDeeper(140)
    }
    #expect(try environment.statistics.readers.count == 140)
    func readDeeper(_ depth: Int) throws {
      if depth > 0 { try environment.read { _ in try readDeeper(depth - 1) } }
    }
    try readDeeper(149)
    #expect(throws: LMDBError(code: .readersFull)) { try readDeeper(151) }
  }

  @Test func `slots of killed readers are freed on open`() async throws {
    let path = TemporaryDirectory.path
    try Environment.create(directory: path).close()
    let held = try Environment.open(directory: path)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let environment = try Environment.open(directory: path)
      try environment.read { _ in _ = kill(getpid(), SIGKILL) }
    }
    #expect(try held.statistics.readers.count == 1)
    #expect(held.readerCheck() == 1)
    #expect(held.readerCheck() == 0)
  }

  @Test func `a map outgrown by another process is followed`() async throws {
    let path = TemporaryDirectory.path
    let small = Environment.Options(mapSize: 1 << 20)
    let environment = try Environment.create(directory: path, options: small)
    let table = try environment.openTables(["t"], create: true)[0]
    await #expect(processExitsWith: .success) { [path = path as String] in
      let environment = try Environment.open(directory: path)
      let table = try environment.openTables(["t"], create: false)[0]
      try environment.write { txn in
        try txn.put([1].span, [UInt8](repeating: 7, count: 8 << 20).span, in: table)
      }
    }
    #expect(try environment.read { try $0.copy([1], in: table)?.count } == 8 << 20)
    #expect(try environment.statistics.mapSize >= 8 << 20)
  }
}
