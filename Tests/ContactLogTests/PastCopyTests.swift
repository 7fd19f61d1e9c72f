import ContactModel
import Foundation
import TestSupport
import Testing

@testable import ContactLog

/// Copies of the past in `cache/`: used, checked, bounded, and never needed.
@Suite(.temporaryDirectory) struct PastCopyTests {
  private var folder: String { "\(TemporaryDirectory.path)/store" }
  private var cache: String { "\(folder)/cache" }

  /// A store of six people, each in a commit of its own.
  private func makeStore() throws {
    let store = try Store.inTemporaryDirectory()
    for name in ["Ada", "Bea", "Cleo", "Dora", "Eve", "Fay"] { _ = try store.person(name) }
    store.close()
  }

  private func open(overlay: Int = 0, share: Int = 1_000_000) throws -> Store {
    var options = Store.Options()
    options.pastOverlay = overlay
    options.pastShare = share
    return try Store.open(at: folder, options: options)
  }

  private func names(_ store: Store, _ commit: UInt64) throws -> [String] {
    try store.read(asOf: .commit(commit)) { snapshot in
      try snapshot.list(.person).records.map { try snapshot.record($0)?.compositeName() ?? "?" }
    }
  }

  private func copies() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache).sorted()
  }

  @Test func `a list far back keeps a copy, which is used again`() throws {
    try makeStore()
    for _ in 0..<2 {
      let store = try open()
      defer { store.close() }
      #expect(try names(store, 3) == ["Ada", "Bea", "Cleo"])
      #expect(try copies().count == 1)
      #expect(try copies().first?.hasPrefix("asof-3-") == true)
    }
  }

  @Test func `a record as of a commit needs no copy`() throws {
    try makeStore()
    let store = try open()
    defer { store.close() }
    let past = try store.read(asOf: .commit(3)) { snapshot in
      (
        name: try snapshot.record(.person(3))?.compositeName(),
        later: try snapshot.record(.person(4)),
        changes: try snapshot.history(of: .person(1)).count, count: try snapshot.count(.person)
      )
    }
    #expect(past.name == "Cleo" && past.later == nil)
    #expect(past.changes == 2 && past.count == 3)
    #expect(try copies() == [])
  }

  @Test func `a copy serves commits nearby`() throws {
    try makeStore()
    let far = try open()
    #expect(try names(far, 4).count == 4)
    far.close()
    // Each commit has two events: 3 is near enough to 4, the present is not.
    let store = try open(overlay: 3)
    defer { store.close() }
    #expect(try names(store, 3) == ["Ada", "Bea", "Cleo"])
    #expect(try copies().count == 1)
  }

  @Test func `a copy with any byte changed is noticed and made anew`() throws {
    try makeStore()
    let first = try open()
    _ = try names(first, 3)
    first.close()
    let file = "\(cache)/\(try #require(try copies().first))/data.mdb"
    let sound = try Data(contentsOf: URL(filePath: file))
    for offset in stride(from: 17, to: sound.count, by: 4_139) {
      var bytes = sound
      bytes[offset] ^= 0x10
      try bytes.write(to: URL(filePath: file))
      let store = try open()
      defer { store.close() }
      #expect(try names(store, 3) == ["Ada", "Bea", "Cleo"], "offset \(offset)")
      #expect(try copies().count == 1)
      try sound.write(to: URL(filePath: file))
    }
  }

  @Test func `a copy of another log is deleted`() throws {
    try makeStore()
    let first = try open()
    _ = try names(first, 3)
    first.close()
    let name = try #require(try copies().first)
    for wrong in ["asof-3-0000000000000000", "asof-2-\(name.suffix(16))"] {
      try FileManager.default.copyItem(atPath: "\(cache)/\(name)", toPath: "\(cache)/\(wrong)")
    }
    let store = try open()
    defer { store.close() }
    #expect(try names(store, 3) == ["Ada", "Bea", "Cleo"])
    #expect(try copies() == [name])
  }

  @Test func `deleting the copies loses nothing, also while they are open`() throws {
    try makeStore()
    let store = try open()
    defer { store.close() }
    _ = try names(store, 3)
    try FileManager.default.removeItem(atPath: cache)
    #expect(try names(store, 3) == ["Ada", "Bea", "Cleo"])
    #expect(try names(store, 4) == ["Ada", "Bea", "Cleo", "Dora"])
    #expect(try store.fault() == nil)
  }

  @Test func `copies take no more than their share`() throws {
    try makeStore()
    let none = try open(share: 0)
    #expect(try names(none, 3) == ["Ada", "Bea", "Cleo"])
    #expect(try copies() == [])
    none.close()
    let all = try open()
    for commit in UInt64(1)...5 { _ = try names(all, commit) }
    #expect(try copies().count == 5)
    let sizes = try copies().map {
      try FileManager.default.attributesOfItem(atPath: "\(cache)/\($0)/data.mdb")[.size] as? Int
        ?? 0
    }
    let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/data.mdb")[.size] as? Int
    all.close()
    // Room for two; those used longest ago go.
    let largest = try #require(sizes.max())
    let store = try open(share: largest * 5 / 2 * 100 / (try #require(size)) + 1)
    defer { store.close() }
    try store.edit { try $0.set(.note, of: .person(1), to: "x") }
    #expect(try names(store, 6).count == 6)
    #expect(try copies().count == 2)
    #expect(try copies().contains { $0.hasPrefix("asof-6-") })
  }

  @Test func `a cache that cannot be used is done without`() throws {
    try makeStore()
    try FileManager.default.removeItem(atPath: cache)
    try Data().write(to: URL(filePath: cache))
    let store = try open()
    defer { store.close() }
    #expect(try names(store, 3) == ["Ada", "Bea", "Cleo"])
  }

  @Test func `threads that ask for one past at once share a copy`() async throws {
    try makeStore()
    let store = try open()
    defer { store.close() }
    let lists = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<6 { group.addTask { try names(store, 3) } }
      return try await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    #expect(Set(lists) == [["Ada", "Bea", "Cleo"]])
    #expect(try copies().count == 1)
  }

  @Test func `processes that make the same copy at once all answer, and leave one`() throws {
    let store = try Store.inTemporaryDirectory()
    for number in 0..<300 { _ = try store.person("P\(number)") }
    let wanted = try names(store, 200).joined(separator: ",")
    #expect(wanted.hasPrefix("P0,P1,P10,"))
    store.close()
    for _ in 0..<4 {
      try? FileManager.default.removeItem(atPath: cache)
      let workers = try (0..<4).map { _ in try Worker("past", folder, "200") }
      for worker in workers { #expect(worker.line() == "ready") }
      for worker in workers { worker.release() }
      #expect(workers.map { $0.lines() } == Array(repeating: [wanted], count: 4))
      let left = try copies()
      #expect(left.count == 1 && left.first?.hasPrefix("asof-200-") == true, "\(left)")
    }
    let again = try open()
    #expect(try names(again, 200).joined(separator: ",") == wanted)
    #expect(try again.fault() == nil)
  }

  @Test func `what is not there is said`() throws {
    try makeStore()
    let store = try open()
    defer { store.close() }
    #expect(throws: StoreError(.notFound, "")) { try names(store, 7) }
    #expect(throws: StoreError(.notFound, "")) {
      try store.read(asOf: .time(0)) { try $0.list(.person).records }
    }
    #expect(try names(store, 0) == [])
    #expect(try store.read(asOf: .now) { $0.commit } == 6)
    let time = try #require(try store.read { try $0.commit(3) }).header.time
    #expect(try store.read(asOf: .time(time)) { $0.commit } >= 3)
  }
}
