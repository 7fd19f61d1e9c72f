import ContactModel

/// Texts for random histories of which is known how they sort and what finds them.
enum TextPool {
  /// A name, what finds it, and its place in the root locale's order.
  struct Name {
    var text: String
    var word: String?
    var rank: Int
    /// Longer than what the order's keys keep.
    var isLong = false
  }

  static let names = [
    Name(text: "", word: nil, rank: -2),
    Name(text: "!", word: nil, rank: -1),
    Name(text: "Ada", word: "ada", rank: 0),
    Name(text: "\u{C1}ngel", word: "ANGEL", rank: 1),
    Name(text: "Bund", word: "bun", rank: 2),
    Name(text: "Stra\u{DF}e", word: "strasse", rank: 3),
    Name(text: String(repeating: "x", count: 600), word: "xxxx", rank: 4, isLong: true),
    Name(text: "Zo\u{E9}", word: "zoe\u{301}", rank: 5),
    Name(text: "Zoe\u{301}", word: "zo\u{E9}", rank: 5),
    Name(
      text: "\u{418}\u{412}\u{410}\u{41D}\u{41E}\u{412}", word: "\u{438}\u{432}\u{430}\u{43D}",
      rank: 6),
    Name(text: "\u{674E}", word: "\u{674E}", rank: 7),
  ]
  static let phones = [
    "+49 30 1111111", "+49 30 2222222", "0171 3333333", "", "none", "12345", "+49 30 1111111",
  ]
  static let emails = [
    "a@example.org", "B@example.org", "b@EXAMPLE.org", "",
    String(repeating: "e", count: 450) + "1", String(repeating: "e", count: 450) + "2",
  ]
  static let notes = ["", "x", "a\u{0}b", "line\nline", String(repeating: "n", count: 5000)]
  static let labels = [nil, "home", "work", "Zo\u{E9}", "Zoe\u{301}", ""]
  static let images: [[UInt8]] = [[1], [2, 3], Array(repeating: 7, count: 5000)]

  static let nameProperties: [Property] = [.firstName, .lastName, .organization]

  static func name(of bytes: [UInt8]) -> Name? { names.first { Array($0.text.utf8) == bytes } }
}
