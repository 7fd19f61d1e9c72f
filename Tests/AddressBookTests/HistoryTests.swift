import CAddressBook
import Foundation
import TestSupport
import Testing

/// What is changed through Apple's API, as the command line tool sees it: as any other change.
@Suite(.temporaryDirectory) struct HistoryTests {
  private func tool(_ words: String...) async throws -> String {
    let output = try await Executable(product: "contactlog").run(
      words, environment: ["CONTACTLOG_STORE": TemporaryDirectory.path + "/store", "LC_ALL": "C"])
    #expect(output.status == 0, "\(words) \(output.errors)")
    return output.output
  }

  @Test func `log, blame, history and as-of know author, program and value`() async throws {
    let book = try TestBook(author: "grace", program: "PhoneApp")
    let person = book.person("Ada", "Byron")
    set(person, kABPersonPhoneProperty, object: list([(cf("+1 555"), "_$!<Mobile>!$_")]))
    set(person, kABPersonLastNameProperty, "Lovelace")
    book.save()
    let log = try await tool("log", "--json")
    #expect(log.components(separatedBy: "\"grace\"").count == 3, "\(log)")
    #expect(log.components(separatedBy: "\"PhoneApp\"").count == 3)
    let blame = try await tool("blame", "1")
    #expect(blame.contains("Lovelace") && blame.contains("grace") && blame.contains("PhoneApp"))
    let history = try await tool("history", "1/lastName")
    #expect(history.contains("Byron") && history.contains("Lovelace"), "\(history)")
    #expect(try await tool("show", "1", "--as-of", "1").contains("Byron"))
  }

  @Test func `undo takes a save of this API back, and the book sees it`() async throws {
    let book = try TestBook(author: "grace", program: "PhoneApp")
    let person = book.person("Ada", "Byron")
    let phones = list(["1", "2"])
    set(person, kABPersonPhoneProperty, object: phones)
    set(person, kABPersonLastNameProperty, "Lovelace")
    book.save()
    _ = try await tool("undo", "2")
    #expect(compositeName(person) == "Ada Byron")
    #expect(get(person, kABPersonPhoneProperty) == nil)
    let changes = array(CLRecordCopyHistory(person))?.compactMap { $0 as? [String: AnyObject] }
    #expect(changes?.last?["program"] as? String == "contactlog")
    #expect(changes?.last?["commit"] as? Int == 3)
    _ = try await tool("undo", "3")
    #expect(compositeName(person) == "Ada Lovelace")
    #expect(values(get(person, kABPersonPhoneProperty)) == ["1", "2"])
    #expect(ids(get(person, kABPersonPhoneProperty)) == [0, 1], "with their identifiers")
  }

  @Test func `both values of two writers stay in the history`() async throws {
    let (one, two) = (try TestBook(author: "ada"), try TestBook(author: "bob"))
    let person = one.person("Ada")
    let same = try #require(two.find(id(person)))
    set(person, kABPersonNoteProperty, "from one")
    set(same, kABPersonNoteProperty, "from two")
    one.save()
    two.save()
    let history = try await tool("history", "1/note")
    #expect(history.contains("from one") && history.contains("from two"), "\(history)")
    _ = try await tool("undo", "3")
    #expect(text(person, kABPersonNoteProperty) == "from one")
  }
}
