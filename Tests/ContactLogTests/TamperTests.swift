import ContactLog
import ContactModel
import Foundation
import LMDB
import TestSupport
import Testing

/// Damage of every kind to a store's file: verify finds what can be seen, and never dies.
@Suite(.temporaryDirectory) struct TamperTests {
  let path = TemporaryDirectory.path + "/store"

  /// Enough people that tables have branches, and some of everything else.
  private func fill(people: Int) throws {
    let store = try Store.create(at: path)
    defer { store.close() }
    try store.edit { session in
      let group = try session.createGroup(named: "Friends", uid: "Ugroup:1")
      for number in 1...people {
        let id = try session.createPerson(uid: "U\(number)")
        try session.set(.firstName, of: id, to: .text("Name\(number)"))
        try session.set(.lastName, of: id, to: .text("Last\(number % 7)"))
        try session.add(.phones, to: id, "030 1234567", label: Label("home"))
        try session.add(.emails, to: id, .text("n\(number)@example.org"))
        if number % 3 == 0 { try session.addMember(id, to: group) }
      }
    }
    try store.edit {
      try $0.setImage(Array(repeating: 7, count: 9_000), mediaType: "image/png", of: .person(1))
      try $0.set(.note, of: .person(2), to: .text(String(repeating: "n", count: 6000)))
      try $0.link(.person(1), .person(2))
    }
    try store.edit { try $0.add(.emails, to: .person(3), "a@example.org") }
    let removal = try store.edit { try $0.remove(.person(5)) }
    try store.undo(removal.number)
    try store.edit { try $0.remove(.person(6)) }
    var settings = Settings()
    settings.region = "DE"
    try store.set(settings)
  }

  /// What came of each damage, by the first word; `crash` where the worker died.
  private func outcomes(_ path: String, count: Int, seed: Int) throws -> [String: [String]] {
    var outcomes: [String: [String]] = [:]
    var next = 0
    while next < count {
      let worker = try Worker("tamper", path, "\(next)", "\(count - next)", "\(seed)")
      var place: String?
      var isEmpty = true
      while let line = worker.line() {
        isEmpty = false
        if line.hasPrefix("try ") {
          place = line
          next += 1
        } else {
          let word = String(line.prefix { $0 != " " })
          outcomes[word, default: []].append("\(place ?? "?"): \(line)")
          place = nil
        }
      }
      if let place { outcomes["crash", default: []].append(place) }
      if isEmpty { break }
    }
    return outcomes
  }

  /// 10,000 with CONTACTLOG_TAMPER=10000; a few hundred otherwise.
  private static let count =
    ProcessInfo.processInfo.environment["CONTACTLOG_TAMPER"].flatMap { Int($0) } ?? 240

  @Test func `damage that can be seen is found, and none ends the process`() throws {
    try fill(people: 45)
    let outcomes = try outcomes(path, count: Self.count, seed: 1)
    print("tampered: \(outcomes.mapValues(\.count).sorted { $0.key < $1.key })")
    #expect(outcomes["crash"] == nil, "\(outcomes["crash"] ?? [])")
    #expect(outcomes["silent"] == nil, "\(outcomes["silent"] ?? [])")
    #expect(outcomes["error"] == nil, "\(outcomes["error"] ?? [])")
    #expect(outcomes["found", default: []].count > Self.count / 3)
    #expect(
      outcomes.values.reduce(0) { $0 + $1.count } == Self.count, "some have no outcome")
  }

  @Test func `an older state of the file is sound, but not what the anchor says`() throws {
    try fill(people: 6)
    let file = URL(filePath: path).appending(path: "data.mdb")
    let old = try Data(contentsOf: file)
    let store = try Store.open(at: path)
    let before = try store.anchor()
    try store.edit { try $0.set(.note, of: .person(1), to: "later") }
    let anchor = try store.anchor()
    store.close()
    #expect(try Store.verify(at: path, anchor: anchor).isSound)
    #expect(try Store.verify(at: path, anchor: before).isSound)
    try old.write(to: file)
    #expect(try Store.verify(at: path).isSound)
    #expect(try Store.verify(at: path, anchor: before).isSound)
    let fault = try Store.verify(at: path, anchor: anchor).fault
    #expect(fault?.kind == .chain && fault?.commit == before.commit)
  }

  @Test func `a log that was written anew is not the one of the anchor`() throws {
    try fill(people: 6)
    let other = TemporaryDirectory.path + "/other"
    let store = try Store.open(at: path)
    let head = try store.read { $0.commit }
    _ = try Store.replay(.store(store), into: other, to: .commit(head - 1))
    let anchor = try store.anchor()
    store.close()
    let forged = try Store.open(at: other)
    try forged.edit { try $0.set(.note, of: .person(1), to: "another") }
    forged.close()
    #expect(try Store.verify(at: other).isSound)
    let fault = try Store.verify(at: other, anchor: anchor).fault
    #expect(fault?.kind == .chain && fault?.commit == head)
  }

  @Test func `an anchor reads back, and one of another book is refused`() throws {
    try fill(people: 6)
    let store = try Store.open(at: path)
    let anchor = try store.anchor()
    #expect(Anchor("  \(anchor)\n") == anchor)
    for text in ["", "contactlog", "\(anchor)0", "x\(anchor)", "contactlog:00:1:00"] {
      #expect(Anchor(text) == nil, "\(text)")
    }
    let other = try Store.create(at: path + "-other")
    #expect(throws: StoreError(.invalid, "")) { try other.verify(anchor: anchor) }
    #expect(try other.verify(anchor: other.anchor()).isSound)
    #expect(try store.verify(anchor: anchor).isSound)
  }

  @Test func `verify writes nothing, and a copy is checked as well`() throws {
    try fill(people: 6)
    let file = URL(filePath: path).appending(path: "data.mdb")
    let before = try Data(contentsOf: file)
    #expect(try Store.verify(at: path).isSound)
    #expect(try Store.verify(at: path, copying: true).isSound)
    #expect(try Data(contentsOf: file) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.path)
    #expect(names == ["store"])
  }

  @Test func `a damaged page is named, with the commit or the record on it`() throws {
    try fill(people: 40)
    let file = URL(filePath: path).appending(path: "data.mdb")
    let bytes = try Data(contentsOf: file)
    func fault(_ text: String) throws -> LogFault? {
      var damaged = bytes
      var from = damaged.startIndex
      while let found = damaged.range(of: Data(text.utf8), in: from..<damaged.endIndex) {
        damaged[found.lowerBound] ^= 1
        from = found.upperBound
      }
      try damaged.write(to: file)
      return try Store.verify(at: path).fault
    }
    let event = try fault("Name7")
    #expect(event?.kind == .damaged && event?.commit == 1 && event?.page != nil)
    let word = try fault("name7")
    #expect(word?.kind == .damaged && word?.page != nil && word?.commit == 0)
  }

  @Test func `writers wait while the file is read`() throws {
    try fill(people: 6)
    let store = try Store.open(at: path)
    var options = Store.Options()
    options.waiting = .milliseconds(50)
    var wasBusy = false
    _ = try store.verify { _, _ in
      do {
        _ = try Store.verify(at: self.path, options: options)
      } catch {
        wasBusy = (error as? StoreError)?.code == .busy
      }
    }
    #expect(wasBusy)
  }
}
