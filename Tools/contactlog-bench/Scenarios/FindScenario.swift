import ContactLog
import ContactModel
import Foundation

#if canImport(PhoneNumbers)
  import PhoneNumbers
#endif

/// Finding people in stores of rising size, in times and in rows of indices looked at.
struct FindScenario {
  let bench: Bench
  private let questions = 300

  func run() throws {
    for size in bench.options.growth {
      bench.note("find: \(size) people")
      let folder = bench.scratch.newPath("workload")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try WorkloadGenerator(contacts: size, edits: 0, queries: 1, seed: bench.options.seed)
        .write(to: folder)
      let path = bench.scratch.newPath("finding")
      let store = try Store.create(at: path)
      _ = try CardImport(store: store, path: "\(folder)/contacts.vcf").run()
      try ask(store, size)
      store.close()
      bench.scratch.remove(path)
      bench.scratch.remove(folder)
    }
  }

  private func ask(_ store: Store, _ size: Int) throws {
    let people = (0..<questions).map { RecordID.person(Int32(1 + $0 * 7919 % size)) }
    let records = try store.read { snapshot in
      var records: [Record] = []
      for id in people { if let record = try snapshot.record(id) { records.append(record) } }
      return records
    }
    let names = records.compactMap { $0.text(.lastName) ?? $0.text(.firstName) }
    for length in [1, 2, 3] {
      let prefixes = names.map { String($0.prefix(length)) }
      try measure("prefix of \(length), first 20", size, store, prefixes) { prefix, snapshot in
        try snapshot.find(name: prefix, limit: 20).count
      }
    }
    let whole = records.map { $0.compositeName() }
    try measure("whole name, first 20", size, store, whole) { name, snapshot in
      try snapshot.find(name: name, limit: 20).count
    }
    let beginnings = whole.compactMap { name -> String? in
      let words = name.split(separator: " ")
      guard words.count > 1, let last = words.last else { return nil }
      return "\(words[0].prefix(3)) \(last.prefix(3))"
    }
    for limit in [1, 20] {
      let subject = "beginnings of two words, first \(limit)"
      try measure(subject, size, store, beginnings) { name, snapshot in
        try snapshot.find(name: name, limit: limit).count
      }
    }
    let phones = records.compactMap { $0.entries(.phones).first?.value.text }
    try measure("phone", size, store, phones) { phone, snapshot in
      try snapshot.find(phone: phone).count
    }
    #if canImport(PhoneNumbers)
      let plans = NumberingPlans()
      try measure("phone, by libphonenumber", size, store, phones) { phone, snapshot in
        try snapshot.find(phone: phone, region: "US", comparing: plans).count
      }
      // Callers who are in no book.
      let strangers = phones.map { "+1 921" + $0.suffix(8) }
      try measure("unknown phone, by libphonenumber", size, store, strangers) { phone, snapshot in
        try snapshot.find(phone: phone, region: "US", comparing: plans).count
      }
    #endif
    try measure("email", size, store, records.compactMap { $0.entries(.emails).first?.value.text })
    {
      try $1.find(email: $0).count
    }
    try measure("position", size, store, people) { person, snapshot in
      try snapshot.position(of: person) == nil ? 0 : 1
    }
    let places = (0..<questions).map { 1 + $0 * 7919 % max(1, size - 1) }
    try measure("page of 50 at a position", size, store, places) { place, snapshot in
      let cursor = try snapshot.cursor(.person, before: place)
      return try snapshot.list(.person, after: cursor, limit: 50).records.count
    }
    try measure("sections", size, store, Array(0..<questions)) { _, snapshot in
      try snapshot.sections(.person).count
    }
    try measure("first page of 50", size, store, Array(0..<questions)) { _, snapshot in
      try snapshot.list(.person, limit: 50).records.count
    }
  }

  private func measure<Q>(
    _ subject: String, _ size: Int, _ store: Store, _ questions: [Q],
    _ ask: (Q, borrowing Snapshot) throws -> Int
  ) throws {
    guard !questions.isEmpty else { return }
    var timings = Timings()
    var hits = 0
    var rows: [Int] = []
    for pass in 0...1 {
      for question in questions {
        // Once to warm the pages up, as a program that is in use has them.
        var scanned = 0
        let found = try timings.measure {
          try store.read { (snapshot: borrowing Snapshot) throws in
            let found = try ask(question, snapshot)
            scanned = snapshot.rowsScanned
            return found
          }
        }
        if pass == 1 {
          hits += found
          rows.append(scanned)
        }
      }
      if pass == 0 { timings = Timings() }
    }
    var row = Row(scenario: "find", subject: subject)
    row.set("people", size)
    row.set("hits", hits)
    row.set("medianRows", rows.sorted()[rows.count / 2])
    row.set("maxRows", rows.max() ?? 0)
    row.set(timings)
    bench.report(row)
  }
}
