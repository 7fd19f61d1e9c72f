import CommandLineTool
import VCard

/// Says what a parser had to guess or leave out: the first few at once, then how many more.
final class ImportWarnings {
  private static let most = 20
  private let diagnostics: Diagnostics
  private var file: String?
  private var count = 0

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// The next card that is parsed is one of this file; later ones are read again for merging.
  func expect(_ file: String) { self.file = file }

  /// Takes in the warnings of a card.
  func note(_ warnings: [CardWarning]) {
    guard let file else { return }
    self.file = nil
    for warning in warnings {
      count += 1
      guard count <= Self.most else { continue }
      let property = warning.property.isEmpty ? "" : "\(warning.property): "
      report("\(file):\(warning.line): \(property)\(warning.message)")
    }
  }

  /// Says something about a whole file.
  func report(_ text: String) { diagnostics.report(text) }

  /// Says how many warnings were kept back.
  func finish() {
    if count > Self.most { report("and \(count - Self.most) more such warnings") }
  }
}
