import Synchronization

/// The sections of a list in a collator's order: where each begins, and what stands over it.
///
/// First come signs and digits under `#`, then the letters of the language and those of other
/// scripts as the collator orders them, Chinese characters under `漢` unless the language divides
/// them, and `…` for scripts without letters of their own here. A label may come twice, where a
/// language writes its letters in two scripts.
public struct SectionIndex: Sendable {
  /// What stands over each section.
  public let labels: [String]
  /// The first bytes of the sort keys in each section, ascending; the first is empty.
  public let starts: [[UInt8]]

  /// The section of a sort key.
  ///
  /// - Complexity: O(log sections).
  public func section(of key: Span<UInt8>) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Self.isBefore(key, starts[middle]) { high = middle } else { low = middle }
    }
    return low
  }

  private static func isBefore(_ key: Span<UInt8>, _ start: [UInt8]) -> Bool {
    for index in 0..<min(key.count, start.count) where key[index] != start[index] {
      return key[index] < start[index]
    }
    return key.count < start.count
  }

  init(_ collator: Collator) {
    let scripts = Set(
      IndexLetters.scripts.compactMap { Unicode.Scalar($0) }
        .map { collator.primaryKey(of: "\(IndexLetters.scriptMark)\($0)") }
    ).sorted { $0.lexicographicallyPrecedes($1) }
    func script(_ key: [UInt8]) -> Int {
      var (low, high) = (0, scripts.count)
      while low < high {
        let middle = (low + high) / 2
        if Self.isBefore(key.span, scripts[middle]) { high = middle } else { low = middle + 1 }
      }
      return low - 1
    }
    let han = collator.primaryKey(of: "\(IndexLetters.scriptMark)\u{5B57}")
    let hanSections = Self.hanSections(collator)
    var found = hanSections.isEmpty ? [(key: han, label: IndexLetters.han)] : hanSections
    var covered: Set<Int> = [script(han)]
    for letters in [IndexLetters.own(of: collator.locale) ?? []] + IndexLetters.others.map(split) {
      // Of letters that differ in an accent alone, the plain one heads the section.
      let plain = letters.filter { !Self.isSequence($0, collator) }
        .sorted { collator.compare($0, $1) < 0 }
        .map { (key: collator.primaryKey(of: $0), label: $0) }
        .filter { !$0.key.isEmpty && !covered.contains(script($0.key)) }
      for letter in plain where !found.contains(where: { $0.key == letter.key }) {
        found.append(letter)
      }
      covered.formUnion(plain.map { script($0.key) })
    }
    found.sort { $0.key.lexicographicallyPrecedes($1.key) }
    var sorted: [(key: [UInt8], label: String)] = [([], "#")]
    let byScript = Dictionary(grouping: found) { script($0.key) }
    for (number, start) in scripts.enumerated() {
      var letters = byScript[number] ?? []
      // Letters in front of the first one that heads a section stand under it.
      if letters.isEmpty { letters = [(start, "\u{2026}")] } else { letters[0].key = start }
      sorted += letters
    }
    labels = sorted.map(\.label)
    starts = sorted.map(\.key)
  }

  /// Whether a label of several letters is no letter of its own in this order.
  private static func isSequence(_ label: String, _ collator: Collator) -> Bool {
    guard label.unicodeScalars.count > 1, let first = label.unicodeScalars.first else {
      return false
    }
    return collator.primaryKey(of: label).starts(with: collator.primaryKey(of: String(first)))
  }

  /// The sections that the language's rules have for Chinese characters.
  private static func hanSections(_ collator: Collator) -> [(key: [UInt8], label: String)] {
    let mark = collator.primaryKey(of: IndexLetters.hanMark)
    var found: [(key: [UInt8], label: String)] = []
    for section in IndexLetters.hanSections {
      let key = collator.primaryKey(of: IndexLetters.hanMark + IndexLetters.letter(section.mark))
      // Without a rule the mark and the letter sort one after the other.
      if !key.starts(with: mark) { found.append((key, section.label)) }
    }
    return found
  }
}

private func split(_ letters: String) -> [String] { letters.unicodeScalars.map { String($0) } }

/// Makes a collator's sections when they are first asked for: that takes milliseconds.
final class LazySections: Sendable {
  private let made = Mutex<SectionIndex?>(nil)

  func get(_ collator: Collator) -> SectionIndex {
    made.withLock { made in
      if let made { return made }
      let sections = SectionIndex(collator)
      made = sections
      return sections
    }
  }
}
