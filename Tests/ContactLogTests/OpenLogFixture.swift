import ContactModel
import Foundation
import TestSupport
import Testing

@testable import ContactLog

/// A store with some of everything that a log can hold, and its log in both forms.
struct OpenLogFixture {
  let store: Store
  let folder = TemporaryDirectory.path

  init() throws {
    store = try Store.create(at: TemporaryDirectory.path + "/store")
    let session = store.session(author: "ada \"x\" \u{202E}\\", program: "tests")
    let source = try session.createSource(named: "Phone")
    let group = try session.createGroup(named: "Friends", uid: "Ugroup:1")
    let ada = try session.createPerson(uid: "U1")
    try session.set(.firstName, of: ada, to: "Zürich\n\u{1}\u{7F}\u{FEFF}😀")
    try session.set(.birthday, of: ada, to: .date(try #require(PartialDate("--01-20"))))
    try session.set(.personKind, of: ada, to: .integer(-3))
    try session.set(Property(rawValue: 200), of: ada, to: .real(0.1))
    try session.set(Property(rawValue: 202), of: ada, to: .instant(-.infinity))
    try session.set(Property(rawValue: 204), of: ada, to: .data([0, 255]))
    try session.set(Property(rawValue: 206), of: ada, to: .opaque(tag: 300, [1]))
    try session.add(.phones, to: ada, "030 1234567", label: Label("home"))
    try session.add(.phones, to: ada, "030 7654321", label: Label("own words"))
    try session.add(.addresses, to: ada, .fields(["city": "Köln", "x": ""]))
    try session.addMember(ada, to: group)
    _ = source
    try session.save(note: "because \"of\" that")
    try store.edit { try $0.setImage(Self.photo, mediaType: "image/png", of: .person(1)) }
    try store.importing("uid U20\nfirst Imported\ncat Friends\nphoto abc", "uid U21\ntel - 1")
    try store.edit {
      for number in 0..<36 {
        try $0.add(.extra, to: .person(2), .text("a line of some length, number \(number)"))
      }
    }
    let removal = try store.edit { try $0.remove(.person(2)) }
    try store.undo(removal.number)
    try store.edit {
      try $0.link(.person(1), .person(2))
      try $0.set(.note, of: .person(1), to: "x")
    }
    try store.edit { try $0.set(.note, of: .person(1), to: nil) }
  }

  static let photo = [UInt8](repeating: 7, count: 700)

  /// The log as JSON Lines.
  func lines(from first: UInt64 = 1, through last: UInt64 = .max) throws -> [String] {
    var text: [UInt8] = []
    _ = try store.exportLogLines(from: first, through: last) { text += $0 }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Writes lines into a file and gives its path.
  func write(_ lines: [String], _ name: String = "log.jsonl") throws -> String {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8), name)
  }

  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }

  /// Writes the log as segments of a small size and gives the folder.
  func segments(_ limit: Int = 1_500) throws -> String {
    _ = try store.exportLogSegments(
      to: "\(folder)/segments", from: nil, through: .max, limit: limit)
    return "\(folder)/segments"
  }

  /// Replays a log and compares all there is with the store.
  func replayed(_ path: String, into name: String) throws -> ReplayReport {
    let target = "\(folder)/\(name)"
    let report = try Store.replay(.exported(path), into: target)
    let copy = try Store.open(at: target)
    defer { copy.close() }
    #expect(report.proof.fault == nil)
    #expect(isSame(try copy.digests(), try store.digests()))
    #expect(try copy.head().hash == store.head().hash)
    #expect(copy.book == store.book && copy.instance != store.instance)
    #expect(try copy.fault() == nil)
    return report
  }
}

/// Reads a log to its end, or to the first thing wrong, without a store.
func fault(ofLog path: String) throws -> LogFault? {
  var place: String?
  do {
    let input = try LogSource.exported(path).input(after: 0)
    defer { place = input.place }
    let start = input.start
    var chain = LogChain(
      book: start.book, after: start.commit, position: start.position, hash: start.hash)
    while let item = try input.next() {
      if case .commit(let commit) = item { _ = try chain.check(commit) }
    }
    guard let end = input.promisedEnd, end.hash == chain.hash, end.commit == chain.commit,
      end.position == chain.position
    else { return LogFault(kind: .chain, commit: chain.commit, reason: "another end") }
    return nil
  } catch var fault as LogFault {
    fault.place = fault.place ?? place
    return fault
  }
}
