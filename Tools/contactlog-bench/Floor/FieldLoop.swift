/// The least that any reader of cards does: find where lines, names, parameters and parts begin.
///
/// Nothing is kept, unfolded, decoded or compared.
enum FieldLoop {
  /// How many cards and how many fields there are.
  static func run(_ bytes: Span<UInt8>) -> (cards: Int, values: Int) {
    var (cards, fields) = (0, 0)
    var isInValue = false
    var lineStart = 0
    var index = 0
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      if byte == 0x0A {
        if bytes[lineStart] == UInt8(ascii: "E"), index - lineStart < 12 { cards &+= 1 }
        isInValue = false
        lineStart = index &+ 1
      } else if byte == UInt8(ascii: ":"), !isInValue {
        isInValue = true
        fields &+= 1
      } else if byte == UInt8(ascii: ";") {
        fields &+= 1
      }
      index &+= 1
    }
    return (cards, fields)
  }
}
