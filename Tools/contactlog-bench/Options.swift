/// What the command line asks for.
struct Options {
  /// A folder with `contacts.vcf`, `ops.bin` and `queries.tsv`; `nil` makes one.
  var workload: String?
  /// How many people a made-up workload has.
  var contacts = 1000
  /// The seed of a made-up workload.
  var seed: UInt64 = 20_240_229
  /// The scenarios to run, by name; empty means all.
  var scenarios: [String] = []
  /// How often a scenario that builds a store is repeated.
  var repetitions = 3
  /// The folder for stores, removed at the end; `nil` takes the system's for temporary files.
  var scratch: String?
  /// How many people the stores of rising size have.
  var growth: [Int] = [1000, 10_000]
  /// The most operations taken from the workload; for instruction counts.
  var limit = Int.max
  /// Only the store's side or only the floor's, for a profiler; `nil` runs both.
  var only: String?
  /// Where the trace of `save-1000` is kept; the floor alone reads it from there.
  var trace: String?
  /// Another program that reads the card file, for `parse-cards`.
  var peer: String?
  var wantsHelp = false

  static let help = """
    contactlog-bench: measures the store, and beside it bare LMDB writing the same rows.

      --workload DIR      a folder with contacts.vcf, ops.bin and queries.tsv; made up if not given
      --contacts N        people in a made-up workload (1000)
      --seed N            seed of a made-up workload
      --scenario NAME     only this one; may be repeated
      --repetitions N     how often scenarios that build a store are repeated (3)
      --growth N,N,...    sizes of the stores of rising size (1000,10000)
      --limit N           take only the first N operations of the workload
      --only store|floor|input  only that side of save-1000, for a profiler
      --trace FILE        where save-1000 keeps its trace; the floor alone reads it there
      --peer PROGRAM      another reader for parse-cards; see Tools/compare-libebook
      --scratch DIR       where stores are built; use the disk that is to be measured
      --help              this text and the scenarios

    Prints JSON Lines on standard output. Times are in microseconds.
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--help" {
        wantsHelp = true
        continue
      }
      guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
      switch option {
      case "--workload": workload = value
      case "--contacts": contacts = try Self.number(value, of: option)
      case "--seed": seed = UInt64(try Self.number(value, of: option))
      case "--scenario": scenarios.append(value)
      case "--repetitions": repetitions = try Self.number(value, of: option)
      case "--growth":
        growth = try value.split(separator: ",").map { try Self.number(String($0), of: option) }
      case "--limit": limit = try Self.number(value, of: option)
      case "--only" where ["store", "floor", "input", "nothing", "flushes"].contains(value):
        only = value
      case "--trace": trace = value
      case "--peer": peer = value
      case "--scratch": scratch = value
      default: throw BenchError("what is \(option) \(value)? See --help")
      }
    }
  }

  private static func number(_ text: String, of option: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw BenchError("\(option) needs a number above 0, not \(text)")
    }
    return number
  }
}
