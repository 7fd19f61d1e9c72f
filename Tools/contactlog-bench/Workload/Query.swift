/// A question put to the finished store.
struct Query {
  enum Kind: String {
    case get, prefix, phone, group, history, asof
  }

  var kind: Kind
  /// A UUID, the beginning of a name, or a telephone number.
  var argument: String

  /// Reads `queries.tsv`: kind, argument and for `asof` a number, with tabs between.
  static func read(_ text: String) throws -> [Query] {
    try text.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count >= 2, let kind = Kind(rawValue: String(fields[0])) else {
        throw BenchError("not a query: \(line)")
      }
      return Query(kind: kind, argument: String(fields[1]))
    }
  }
}
