import Foundation
import TestSupport
import Testing

/// The documents speak of files and tests that are there.
struct DocumentTests {
  private static let root = SharedFolder.packageRoot
  private static let docs = root.appending(path: "docs")

  private static func files(_ folder: URL, ending: String) -> [URL] {
    let found = FileManager.default.enumerator(
      at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    return (found?.allObjects as? [URL] ?? []).filter { $0.path.hasSuffix(ending) }
  }

  private static let documents =
    files(docs, ending: ".md")
    + ["README.md", "CHANGELOG.md"].map { root.appending(path: $0) }

  @Test func `a test that a document names is there`() throws {
    var tests: [String: Set<String>] = [:]
    let folders = try FileManager.default.contentsOfDirectory(
      at: Self.root.appending(path: "Tests"), includingPropertiesForKeys: nil)
    let sources = folders.flatMap { Self.files($0, ending: ".swift") }
    for source in sources {
      let text = try String(contentsOf: source, encoding: .utf8)
      let names = text.matches(of: /func `([^`]+)`/).map { String($0.1) }
      for suite in text.matches(of: /struct (\w+Tests)\b/) {
        tests[String(suite.1), default: []].formUnion(names)
      }
    }
    var named = 0
    for document in Self.documents {
      let text = try String(contentsOf: document, encoding: .utf8)
      for match in text.matches(of: /`(\w+Tests)`: \*([^*]+)\*/) {
        named += 1
        let (suite, name) = (String(match.1), String(match.2))
        guard let known = tests[suite] else {
          if Self.isWholePackage {
            Issue.record("\(document.lastPathComponent) names \(suite), which is not there")
          }
          continue
        }
        #expect(known.contains(name), "\(document.lastPathComponent) names \(suite): \(name)")
      }
    }
    #expect(named > 30)
  }

  /// Whether all test folders are there, and not only some of them.
  private static let isWholePackage = FileManager.default.fileExists(
    atPath: root.appending(path: "Tests/ToolTests").path)

  @Test func `a link of a document leads to a file`() throws {
    for document in Self.documents {
      let text = try String(contentsOf: document, encoding: .utf8)
      for match in text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
        let target = document.deletingLastPathComponent().appending(path: String(match.1))
        #expect(
          FileManager.default.fileExists(atPath: target.path),
          "\(document.lastPathComponent) links to \(match.1)")
      }
    }
  }

  @Test func `every decision says status, context, alternatives, consequences and guard`() throws {
    let folder = Self.docs.appending(path: "decisions")
    let list = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let decisions = Self.files(folder, ending: ".md").filter { $0.lastPathComponent != "README.md" }
    #expect(decisions.count >= 12)
    for decision in decisions {
      let name = decision.lastPathComponent
      let text = try String(contentsOf: decision, encoding: .utf8)
      #expect(text.hasPrefix("# \(name.prefix(4)) "), "\(name)")
      #expect(text.contains(/\nStatus: \w[^\n]*, \d{4}-\d\d-\d\d\n/), "\(name)")
      for part in ["Context", "Decision", "Alternatives", "Consequences", "Guard"] {
        #expect(text.contains("\n## \(part)\n"), "\(name) has no \(part)")
      }
      #expect(list.contains("](\(name))"), "\(name) is not in the list")
    }
  }

  @Test func `the words of the glossary are in order and said once`() throws {
    let text = try String(contentsOf: Self.docs.appending(path: "glossary.md"), encoding: .utf8)
    let words = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) }
      .filter { $0 != "word" && $0 != "---" }
    #expect(words.count > 40)
    #expect(words == words.sorted())
    #expect(Set(words).count == words.count)
  }
}
