import Foundation

/// What the scenarios of one run share.
final class Bench {
  let options: Options
  let scratch: Scratch
  /// The folder with `contacts.vcf`, `ops.bin` and `queries.tsv`.
  let workload: String
  private var filled: FilledStore?

  init(_ options: Options) throws {
    self.options = options
    scratch = try Scratch(in: options.scratch)
    if let given = options.workload {
      workload = given
    } else {
      workload = scratch.newPath("workload")
      try FileManager.default.createDirectory(atPath: workload, withIntermediateDirectories: true)
      try WorkloadGenerator(
        contacts: options.contacts, edits: options.contacts, queries: 1000, seed: options.seed
      ).write(to: workload)
    }
  }

  var operations: String { "\(workload)/ops.bin" }
  var cards: String { "\(workload)/contacts.vcf" }

  /// The workload's questions of one kind.
  func queries(_ kind: Query.Kind) throws -> [Query] {
    let text = try String(contentsOfFile: "\(workload)/queries.tsv", encoding: .utf8)
    return try Query.read(text).filter { $0.kind == kind }
  }

  /// The store after the workload, made once for all scenarios that only need one.
  func filledStore() throws -> FilledStore {
    if let filled { return filled }
    let made = try FilledStore(self)
    filled = made
    return made
  }

  /// Prints a line of the report, at once also into a pipe.
  func report(_ row: Row) { FileHandle.standardOutput.write(Data("\(row.json)\n".utf8)) }

  /// Says on standard error what is going on; the report has standard output to itself.
  func note(_ text: String) {
    FileHandle.standardError.write(Data("contactlog-bench: \(text)\n".utf8))
  }
}
