import Foundation

/// A closed store that the whole workload but its last operations went into, a thousand to a commit;
/// scenarios take copies of it.
struct FilledStore {
  let path: String
  let people: People
  let events: UInt64
  /// The operations left over, for scenarios that save one at a time.
  let tail: [Operation]

  /// How many operations are left over.
  static let tailCount = 400

  init(_ bench: Bench) throws {
    path = bench.scratch.newPath("filled")
    bench.note("filling a store")
    var driver = try StoreDriver(creating: path)
    var reader = try OperationReader(path: bench.operations)
    var batch = try reader.next(1000)
    var taken = batch.count
    while !batch.isEmpty {
      let following = taken < bench.options.limit ? try reader.next(1000) : []
      taken += following.count
      // The last batch is never the left-over operations alone.
      let isLast = following.count < 1000
      let all = isLast ? batch + following : batch
      if isLast {
        let kept = max(0, all.count - Self.tailCount)
        try Self.save(Array(all[..<kept]), &driver)
        tail = Array(all[kept...])
        people = driver.people
        events = try driver.position()
        driver.close()
        return
      }
      try Self.save(batch, &driver)
      batch = following
    }
    throw BenchError("the workload has no operations")
  }

  private static func save(_ operations: [Operation], _ driver: inout StoreDriver) throws {
    guard let first = operations.first else { return }
    try driver.save(operations.map { try Edit($0) }, author: "u\(first.author)")
  }

  /// A copy to write into.
  func copy(_ bench: Bench) throws -> String {
    let copy = bench.scratch.newPath("copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  /// Opens the store itself, for reading.
  func open() throws -> StoreDriver { try StoreDriver(opening: path, people: people) }
}
