import ContactLog
import ContactModel
import Foundation

/// Each commit makes a person of six events: more than one row in every table.
func saveForEver(_ path: String) throws -> Never {
  let store = try Store.open(at: path)
  let session = store.session(author: "worker", program: "StoreWorker")
  say("ready")
  while true {
    let person = try session.createPerson()
    let name = "P\(Int.random(in: 0..<1 << 40))"
    for property in [Property.firstName, .lastName, .note] {
      try session.set(property, of: person, to: .text(name))
    }
    try session.add(.phones, to: person, "+49 30 1234567", label: Label("home"))
    try session.addMember(person, to: .group(1))
    if let commit = try session.save(note: name) { say("\(commit.number)") }
  }
}

/// Imports twenty cards a commit; a card is its uid.
func importForEver(_ path: String) throws -> Never {
  let store = try Store.open(at: path)
  var options = Importer.Options()
  options.cardsPerCommit = 20
  let importer = store.importer(author: "worker", program: "StoreWorker", options: options) {
    bytes, _ in
    var text: [UInt8] = []
    for index in bytes.indices { text.append(bytes[index]) }
    let uid = String(decoding: text, as: UTF8.self)
    var card = Card(uid: uid)
    card.set(.firstName, uid)
    card.set(.lastName, uid)
    card.add(.phones, Card.Entry(value: "+49 30 1234567"))
    card.categories = ["Imported"]
    return .card(card)
  }
  say("ready")
  while true {
    let uid = Array("U\(Int.random(in: 0..<1 << 60))".utf8)
    if let commit = try importer.add(uid, file: "worker", line: 1) { say("\(commit.number)") }
  }
}

/// Sets both notes in one save; whoever reads must never see two different ones.
func savePairs(_ path: String, count: Int) throws {
  let store = try Store.open(at: path)
  let session = store.session(
    author: "\(ProcessInfo.processInfo.processIdentifier)", program: "StoreWorker",
    conflicts: .lastWriterWins)
  for _ in 0..<count {
    let text = "\(Int.random(in: 0..<1 << 60))"
    for number in [1, 2] as [Int32] {
      try session.set(.note, of: .person(number), to: .text(text))
    }
    try session.save()
  }
  say("done")
}

func watchPairs(_ path: String) throws {
  let store = try Store.open(at: path)
  let isOver = Flag()
  Thread.detachNewThread {
    _ = FileHandle.standardInput.readDataToEndOfFile()
    isOver.raise()
  }
  say("ready")
  var (reads, differences, backward, last) = (0, 0, 0, UInt64(0))
  while !isOver.isRaised {
    let (commit, notes) = try store.read { snapshot in
      try (snapshot.commit, [1, 2].map { try snapshot.record(.person($0))?.text(.note) })
    }
    reads += 1
    if notes[0] != notes[1] { differences += 1 }
    if commit < last { backward += 1 }
    last = commit
  }
  say("\(reads) reads, \(differences) differences, \(backward) backward, last \(last)")
}
