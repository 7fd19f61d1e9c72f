import Foundation
import TestSupport
import Testing

/// The list of cases from the field, and the tests that carry their names.
struct CaseListTests {
  /// The features that this target, or what is built on it, answers for.
  private static let features: Set<String> = [
    "vcard-import", "vcard-export", "multivalue/labels", "groups", "photos",
  ]

  @Test func `each case of cards, labels, groups, photos and dates names a test`() throws {
    guard let file = SharedFolder.file("cases/open-cases.md") else { return }
    let headings = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("### ") }
    var wanted: [String] = []
    for heading in headings {
      let parts = heading.dropFirst(4).split(separator: " ")
      guard parts.count == 2 else { continue }
      let feature = String(parts[1].dropFirst().dropLast())
      if Self.features.contains(feature) || parts[0].hasPrefix("DATE") {
        wanted.append(String(parts[0]))
      }
    }
    #expect(wanted.count >= 35)
    let names = try Self.testNames()
    for id in wanted {
      #expect(names.contains { $0.contains(id) }, "no test is named after \(id)")
    }
  }

  /// The lines that name a test, or say what one is for, in all test targets.
  private static func testNames() throws -> [Substring] {
    let folder = SharedFolder.packageRoot.appending(path: "Tests")
    var names: [Substring] = []
    for target in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let path = folder.appending(path: target).resolvingSymlinksInPath().path
      guard let files = FileManager.default.enumerator(atPath: path) else { continue }
      for case let name as String in files where name.hasSuffix(".swift") {
        let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        names += text.split(separator: "\n").filter { $0.contains("func `") || $0.contains("// ") }
      }
    }
    return names
  }
}
