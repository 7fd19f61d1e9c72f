/// The formats in which files hold contacts.
public enum CardFormat: Sendable, Hashable, CaseIterable {
  /// vCard, of any version.
  case vCard
  /// jCard.
  case jCard
  /// A table of separated values.
  case csv

  /// What a file looks like by its first bytes; a few hundred are enough.
  ///
  /// A file that starts with a bracket is jCard. One that has a card's first line, or nothing, is
  /// vCard. Any other is a table.
  public init(startOfFile bytes: [UInt8]) {
    var text = bytes.prefix(65_536)[...]
    var plain: [UInt8] = []
    if let (isBigEndian, markBytes) = UTF16Transcoder.detect(text) {
      var transcoder = UTF16Transcoder(isBigEndian: isBigEndian)
      transcoder.append(text.dropFirst(markBytes), to: &plain)
      text = plain[...]
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    let first = text.first { !$0.isBlank && !$0.isLineEnd }
    if first == UInt8(ascii: "[") {
      self = .jCard
    } else if first == nil || Self.hasCard(Array(text)) {
      self = .vCard
    } else {
      self = .csv
    }
  }

  /// Whether a line begins a card, folded or not.
  private static func hasCard(_ bytes: [UInt8]) -> Bool {
    let letters = bytes.filter { !$0.isBlank && !$0.isLineEnd }
    let word = Array("BEGIN:VCARD".utf8)
    guard letters.count >= word.count else { return false }
    for start in 0...(letters.count - word.count)
    where letters[start].capital == word[0] && letters.span.hasWord("BEGIN:VCARD", at: start) {
      return true
    }
    return false
  }
}
