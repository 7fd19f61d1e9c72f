import ContactModel
import Foundation
import TestSupport
import Testing

@testable import ContactLog

/// A log in both forms that another encoder made: Tests/Fixtures/log/make_log.py.
@Suite(.temporaryDirectory) struct GoldenLogTests {
  private static let folder = SharedFolder.packageRoot.appending(path: "Tests/Fixtures/log").path
  private let target = TemporaryDirectory.path + "/copy"

  @Test(arguments: ["golden.jsonl", "segments"])
  func `a log of another encoder is taken, and goes out with the same bytes`(_ name: String) throws
  {
    let report = try Store.replay(.exported("\(Self.folder)/\(name)"), into: target)
    #expect(report.proof.fault == nil)
    #expect(
      report.proof.head.hex == "9852ffab0b0208bba70a58b58589cc3346811d57aee9fba5b2c6f7709a787e33")
    let store = try Store.open(at: target)
    #expect(try store.fault() == nil)
    #expect(try store.record(.person(1))?.text(.firstName) == "Zürich")
    var lines: [UInt8] = []
    _ = try store.exportLogLines { lines += $0 }
    #expect(Data(lines) == FileManager.default.contents(atPath: Self.folder + "/golden.jsonl"))
    let names = ["00000001.segment", "00000002.segment"]
    let wanted = names.map { FileManager.default.contents(atPath: "\(Self.folder)/segments/\($0)") }
    let out = TemporaryDirectory.path + "/out"
    // So long that the last commit does not fit into the first file.
    let limit = (wanted[0]?.count ?? 0) + 30
    _ = try store.exportLogSegments(to: out, from: nil, through: .max, limit: limit)
    #expect(names.map { FileManager.default.contents(atPath: "\(out)/\($0)") } == wanted)
  }

  @Test func `the other encoder still makes the same bytes, and the reader in Python takes them`()
    async throws
  {
    let python = ProcessInfo.processInfo.environment["CONTACTLOG_PYTHON"] ?? "python3"
    let run = Executable(URL(filePath: "/usr/bin/env"))
    guard try await run.run([python, "-c", "import cbor2"]).status == 0 else {
      return print("SKIPPED: no python3 with cbor2 (`pip install cbor2`) to make the log again")
    }
    let check = try await run.run([python, Self.folder + "/make_log.py", "--check"])
    #expect(check.status == 0, "\(check.errors)")
    let docs = SharedFolder.packageRoot.appending(path: "docs").path
    for name in ["golden.jsonl", "segments"] {
      let fold = try await run.run([python, docs + "/fold_log.py", "\(Self.folder)/\(name)"])
      #expect(
        fold.output == "record 1: 3 values, 2 entries\nrecord group:1: 0 values, 0 entries\n",
        "\(fold.errors)")
    }
  }
}
