import ContactModel
import Foundation
import TestSupport
import Testing

struct GoldenTests {
  @Test func `every vector of events and headers is expected here and nothing else`() {
    #expect(Set(GoldenVector.of("event").map(\.name)) == Set(goldenEvents.keys))
    #expect(Set(GoldenVector.of("header").map(\.name)) == Set(goldenHeaders.keys))
    #expect(Set(GoldenVector.of("record").map(\.name)) == Set(goldenRecords.keys))
    #expect(GoldenVector.all.count > 100)
  }

  @Test(arguments: GoldenVector.of("event"))
  func `an event's bytes are those of an independent encoder`(vector: GoldenVector) throws {
    let expected = try #require(goldenEvents[vector.name])
    #expect(encode(expected).hex == vector.bytes.hex)
    #expect(try decodeEvent(vector.bytes) == expected)
    #expect(try encode(decodeEvent(vector.bytes)) == vector.bytes)
  }

  @Test(arguments: GoldenVector.of("header"))
  func `a header's bytes are those of an independent encoder`(vector: GoldenVector) throws {
    let expected = try #require(goldenHeaders[vector.name])
    #expect(encode(expected).hex == vector.bytes.hex)
    #expect(try decodeHeader(vector.bytes) == expected)
  }

  @Test(arguments: GoldenVector.of("record"))
  func `a record's row is that of an independent encoder`(vector: GoldenVector) throws {
    let expected = try #require(goldenRecords[vector.name])
    #expect(encode(expected.record, expected.newestRun).hex == vector.bytes.hex)
    let decoded = try decodeRecord(vector.bytes, expected.record.id)
    #expect(decoded.record == expected.record)
    #expect(decoded.newestRun == expected.newestRun)
  }

  @Test func `every event type has a vector`() {
    let seen = Set(goldenEvents.values.map(\.change.name))
    let types = [
      "created", "removed", "restored", "valueSet", "valueCleared", "entryAdded", "entryValueSet",
      "entryLabelSet", "entryMoved", "entryRemoved", "entryRestored", "memberAdded",
      "memberRemoved", "linked", "unlinked", "keptApart", "mergedInto", "unknown2",
    ]
    #expect(seen.isSuperset(of: types))
  }

  @Test(arguments: GoldenVector.all.filter { $0.name.hasPrefix("uint ") })
  func `an unsigned number has the shortest head`(vector: GoldenVector) throws {
    let number = try #require(UInt64(vector.name.dropFirst(5)))
    var encoder = CBOREncoder()
    encoder.unsigned(number)
    #expect(encoder.bytes == vector.bytes)
    var decoder = CBORDecoder(vector.bytes.span)
    let decoded = try decoder.unsigned()
    #expect(decoded == number)
  }

  @Test(arguments: GoldenVector.all.filter { $0.name.hasPrefix("nint ") })
  func `a negative number has the shortest head`(vector: GoldenVector) throws {
    let number = try #require(Int64(vector.name.dropFirst(5)))
    var encoder = CBOREncoder()
    encoder.integer(number)
    #expect(encoder.bytes == vector.bytes)
    var decoder = CBORDecoder(vector.bytes.span)
    let decoded = try decoder.integer()
    #expect(decoded == number)
  }

  @Test(arguments: [0, 1, 23, 24, 255, 256])
  func `strings of each length have the shortest head`(count: Int) throws {
    func vector(_ name: String) throws -> [UInt8] {
      try #require(GoldenVector.all.first { $0.name == name }).bytes
    }
    #expect(
      encode(.data((0..<count).map { UInt8($0 % 251) })) == (try vector("bytes of \(count)")))
    #expect(
      encode(.text(String(repeating: "x", count: count))) == (try vector("text of \(count)")))
  }

  @Test func `an independent encoder still makes the same bytes`() async throws {
    let environment = ProcessInfo.processInfo.environment
    let python = environment["CONTACTLOG_PYTHON"] ?? "python3"
    let run = Executable(URL(filePath: "/usr/bin/env"))
    let probe = try await run.run([python, "-c", "import cbor2"])
    guard probe.status == 0 else {
      return print("SKIPPED: no python3 with cbor2 (`pip install cbor2`) to make the vectors again")
    }
    let script = GoldenVector.file.deletingLastPathComponent().appending(path: "make_vectors.py")
    let check = try await run.run([python, script.path, "--check"])
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test func `the format documents show golden bytes only`() throws {
    let docs = SharedFolder.packageRoot.appending(path: "docs")
    let text = try ["format.md", "projections.md"].map {
      try String(contentsOf: docs.appending(path: $0), encoding: .utf8)
    }.joined()
    let known = GoldenVector.all.map(\.bytes.hex)
    let shown = text.matches(of: /`([0-9a-f]{6,})`/).map { String($0.1) }
    #expect(shown.count > 40)
    for hex in shown where !known.contains(where: { $0.contains(hex) }) {
      Issue.record("a format document shows \(hex), which no vector has")
    }
  }
}
