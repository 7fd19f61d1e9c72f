import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct EntryLabelTests {
  let store: Store

  init() throws { store = try Store.create(at: TemporaryDirectory.path + "/" + "store") }

  @Test func `a label changed at one person stays at the others (LABEL-09)`() throws {
    let (eva, max) = (try store.person("Eva"), try store.person("Max"))
    let session = store.session(author: "ada", program: "tests")
    for person in [eva, max] {
      try session.add(.phones, to: person, "+49 30 1", label: Label("Werkstatt"))
    }
    try session.save()
    let entry = try #require(try store.record(eva)?.entries(.phones).first)
    try session.setLabel(.phones, entry: entry.identifier, of: eva, to: .standard(.work))
    try session.save()
    #expect(try store.record(eva)?.entries(.phones).map(\.label) == [.standard(.work)])
    #expect(try store.record(max)?.entries(.phones).map(\.label) == [Label("Werkstatt")])
  }

  @Test func `a number replaced among three leaves the others and keeps its place (LABEL-11)`()
    throws
  {
    let person = try store.person("Eva")
    let session = store.session(author: "ada", program: "tests")
    for number in ["A", "B", "C"] { try session.add(.phones, to: person, .text(number)) }
    try session.save()
    let before = try #require(try store.record(person)).entries(.phones)
    try session.setValue(.phones, entry: before[1].identifier, of: person, to: "new")
    try session.save()
    let after = try #require(try store.record(person)).entries(.phones)
    #expect(after.map(\.value) == ["A", "new", "C"])
    #expect(after.map(\.identifier) == before.map(\.identifier))
  }
}
