import ContactModel
import Foundation
import TestSupport
import Testing

@testable import ContactLog

/// I10: the book as of a commit answers everything as a store does that was fed so far.
///
/// What a store answers right after each commit is kept; at the end the same is asked of its past.
/// `CONTACTLOG_PASTS=200` runs so many histories, the default is 20.
@Suite struct AsOfTests {
  static let count =
    ProcessInfo.processInfo.environment["CONTACTLOG_PASTS"].flatMap { Int($0) } ?? 20

  /// Where the rows of the past come from.
  enum Way: String, CaseIterable {
    /// Always the present, with what differs in memory.
    case overlay
    /// Always a copy of just that commit.
    case copies
    /// Some of each, and copies of other commits nearby.
    case mixed

    var options: Store.Options {
      var options = Store.Options()
      // Small stores: a copy's empty tables take more than the store.
      options.pastShare = 1_000_000
      options.pastOverlay =
        switch self {
        case .overlay: .max
        case .copies: 0
        case .mixed: 12
        }
      return options
    }
  }

  private func check(seed: Int, _ way: Way) throws {
    try MemoryFolder.with { path in
      let run = try HistoryRun(path: path)
      var known: [Answers] = []
      var ids: [RecordID] = []
      var uids: [String] = []
      // Asked about all that will ever be.
      for number in Int32(1)...14 { ids += [.person(number), .group(number)] }
      for number in 1...40 { uids.append("u\(number)") }
      func note() throws {
        try run.store.read { snapshot in
          while known.count <= Int(snapshot.commit) {
            known.append(try Answers(snapshot, about: ids, uids: uids))
          }
        }
      }
      try note()
      for step in HistoryStep.history(seed: UInt64(seed), count: 45) {
        try run.perform(step)
        try note()
      }
      run.close()
      let store = try Store.open(at: path, options: way.options)
      defer { store.close() }
      // Not in order: a copy shall serve later and earlier commits.
      for number in known.indices.sorted(by: { ($0 % 3, $0) < ($1 % 3, $1) }) {
        let past = try store.read(asOf: .commit(UInt64(number))) {
          try Answers($0, about: ids, uids: uids)
        }
        let wrong = past.difference(from: known[number])
        try run.require(
          wrong.isEmpty, "seed \(seed), \(way), as of \(number) of \(known.count - 1): \(wrong)")
      }
    }
  }

  @Test(arguments: Way.allCases, 0..<4)
  func `the past answers every query as the store did then`(_ way: Way, _ part: Int) throws {
    for seed in stride(from: part + 1, through: Self.count, by: 4) {
      try check(seed: seed, way)
    }
  }
}
