import ContactModel
import Foundation
import VCard

/// A card file into the model, without a store; then a loop that only finds the fields; then, where
/// one is named, another program that reads the same file.
///
/// Everything is per second of CPU time: a busy machine makes reading wait, and that is no one's
/// merit.
struct ParseScenario {
  let bench: Bench

  func run() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.cards)))
    var (reader, floor, peer) = (Side(), Side(), Side())
    for repetition in 1...max(3, bench.options.repetitions) {
      bench.note("parse-cards: repetition \(repetition)")
      reader.run { Self.read(bytes) }
      floor.run { FieldLoop.run(bytes.span) }
      if let program = bench.options.peer { peer.add(try Self.peer(program, bench.cards)) }
    }
    bench.report(reader.row("reader", bytes: bytes.count))
    bench.report(floor.row("floor", bytes: bytes.count))
    var ratio = Row(scenario: "parse-cards", subject: "ratio")
    ratio.set("speed", floor.best.cpu / reader.best.cpu)
    if bench.options.peer != nil {
      bench.report(peer.row("peer", bytes: bytes.count))
      ratio.set("speedToPeer", peer.best.cpu / reader.best.cpu)
      ratio.set("medianSpeedToPeer", peer.median / reader.median)
    }
    bench.report(ratio)
  }

  /// Splits and reads every card, as an import does.
  private static func read(_ bytes: [UInt8]) -> (cards: Int, values: Int) {
    let parser = VCardParser()
    var splitter = CardSplitter()
    var (cards, values) = (0, 0)
    var start = 0
    while true {
      let end = min(start + 1 << 20, bytes.count)
      let isLast = start == end
      if isLast { splitter.finish() } else { splitter.feed(bytes[start..<end]) }
      start = end
      while let raw = splitter.next() {
        guard let card = parser.parse(raw).card else { continue }
        cards += 1
        values += card.values.count + card.entries.count
      }
      if isLast { return (cards, values) }
    }
  }

  /// Runs another reader: it prints the cards, the values it found, and its CPU seconds.
  private static func peer(_ program: String, _ file: String) throws -> Side.Step {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [file]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let words = text.split(whereSeparator: \.isWhitespace)
    guard process.terminationStatus == 0, words.count == 3, let cards = Int(words[0]),
      let values = Int(words[1]), let cpu = Double(words[2])
    else { throw BenchError("\(program) does not print cards, values and CPU seconds") }
    return .init(cpu: cpu, cards: cards, values: values)
  }

  /// The repetitions of one reader.
  private struct Side {
    struct Step {
      var cpu: Double
      var cards: Int
      var values: Int
    }

    private var steps: [Step] = []

    mutating func add(_ step: Step) { steps.append(step) }

    mutating func run(_ body: () -> (cards: Int, values: Int)) {
      let before = ProcessCounters.now().cpu
      let (cards, values) = body()
      add(Step(cpu: ProcessCounters.now().cpu - before, cards: cards, values: values))
    }

    /// The repetition that others on the machine disturbed least.
    var best: Step { steps.min { $0.cpu < $1.cpu } ?? Step(cpu: 0, cards: 0, values: 0) }
    var median: Double { steps.map(\.cpu).sorted()[steps.count / 2] }

    func row(_ subject: String, bytes: Int) -> Row {
      var row = Row(scenario: "parse-cards", subject: subject)
      row.set("bytes", bytes)
      row.set("cards", best.cards)
      row.set("values", best.values)
      row.set("megabytesPerCPUSecond", Double(bytes) / best.cpu / 1e6)
      row.set("cardsPerCPUSecond", Double(best.cards) / best.cpu)
      row.set("medianCPUSeconds", median)
      return row
    }
  }
}
