import CommandLineTool
import VCard

/// Says what a reader had to guess or leave out: the first few at once, or all, with their numbers.
final class ImportWarnings {
  private static let most = 20
  private let diagnostics: Diagnostics
  private let tellsAll: Bool
  private var expected: (file: String, card: Int)?
  /// Warnings so far.
  private(set) var count = 0

  init(_ diagnostics: Diagnostics, tellsAll: Bool) {
    self.diagnostics = diagnostics
    self.tellsAll = tellsAll
  }

  /// The next card that is parsed is this one; later ones are read again for merging.
  func expect(_ file: String, card: Int) { expected = (file, card) }

  /// Takes in the warnings of the card that was expected.
  func note(_ warnings: [CardWarning]) {
    guard let (file, card) = expected else { return }
    expected = nil
    tell(warnings, file, card)
  }

  /// Takes in warnings of a card.
  func tell(_ warnings: [CardWarning], _ file: String, _ card: Int) {
    for warning in warnings {
      count += 1
      guard tellsAll || count <= Self.most else { continue }
      let property = warning.property.isEmpty ? "" : "\(warning.property): "
      report(
        "\(file):\(warning.line): card \(card): warning \(warning.number): \(property)"
          + warning.message)
    }
  }

  /// Says something about a whole file.
  func report(_ text: String) { diagnostics.report(text) }

  /// Says how many warnings were kept back.
  func finish() {
    if !tellsAll, count > Self.most {
      report("and \(count - Self.most) more such warnings; --verbose tells all")
    }
  }
}
