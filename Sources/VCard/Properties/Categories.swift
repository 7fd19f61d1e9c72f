import ContactModel

extension CardProperty {
  /// `CATEGORIES` (RFC 6350 section 6.7.1): a list, in which an escaped comma is text.
  static let categories = CardProperty(["CATEGORIES"]) { line, builder in
    for name in line.parts(separator: ASCII.comma) { builder.addCategory(name) }
  } write: { card, output in
    let names = card.categories.filter { !$0.isEmpty }
    guard !names.isEmpty else { return }
    output.components("CATEGORIES", names, separator: ",")
  }
}
