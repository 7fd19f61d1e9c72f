import Foundation

/// Makes a workload folder of its own, for machines that have no other: the same three files, the same
/// bytes for the same seed.
struct WorkloadGenerator {
  var contacts: Int
  var edits: Int
  var queries: Int
  var seed: UInt64

  private var groupCount: Int { max(4, contacts / 200) }

  private func groupKey(_ number: Int) -> Operation.Key {
    var random = SeededRandom(seed: seed, kind: 2, index: UInt64(number))
    return random.key()
  }

  private func groupName(_ number: Int) -> String {
    let names = Names.groups
    return number < names.count ? names[number] : "\(names[number % names.count]) \(number)"
  }

  /// Writes `contacts.vcf`, `ops.bin` and `queries.tsv` into an existing folder.
  func write(to folder: String) throws {
    let cards = try Output(path: "\(folder)/contacts.vcf")
    let operations = try Output(path: "\(folder)/ops.bin")
    let groupKeys = (0..<groupCount).map(groupKey)
    let groupNames = (0..<groupCount).map(groupName)
    var stream = Stream(output: operations)
    for (key, name) in zip(groupKeys, groupNames) {
      try stream.add(
        Operation(kind: .createGroup, property: .name, key: key, value: name))
    }
    var state = EditState(seed: seed, groupKeys: groupKeys)
    for number in 0..<contacts {
      let contact = Contact(seed: seed, number: number, groupCount: groupCount)
      try cards.write(Array(contact.card(groupNames: groupNames).utf8))
      for operation in contact.operations(groupKeys: groupKeys) { try stream.add(operation) }
      state.add(contact)
    }
    for _ in 0..<edits { try stream.add(state.edit()) }
    try cards.flush()
    try operations.flush()
    try questions(state).write(
      toFile: "\(folder)/queries.tsv", atomically: false, encoding: .utf8)
  }

  private func questions(_ state: EditState) -> String {
    var random = SeededRandom(seed: seed, kind: 4, index: 0)
    var lines: [String] = []
    for kind in [Query.Kind.get, .prefix, .phone, .history] {
      for _ in 0..<queries {
        let contact = Contact(
          seed: seed, number: state.living(&random), groupCount: groupCount)
        let argument =
          switch kind {
          case .prefix: String(contact.last.prefix(contact.names.syllables.isEmpty ? 1 : 3))
          case .phone: contact.phones[0].value
          default: contact.key.uuid
          }
        lines.append("\(kind.rawValue)\t\(argument)\n")
      }
    }
    return lines.joined()
  }

  /// Gives operations their author and rising time.
  private struct Stream {
    let output: Output
    var number: UInt64 = 0

    mutating func add(_ operation: Operation) throws {
      var operation = operation
      number += 1
      operation.author = UInt8(number % 8)
      operation.time = 1_700_000_000_000 + 1000 * number
      var bytes: [UInt8] = []
      OperationCodec.encode(operation, into: &bytes)
      try output.write(bytes)
    }
  }
}

/// A file that is written in large pieces.
private final class Output {
  private let file: FileHandle
  private var buffer: [UInt8] = []

  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw BenchError("cannot write \(path)") }
    self.file = file
  }

  func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count > 1 << 20 { try flush() }
  }

  func flush() throws {
    try file.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
