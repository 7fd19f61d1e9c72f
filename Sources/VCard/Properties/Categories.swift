import ContactModel

extension CardProperty {
  /// `CATEGORIES` (RFC 6350 section 6.7.1): a list, in which an escaped comma is text.
  static let categories = CardProperty(["CATEGORIES"], .texts(.list)) { line, builder in
    builder.expectCategories(line.count(of: ASCII.comma) + 1)
    var position = line.head.value.lowerBound
    while let range = line.part(&position, separator: ASCII.comma) {
      builder.addCategory(line.text(range))
    }
  } write: { card, output in
    let names = card.categories.filter { !$0.isEmpty }
    guard !names.isEmpty else { return }
    output.components("CATEGORIES", names, separator: ",")
  }
}
