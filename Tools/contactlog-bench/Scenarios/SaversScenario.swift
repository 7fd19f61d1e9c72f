import ContactLog
import ContactModel
import Foundation
import Synchronization

/// Sixteen threads that save one value at a time, against one thread that does.
struct SaversScenario {
  let bench: Bench
  private static let savesEach = 100

  func run() throws {
    let filled = try bench.filledStore()
    var gains: [Double] = []
    for _ in 1...bench.options.repetitions {
      let one = try savesPerSecond(filled, savers: 1)
      let sixteen = try savesPerSecond(filled, savers: 16)
      report(savers: 1, one.rate, one.pass)
      report(savers: 16, sixteen.rate, sixteen.pass)
      gains.append(sixteen.rate / one.rate)
    }
    var row = Row(scenario: "savers-16", subject: "ratio")
    gains.sort()
    row.set("speed", gains[gains.count / 2])
    row.set("speedMin", gains[0])
    row.set("speedMax", gains[gains.count - 1])
    bench.report(row)
  }

  private func savesPerSecond(
    _ filled: FilledStore, savers: Int
  ) throws -> (rate: Double, pass: Pass) {
    let path = try filled.copy(bench)
    let driver = try StoreDriver(opening: path, people: filled.people)
    let store = driver.store
    let (first, people) = try store.read { snapshot in
      (snapshot.commit, try snapshot.list(.person, limit: savers).records)
    }
    guard people.count == savers else { throw BenchError("too few people for \(savers) savers") }
    let failure = Mutex<String?>(nil)
    var pass = Pass()
    pass.step {
      let done = DispatchGroup()
      for person in people {
        done.enter()
        Thread.detachNewThread {
          defer { done.leave() }
          do {
            for number in 0..<Self.savesEach { try Self.save(number, person, store) }
          } catch {
            failure.withLock { $0 = "\(error)" }
          }
        }
      }
      done.wait()
    }
    if let failure = failure.withLock({ $0 }) { throw BenchError(failure) }
    let commits = try store.read { $0.commit } - first
    guard commits == UInt64(savers * Self.savesEach) else { throw BenchError("a save is missing") }
    driver.close()
    bench.scratch.remove(path)
    return (Double(savers * Self.savesEach) / pass.timings.total, pass)
  }

  private static func save(_ number: Int, _ person: RecordID, _ store: Store) throws {
    let session = store.session(author: "bench", program: "contactlog-bench")
    try session.set(.note, of: person, to: .text("note \(number) of \(person)"))
    try session.save()
  }

  private func report(savers: Int, _ rate: Double, _ pass: Pass) {
    var row = Row(scenario: "savers-16", subject: savers == 1 ? "one saver" : "\(savers) savers")
    row.set("savesPerSecond", rate)
    row.set("writtenBytesPerSave", Double(pass.written) / Double(savers * Self.savesEach))
    row.set("cpuMicrosecondsPerSave", pass.cpu / Double(savers * Self.savesEach) * 1e6)
    bench.report(row)
  }
}
