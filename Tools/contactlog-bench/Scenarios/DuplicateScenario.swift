import ContactLog
import ContactModel
import Foundation

/// Proposals of people who may be one, in stores of rising size where a twentieth is there twice and
/// five hundred share a telephone number.
struct DuplicateScenario {
  let bench: Bench
  private let crowd = 500

  func run() throws {
    for size in bench.options.growth {
      bench.note("duplicates: \(size) people")
      let folder = bench.scratch.newPath("workload")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try WorkloadGenerator(contacts: size, edits: 0, queries: 1, seed: bench.options.seed)
        .write(to: folder)
      let path = bench.scratch.newPath("duplicates")
      let store = try Store.create(at: path)
      _ = try CardImport(store: store, path: "\(folder)/contacts.vcf").run()
      let planted = try plant(store, size)
      try measure(store, size, planted)
      store.close()
      bench.scratch.remove(path)
      bench.scratch.remove(folder)
    }
  }

  /// Adds a second record of every twentieth person, with its name and first address or number.
  private func plant(_ store: Store, _ size: Int) throws -> Int {
    var planted = 0
    for start in stride(from: 0, to: size / 20, by: 1_000) {
      let people = (start..<min(start + 1_000, size / 20)).map {
        RecordID.person(Int32(1 + 20 * $0))
      }
      let session = store.session(author: "bench", program: "duplicates")
      for person in people {
        guard let record = try store.read({ try $0.record(person) }) else { continue }
        let twin = try session.createPerson()
        planted += 1
        for property in [Property.firstName, .middleName, .lastName, .organization] {
          if let value = record[property] { try session.set(property, of: twin, to: value) }
        }
        for property in [Property.emails, .phones] {
          guard let entry = record.entries(property).first else { continue }
          try session.add(property, to: twin, entry.value, label: entry.label)
        }
      }
      try session.save()
    }
    let session = store.session(author: "bench", program: "duplicates")
    for number in 0..<min(crowd, size) {
      try session.add(.phones, to: .person(Int32(1 + number)), .text("+49 30 5550000"))
    }
    try session.save()
    return planted
  }

  private func measure(_ store: Store, _ size: Int, _ planted: Int) throws {
    for grade in DuplicateGrade.allCases {
      var options = DuplicateOptions()
      options.minimum = grade
      var timings = Timings()
      var report = DuplicateReport()
      for _ in 0..<max(3, bench.options.repetitions) {
        report = try timings.measure {
          try store.read { try $0.forEachDuplicate(options) { _ in true } }
        }
      }
      var row = Row(scenario: "duplicates", subject: grade.name)
      row.set("people", size + planted)
      row.set("planted", planted)
      row.set("pairs", report.pairs)
      row.set("compared", report.compared)
      row.set("rows", report.rows)
      row.set("crowds", report.crowdCount)
      row.set(timings)
      bench.report(row)
    }
  }
}
