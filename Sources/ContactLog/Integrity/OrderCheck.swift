internal import Checksum
internal import Collation
internal import ContactModel

/// Compares the counts beside orders with their rows, both in order of key: rows come first.
final class OrderCheck {
  private let states: [UInt8: Edition.State]
  private let sections: [UInt8: SectionIndex]
  private var wanted: [[UInt8]: Int] = [:]
  /// Of orders whose sections this process cannot know: rows less those that sections count.
  private var rest: [[UInt8]: Int] = [:]
  private var nodes: [[UInt8]] = []
  private var list: [UInt8] = []
  private var isWrong = false

  init(_ editions: [Edition], _ own: [OrderIndex]) {
    states = Dictionary(
      uniqueKeysWithValues: editions.filter { $0.spec.kind == .order }.map { ($0.id, $0.state) })
    sections = Dictionary(uniqueKeysWithValues: own.map { ($0.id, $0.sections) })
  }

  /// Notes a row of an order; others are passed over.
  func add(_ key: Span<UInt8>) {
    guard key.count > OrderKey.prefixCount + OrderKey.suffixCount - 1, let state = states[key[0]],
      state != .building
    else { return }
    let start = [OrderKey.counts, key[0], key[1]]
    if start != list {
      list = start
      nodes = OrderCounts.levels.map { start + [$0] }
    }
    let hash = Checksum.xxh3(key.extracting(1...))
    for (index, level) in OrderCounts.levels.enumerated() {
      if hash & (1 << (8 * UInt64(level)) - 1) == 0 {
        nodes[index] = start + [level] + key.extracting(2...).array
      }
      wanted[nodes[index], default: 0] += 1
    }
    if let sections = sections[key[0]] {
      let number = OrderCounts.section(of: key, sections)
      let section = start + [OrderCounts.sections, UInt8(number >> 8), UInt8(number & 255)]
      wanted[section, default: 0] += 1
    } else {
      rest[start, default: 0] += 1
    }
  }

  /// Compares a count.
  func add(_ key: Span<UInt8>, count: Span<UInt8>) throws {
    guard key.count > 3, let state = states[key[1]] else {
      isWrong = true
      return
    }
    if state == .building { return }
    let count = try OrderCounts.value(count)
    if key[3] == OrderCounts.sections, sections[key[1]] == nil {
      rest[[key[0], key[1], key[2]], default: 0] -= count
    } else if wanted.removeValue(forKey: key.array) != count {
      isWrong = true
    }
  }

  /// Whether all counts were there and right.
  var isSound: Bool { !isWrong && wanted.isEmpty && rest.values.allSatisfy { $0 == 0 } }
}
