import ContactModel
import Foundation
import TestSupport
import Testing

@testable import ContactLog

/// The log as JSON Lines and as segments, and stores made of them.
@Suite(.temporaryDirectory) struct OpenLogTests {
  let fixture: OpenLogFixture

  init() throws { fixture = try OpenLogFixture() }

  @Test func `JSON Lines give an equal store, and the same lines again`() throws {
    let lines = try fixture.lines()
    let report = try fixture.replayed(fixture.write(lines), into: "copy")
    #expect(report.applied == report.proof.commits)
    let copy = try Store.open(at: fixture.folder + "/copy")
    var again: [UInt8] = []
    _ = try copy.exportLogLines { again += $0 }
    #expect(String(decoding: again, as: UTF8.self) == lines.map { $0 + "\n" }.joined())
  }

  @Test func `segments give an equal store, and the same segments again`() throws {
    let folder = try fixture.segments()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.count > 2 && names.first == "00000001.segment")
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      // One commit alone is longer.
      #expect((attributes[.size] as? Int ?? .max) < 8_000)
    }
    _ = try fixture.replayed(folder, into: "copy")
    let copy = try Store.open(at: fixture.folder + "/copy")
    let again = fixture.folder + "/again"
    _ = try copy.exportLogSegments(to: again, from: nil, through: .max, limit: 1_500)
    for name in names {
      #expect(
        FileManager.default.contentsEqual(atPath: "\(folder)/\(name)", andPath: "\(again)/\(name)"))
    }
  }

  @Test func `a log of nothing is a log`() throws {
    let store = try Store.create(at: fixture.folder + "/empty")
    let folder = fixture.folder + "/none"
    #expect(try store.exportLogSegments(to: folder).files == 1)
    #expect(try store.exportLogSegments(to: folder).files == 0)
    let report = try Store.replay(.exported(folder), into: fixture.folder + "/copy")
    #expect(report.proof.fault == nil && report.proof.commits == 0)
  }

  @Test func `Python reads both forms and comes to the same head`() async throws {
    let lines = try fixture.write(fixture.lines())
    let segments = try fixture.segments()
    let reader = SharedFolder.packageRoot.appending(path: "docs/read_log.py").path
    let python = ProcessInfo.processInfo.environment["CONTACTLOG_PYTHON"] ?? "python3"
    let run = Executable(URL(filePath: "/usr/bin/env"))
    guard try await run.run([python, "-c", "import cbor2"]).status == 0 else {
      return print("SKIPPED: no python3 with cbor2 (`pip install cbor2`) to read the log")
    }
    let commits = Int(try fixture.store.read { $0.commit })
    var outputs: [String] = []
    for path in [lines, segments] {
      let output = try await run.run([python, reader, path])
      #expect(output.status == 0, "\(output.errors)")
      #expect(output.output.split(separator: "\n").count >= commits)
      outputs.append(output.output)
    }
    #expect(outputs[0] == outputs[1])
    // And it finds what was edited.
    let edited = try fixture.lines().map {
      $0.replacing("030 7654321", with: "030 7654322").replacing(
        "\"author\":\"ada\"", with: "\"author\":\"eve\"")
    }
    let bad = try await run.run([python, reader, fixture.write(edited, "edited.jsonl")])
    #expect(bad.status == 1 && bad.errors.contains("line"))
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: segments + "/00000002.segment")))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: segments + "/00000002.segment"))
    #expect(try await run.run([python, reader, segments]).status == 1)
  }

  @Test func `an edited line is refused with its number`() throws {
    let lines = try fixture.lines()
    #expect(try fault(ofLog: fixture.write(lines)) == nil)
    var random = SeededGenerator(seed: 3)
    for (index, line) in lines.enumerated() {
      let bytes = Array(line.utf8)
      // Of each line some places: what people read, and the raw bytes.
      var places = [bytes.count - 4]
      for _ in 0..<2 { places.append(Int.random(in: 0..<bytes.count, using: &random)) }
      for place in places {
        var edited = lines
        var changed = bytes
        changed[place] = changed[place] == 0x31 ? 0x32 : 0x31
        edited[index] = String(decoding: changed, as: UTF8.self)
        if edited[index] == line { continue }
        let path = try fixture.write(edited)
        do {
          let found = try #require(try fault(ofLog: path), "line \(index + 1), byte \(place)")
          // Start and end have no raw bytes: what they name is compared with the commits.
          let isFramed = index > 0 && index < lines.count - 1
          #expect(
            !isFramed || found.place == "line \(index + 1)", "line \(index + 1): \(found)")
        } catch let error as StoreError {
          #expect(index == 0 && [.invalid, .newerFormat].contains(error.code))
        }
      }
    }
  }

  @Test func `a line that is missing, doubled or moved is refused`() throws {
    let lines = try fixture.lines()
    for index in stride(from: 1, to: lines.count - 1, by: 3) {
      var edited = lines
      edited.remove(at: index)
      #expect(try fault(ofLog: fixture.write(edited)) != nil || lines[index].hasPrefix("{\"blob"))
      edited = lines
      edited.insert(lines[index], at: index)
      #expect(try fault(ofLog: fixture.write(edited)) != nil || lines[index].hasPrefix("{\"blob"))
      edited = lines
      edited.swapAt(index, index + 1)
      #expect(try fault(ofLog: fixture.write(edited)) != nil || lines[index].hasPrefix("{\"blob"))
    }
    let target = fixture.folder + "/no-photo"
    let photo = try fixture.write(lines.filter { !$0.hasPrefix("{\"blob") })
    let report = try Store.replay(.exported(photo), into: target)
    #expect(report.proof.fault?.kind == .damaged)
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  @Test func `a replay of an edited line makes nothing`() throws {
    var lines = try fixture.lines()
    let index = try #require(lines.firstIndex { $0.contains("030 7654321") })
    lines[index] = lines[index].replacing("030 7654321", with: "030 7654322")
    let target = fixture.folder + "/copy"
    let report = try Store.replay(.exported(fixture.write(lines)), into: target)
    #expect(report.proof.fault?.kind == .damaged)
    #expect(report.proof.fault?.place == "line \(index + 1)")
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(!FileManager.default.fileExists(atPath: target + ".new-replay"))
  }

  @Test func `any changed byte of a segment is found, with its file and place`() throws {
    let folder = try fixture.segments()
    let file = URL(filePath: folder + "/00000002.segment")
    let bytes = try Data(contentsOf: file)
    for place in stride(from: 0, to: bytes.count, by: 43) {
      var damaged = bytes
      damaged[place] ^= 0x10
      try damaged.write(to: file)
      do {
        let found = try #require(try fault(ofLog: folder), "byte \(place)")
        #expect(found.place?.hasPrefix("00000002.segment") == true, "\(found)")
      } catch let error as StoreError {
        #expect(place < 8 && error.code == .invalid)
      }
    }
  }

  @Test func `a log cut anywhere gives all whole commits, and goes on when it is whole`() throws {
    let lines = try fixture.lines()
    let whole = lines.map { $0 + "\n" }.joined()
    let cuts = stride(from: 1, to: whole.utf8.count, by: whole.utf8.count / 6)
    let target = fixture.folder + "/copy"
    var last: UInt64 = 0
    for cut in cuts {
      let part = Array(whole.utf8.prefix(cut))
      let report = try? Store.replay(
        .exported(fixture.write(part, "log.jsonl")), into: target)
      guard let report else { continue }
      let fault = try #require(report.proof.fault)
      #expect(fault.kind == .cut && fault.place?.hasPrefix("line ") == true)
      // Every commit whose last event line is there.
      let there = part.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().count
      let begun = lines[..<there].count { $0.hasPrefix("{\"commit") }
      #expect(Int(report.proof.commits) >= begun - 1 && Int(report.proof.commits) <= begun)
      #expect(report.proof.commits >= last)
      last = report.proof.commits
    }
    #expect(last > 2)
    let report = try fixture.replayed(fixture.write(lines), into: "copy")
    #expect(report.applied == report.proof.commits - last)
  }

  @Test func `segments cut anywhere are told as cut`() throws {
    let folder = try fixture.segments()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let name = try #require(names.last)
    let file = URL(filePath: "\(folder)/\(name)")
    let bytes = try Data(contentsOf: file)
    for count in stride(from: 1, to: bytes.count, by: 211) {
      try bytes.prefix(count).write(to: file)
      #expect(try fault(ofLog: folder)?.kind == .cut, "\(count)")
    }
    try FileManager.default.removeItem(at: file)
    let fault = try #require(try fault(ofLog: folder))
    #expect(fault.kind == .cut && fault.reason.contains(name))
    let report = try Store.replay(.exported(folder), into: fixture.folder + "/copy")
    #expect(report.proof.fault?.kind == .cut && report.proof.commits > 0)
    try bytes.write(to: file)
    #expect(try fixture.replayed(folder, into: "copy").applied > 0)
  }
}
