import TestSupport

/// One step of a random history.
///
/// It names people, entries and texts by numbers that are taken modulo what there is, so that any
/// part of a history is a history as well and a failing one can be made short.
struct HistoryStep: CustomStringConvertible {
  enum Kind: CaseIterable {
    case createPerson, createGroup, remove, set, setImage
    case addEntry, replaceEntry, relabelEntry, moveEntry, removeEntry
    case addMember, removeMember, link, unlink, keepApart
    case save, revert, reopen, undoLast, undoAny

    /// How often the step comes, beside others.
    var weight: Int {
      switch self {
      case .save: 5
      case .createPerson, .set, .addEntry: 4
      case .addMember, .createGroup: 3
      case .revert, .reopen, .setImage, .relabelEntry, .keepApart, .unlink, .removeMember: 1
      default: 2
      }
    }
  }

  var kind: Kind
  var a, b, c: Int

  var description: String { "\(kind)(\(a), \(b), \(c))" }

  private static let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

  /// The history of a seed.
  static func history(seed: UInt64, count: Int) -> [HistoryStep] {
    var random = SeededGenerator(seed: seed)
    func number() -> Int { Int.random(in: 0..<1 << 16, using: &random) }
    // A run leaves some kinds out, so that the others meet more often.
    let kept = Set(Kind.allCases.filter { _ in Int.random(in: 0..<5, using: &random) > 0 })
      .union([.createPerson, .save, .set])
    let kinds = kinds.filter(kept.contains)
    return (0..<count).map { _ in
      HistoryStep(kind: kinds[number() % kinds.count], a: number(), b: number(), c: number())
    }
  }

  /// The shortest part of a history that can be found that still fails.
  static func shortened(
    _ steps: [HistoryStep], stillFails: ([HistoryStep]) -> Bool
  ) -> [HistoryStep] {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(steps.count, start + size))
        if stillFails(fewer) { steps = fewer } else { start += size }
      }
      size /= 2
    }
    return steps
  }
}
