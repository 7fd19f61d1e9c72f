import ContactLog
import ContactModel
import Foundation
import TestSupport
import Testing

/// What an import tells about each card.
@Suite(.temporaryDirectory) struct ImportOutcomeTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  private func outcomes(
    _ cards: [String], cardsPerCommit: Int = 10_000, dryRun: Bool = false
  ) throws -> [CardOutcome] {
    var options = Importer.Options()
    options.cardsPerCommit = cardsPerCommit
    options.dryRun = dryRun
    var found: [CardOutcome] = []
    let importer = store.importer(
      author: "ada", program: "tests", options: options, onCard: { found.append($0) },
      parse: LineCard.parse)
    for (index, card) in cards.enumerated() {
      try importer.add(Array(card.utf8), file: "f", line: 10 * index + 1, number: index + 1)
    }
    _ = try importer.finish()
    return found
  }

  @Test(arguments: [1, 3, 100], [false, true])
  func `each card is told once, in order`(cardsPerCommit: Int, dryRun: Bool) throws {
    try store.importing("uid U1\nfirst Ada", "uid U2\nfirst Bob")
    let cards = [
      "uid U1\nfirst Ada", "bad because", "uid U2\nfirst Bob\nnote n", "uid U3\nfirst Carl",
      "uid U1\nfirst Ada", "bad too",
    ]
    let found = try outcomes(cards, cardsPerCommit: cardsPerCommit, dryRun: dryRun)
    #expect(found.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(found.map(\.kind) == [.same, .failed, .updated, .added, .same, .failed])
    #expect(found.map(\.line) == [1, 11, 21, 31, 41, 51])
    #expect(
      found.map(\.record) == [
        .person(1), nil, .person(2), dryRun ? nil : .person(3), .person(1), nil,
      ])
    #expect(found[1].reason == "because")
    #expect(found[3].name == "Carl")
  }

  @Test func `an update names what changed`() throws {
    try store.importing("uid U\nfirst Ada\nlast L\ntel - 1\ncat Old\nphoto a\nx - X-A:1")
    let changes = [
      ("uid U\nfirst Eve\nlast L\ntel - 1\ncat Old\nphoto a\nx - X-A:1", [Property.firstName]),
      ("uid U\nfirst Eve\nlast L\ntel home 1\ncat Old\nphoto a\nx - X-A:1", [.phones]),
      ("uid U\nfirst Eve\nlast L\ntel home 1\ncat New\nphoto a\nx - X-A:1", [.members]),
      ("uid U\nfirst Eve\ntel home 1\ncat New\nphoto b\nx - X-A:1", [.lastName, .image]),
    ]
    for (card, changed) in changes {
      #expect(try outcomes([card]).first?.changed == changed)
    }
  }

  @Test func `an update that an edit holds off changes nothing but the card`() throws {
    try store.importing("uid U\nfirst Ada\nnote a")
    try store.edit { try $0.set(.note, of: .person(1), to: "mine") }
    let found = try outcomes(["uid U\nfirst Ada\nnote b"])
    #expect(found.first?.kind == .updated && found.first?.changed == [])
  }

  @Test func `members of groups that nobody answers to are named`() throws {
    let report = try store.importing(
      "uid U\nfirst Ada", "kind group\nuid G\nname Crew\nmember U\nmember nobody\nmember none")
    #expect(report.unknownMembers == 2)
    #expect(report.unknownMemberNames.map(\.uid) == ["nobody", "none"])
    #expect(report.unknownMemberNames.map(\.group) == [.group(1), .group(1)])
  }

  @Test func `lists in a report are bounded, counts are not`() throws {
    let importer = store.importer(author: "ada", program: "tests", parse: LineCard.parse)
    for line in 1...1_500 { importer.refuse(file: "f", line: line, reason: "r") }
    let report = try importer.finish()
    #expect(report.failed == 1_500 && report.read == 1_500)
    #expect(report.rejects.count == ImportReport.mostListed && report.rejects.last?.line == 1_000)
  }

  @Test func `cards beyond the limit of an import are refused by name, at the limit they pass`()
    throws
  {
    var options = Importer.Options()
    options.cards = 3
    let importer = store.importer(
      author: "ada", program: "tests", options: options, parse: LineCard.parse)
    for number in 1...4 {
      try importer.add(
        Array("uid U\(number)\nfirst A".utf8), file: "f", line: number, number: number)
    }
    #expect(importer.refusedCount == 1)
    let report = try importer.finish()
    #expect(report.counts == [3, 0, 0, 1])
    #expect(report.rejects.first?.number == 4)
    #expect(report.rejects.first?.reason == "more than 3 cards in one import")
  }

  @Test func `a dry run of several commits' worth knows the cards before by uid`() throws {
    let cards = [
      "uid U1\nfirst A", "uid U2\nfirst B", "uid U1\nfirst A\nnote n", "first X", "first X",
    ]
    let found = try outcomes(cards, cardsPerCommit: 2, dryRun: true)
    #expect(found.map(\.kind) == [.added, .added, .updated, .added, .same])
    #expect(try store.lastCommit() == 0)
  }

  @Test func `an import takes the memory of a commit, however many cards come`() throws {
    let worker = try Worker("import", TemporaryDirectory.path + "/store")
    defer { worker.kill() }
    func anonymousKiB(afterCommits count: Int) throws -> Int {
      for _ in 0..<count { _ = worker.line() }
      let status = try String(contentsOfFile: "/proc/\(worker.identifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon") })
      return try #require(Int(line.filter(\.isNumber)))
    }
    let early = try anonymousKiB(afterCommits: 50)
    let late = try anonymousKiB(afterCommits: 350)
    #expect(late < early + 8_192, "\(early) KiB became \(late) KiB")
  }
}
