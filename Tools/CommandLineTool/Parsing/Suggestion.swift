/// The word somebody probably meant.
enum Suggestion {
  /// The nearest candidate, or nil where none is near: at most one slip for every three letters.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let scored = candidates.map { (distance: distance(word, $0), candidate: $0) }
    let best = scored.min { $0.distance < $1.distance }
    if let best, best.distance <= max(1, word.count / 3) { return best.candidate }
    // A beginning of at least three letters says enough where only one candidate has it.
    let beginnings = candidates.filter { word.count >= 3 && $0.hasPrefix(word) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }

  /// Letters to insert, drop, exchange or swap with their neighbour (optimal string alignment).
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.unicodeScalars.prefix(64)), Array(b.unicodeScalars.prefix(64)))
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
      var current = [i + 1]
      for j in 0..<b.count {
        let change = previous[j] + (a[i] == b[j] ? 0 : 1)
        var cost = min(change, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[b.count]
  }
}
