import ContactLog
import ContactModel
import Foundation
import LMDB
import Synchronization
import TestSupport
import Testing

/// Single flipped bits anywhere in the file of a small store.
@Suite(.temporaryDirectory) struct DamageTests {
  let path: String

  init() throws { path = TemporaryDirectory.path + "/store" }

  /// Some of everything that a store can hold, in more than six commits.
  private func fill() throws {
    let store = try Store.create(at: path)
    defer { store.close() }
    try store.edit { session in
      let group = try session.createGroup(named: "Friends", uid: "Ugroup:1")
      for number in 1...12 {
        let id = try session.createPerson(uid: "U\(number)")
        try session.set(.firstName, of: id, to: .text("Name\(number)"))
        try session.set(.lastName, of: id, to: .text("Last\(number % 3)"))
        try session.add(.phones, to: id, "030 1234567", label: Label("home"))
        try session.addMember(id, to: group)
      }
    }
    try store.edit {
      try $0.setImage(Array(repeating: 7, count: 3000), mediaType: "image/png", of: .person(1))
      try $0.set(.note, of: .person(2), to: .text(String(repeating: "n", count: 6000)))
      try $0.add(.emails, to: .person(3), "a@example.org")
      try $0.link(.person(1), .person(2))
    }
    try store.edit { try $0.set(.firstName, of: .person(4), to: "Other") }
    let removal = try store.edit { try $0.remove(.person(5)) }
    try store.undo(removal.number)
    try store.importing("uid U20\nfirst Imported\ncat Friends\nphoto abc", "uid U21\ntel - 1")
    try store.edit { try $0.remove(.person(6)) }
    var settings = Settings()
    settings.region = "DE"
    try store.set(settings)
  }

  /// The store without free pages: most bits mean something then.
  private func compacted() throws -> String {
    let copy = TemporaryDirectory.path + "/compact"
    try FileManager.default.createDirectory(
      atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let environment = try Environment.open(directory: path)
    try environment.copy(toDirectory: copy, compacting: true)
    environment.close()
    return copy
  }

  /// What came of each flip, by the first word of what the worker says; `crash` where it died.
  private func outcomes(
    _ path: String, _ count: Int, seed: Int
  ) throws -> [String: [String]] {
    var outcomes: [String: [String]] = [:]
    var next = 0
    while next < count {
      let worker = try Worker("flip", path, "\(next)", "\(count - next)", "\(seed)")
      let watchdog = Watchdog(worker.identifier, seconds: 20)
      var place: String?
      while let line = worker.line() {
        watchdog.feed()
        if line.hasPrefix("try ") {
          place = line
          next += 1
        } else {
          let word = line.prefix { $0 != " " && $0 != ":" }
          outcomes[String(word), default: []].append("\(place ?? "?"): \(line)")
          place = nil
        }
      }
      if let place { outcomes["crash", default: []].append(place) }
      watchdog.stop()
    }
    return outcomes
  }

  @Test func `a flipped bit is never read as something else, and verify finds it`() throws {
    try fill()
    let count = 300
    let outcomes = try outcomes(compacted(), count, seed: 1)
    print("flipped bits: \(outcomes.mapValues(\.count).sorted { $0.key < $1.key })")
    #expect(outcomes["wrong"] == nil, "\(outcomes["wrong"] ?? [])")
    #expect(outcomes["silent"] == nil, "\(outcomes["silent"] ?? [])")
    #expect(outcomes["error"] == nil, "\(outcomes["error"] ?? [])")
    // LMDB itself trusts the heads of its pages: a few of these flips end the process.
    #expect(outcomes["crash", default: []].count < count / 20, "\(outcomes["crash"] ?? [])")
    #expect(outcomes["found", default: []].count > count / 10)
  }
}

/// Kills a process that nothing was heard of for a while.
private final class Watchdog: Sendable {
  private let lastHeard = Mutex(ContinuousClock.now)
  private let isOver = Mutex(false)

  init(_ process: Int32, seconds: Int) {
    Thread.detachNewThread { [self] in
      while !isOver.withLock({ $0 }) {
        if ContinuousClock.now - lastHeard.withLock({ $0 }) > .seconds(seconds) {
          kill(process, SIGKILL)
          return
        }
        usleep(100_000)
      }
    }
  }

  func feed() { lastHeard.withLock { $0 = .now } }

  func stop() { isOver.withLock { $0 = true } }
}
