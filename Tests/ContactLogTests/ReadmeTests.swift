import ContactLog
import ContactModel
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct ReadmeTests {
  @Test func `the first example of the README does what it says`() throws {
    let path = TemporaryDirectory.path + "/store"
    // README
    let store = try Store.create(at: path)
    let session = store.session(author: "ada", program: "readme")
    let person = try session.createPerson()
    try session.set(.firstName, of: person, to: "Ada")
    try session.add(.phones, to: person, "+44 20 7946 0018", label: Label("mobile"))
    let commit = try session.save(note: "The first of many")

    let found = try store.read { try $0.find(name: "ad") }
    let history = try store.read { try $0.history(of: found[0]) }
    let undo = try store.undo([1], author: "ada", program: "readme")
    // end
    #expect(found == [commit?.id(person)])
    #expect(history.map(\.logged.event.change.name) == ["created", "valueSet", "entryAdded"])
    #expect(undo.commit?.number == 2)
    #expect(try store.read { try $0.count(.person) } == 0)
  }

  @Test func `the README shows what is tested here`() throws {
    let readme = try String(
      contentsOf: SharedFolder.packageRoot.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "    // README"))
    let end = try #require(lines.firstIndex(of: "    // end"))
    let tested = lines[start + 1..<end].map { $0.dropFirst(4) }.joined(separator: "\n")
    let block = try #require(readme.firstMatch(of: /```swift\n((?s).*?)\n```/))
    #expect(String(block.1) == tested)
  }
}
