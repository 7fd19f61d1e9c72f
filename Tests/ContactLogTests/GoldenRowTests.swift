import ContactModel
import Foundation
import TestSupport
import Testing

@testable import ContactLog

/// Rows of the store against an independent encoder; see `Tests/Fixtures/golden`.
struct GoldenRowTests {
  /// The bytes of a vector of rows, in hexadecimal digits.
  private func golden(_ name: String) throws -> String {
    let file = SharedFolder.packageRoot.appending(path: "Tests/Fixtures/golden/vectors.tsv")
    let lines = try String(contentsOf: file, encoding: .ascii).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("row \(name)\t") })
    return String(try #require(line.split(separator: "\t").last))
  }

  private func encoded(_ write: (inout CBOREncoder) -> Void) -> String {
    var encoder = CBOREncoder()
    write(&encoder)
    return Hex.string(encoder.bytes)
  }

  private func decoded<T>(_ name: String, _ read: (inout CBORDecoder) throws -> T) throws -> T {
    let bytes = try #require(Hex.bytes(try golden(name)))
    var decoder = CBORDecoder(bytes.span)
    let value = try read(&decoder)
    try decoder.finish()
    return value
  }

  @Test func `the identity row is as documented`() throws {
    let identity = Identity(book: Array(0..<16), instance: Array(0xF0...0xFF))
    #expect(encoded { identity.encode(to: &$0) } == (try golden("identity")))
    #expect(try decoded("identity") { try Identity(&$0) } == identity)
  }

  @Test func `the head row is as documented`() throws {
    var head = Head()
    head.projectionVersion = 0x0102_0304_0506_0708
    #expect(encoded { head.encode(to: &$0) } == (try golden("head of a new store")))
    (head.commit, head.position, head.clock) = (2, 30, 117_923_774_791_680_001)
    head.hash = try #require(
      ContentHash(hex: "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"))
    (head.nextNumbers, head.counts) = ([13, 4, 2, 0], [11, 3, 1, 0])
    (head.liveSet, head.projectionVersion) = (1, .max)
    #expect(encoded { head.encode(to: &$0) } == (try golden("head")))
    #expect(try decoded("head") { try Head(&$0) } == head)
  }

  @Test func `a commit's row is as documented, with and without a note`() throws {
    let plain = CommitRow(header: [0xA0], note: nil)
    let noted = CommitRow(header: [0xA0], note: (salt: Array(0x40...0x4F), text: "Z\u{FC}rich"))
    #expect(encoded { plain.encode(to: &$0) } == (try golden("commit without a note")))
    #expect(encoded { noted.encode(to: &$0) } == (try golden("commit with a note")))
    let bytes = try #require(Hex.bytes(try golden("commit with a note")))
    let read = try CommitRow(bytes.span)
    #expect(read.header == noted.header)
    #expect(read.note?.text.hasSameBytes(as: "Z\u{FC}rich") == true)
  }

  @Test func `the row of a commit's time is as documented, with and without its records`() throws {
    let row = TimeRow(commit: 300, records: 70_000)
    #expect(Hex.string(row.bytes) == (try golden("time of a commit")))
    #expect(try TimeRow(row.bytes.span) == row)
    // As it was before records were counted: the number alone.
    let old = TimeRow(commit: 300, records: nil)
    #expect(old.bytes == [0x19, 0x01, 0x2C])
    #expect(try TimeRow(old.bytes.span) == old)
    let outOfForm: [[UInt8]] = [
      [], [0x80], [0x81, 1], [0x82, 1], [0x83, 1, 1, 1], [1, 1], [0x82, 0x20, 1],
    ]
    for bytes in outOfForm {
      #expect(throws: CBORError.self) { try TimeRow(bytes.span) }
    }
  }

  @Test func `the settings row is as documented`() throws {
    var settings = Settings()
    #expect(encoded { settings.encode(to: &$0) } == (try golden("settings of a new store")))
    (settings.region, settings.nameOrder) = ("DE", .firstName)
    (settings.lastNameFirst, settings.locales) = (true, ["de", "sv"])
    #expect(encoded { settings.encode(to: &$0) } == (try golden("settings")))
    #expect(try decoded("settings") { try Settings(&$0) } == settings)
    settings = Settings()
    for limit in [MassChange.Limit(records: 50, percent: 5), nil] {
      settings.massChange = limit
      let name = "settings with\(limit == nil ? "out" : "") a limit for mass changes"
      #expect(encoded { settings.encode(to: &$0) } == (try golden(name)))
      #expect(try decoded(name) { try Settings(&$0) } == settings)
    }
  }

  @Test(
    arguments: [
      ("membership", .joined, 30, 30),
      ("membership ended and brought back", .joined, 300, 30), ("kept apart", .apart, 31, 31),
    ] as [(String, Relation.State, Position, Position)])
  func `a relation's row is as documented`(
    name: String, state: Relation.State, last: Position, effective: Position
  ) throws {
    let relation = Relation(state: state, writers: Writers(last: last, effective: effective))
    #expect(encoded { relation.encode(to: &$0) } == (try golden(name)))
    let bytes = try #require(Hex.bytes(try golden(name)))
    #expect(try Relation(row: bytes.span) == relation)
  }

  @Test(
    arguments: [
      ("edition of a new store", .order, "root", 0, [1, 2, 3, 4, 5], .current),
      ("edition left behind", .words, "", 0, [1, 1, 16, 0, 0], .behind(300)),
      (
        "edition being made", .order, "de@collation=phonebook", 1, [1, 2, 3, 4, 5], .building
      ),
    ] as [(String, EditionSpec.Kind, String, UInt64, [UInt8], Edition.State)])
  func `an edition's row is as documented`(
    name: String, kind: EditionSpec.Kind, locale: String, attributes: UInt64, version: [UInt8],
    state: Edition.State
  ) throws {
    let spec = EditionSpec(kind: kind, locale: locale, attributes: attributes, version: version)
    let edition = Edition(id: 3, spec: spec, state: state)
    #expect(encoded { edition.encode(to: &$0) } == (try golden(name)))
    let bytes = try #require(Hex.bytes(try golden(name)))
    #expect(try Edition(id: 3, row: bytes.span) == edition)
  }

  @Test func `the frame of a run is as documented`() throws {
    let frame = encoded { Run.frame(&$0, count: 3, commit: 2, previous: 20) }
    #expect(frame == (try golden("frame of a run")))
  }
}
