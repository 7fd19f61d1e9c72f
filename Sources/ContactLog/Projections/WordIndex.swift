internal import Collation
internal import ContactModel
internal import LMDB

/// The words of a record's names, folded, for search by beginnings:
/// edition ‖ class ‖ text ‖ 0 ‖ record.
///
/// The class says what a match is worth, so that the best are found first without reading records.
/// A word in Chinese characters, kana or Hangul also stands under each of its ends, so that any
/// part of it is the beginning of something.
struct WordIndex: EditionIndex {
  static func table(_ set: Tables.Projections) -> Table { set.words }
  /// Changes with what ``forEachText(of:_:)`` gives.
  static let rulesVersion: UInt8 = 1

  /// What a text is of a record.
  enum Class: UInt8, Sendable, CaseIterable {
    /// All words of the name, in order of their bytes, with spaces between.
    case whole = 0
    /// A word of the family or given name, or of a group's or organisation's only name.
    case name = 1
    /// Any other word of a name.
    case other = 2
  }

  /// The properties whose words are found.
  static let properties: [Property] = [
    .firstName, .middleName, .lastName, .nickname, .firstNamePhonetic, .middleNamePhonetic,
    .lastNamePhonetic, .organization, .formattedName, .name,
  ]
  let reads = PropertySet(WordIndex.properties + [.personKind])
  let spec: EditionSpec
  var id: UInt8 = 0

  init(_ tables: UnicodeTables) {
    spec = EditionSpec(
      kind: .words, version: [Self.rulesVersion] + (tables.foldingVersion ?? Folding.version))
  }

  func appendKeys(of record: Record, to keys: inout KeyList) {
    guard record.exists else { return }
    Self.forEachText(of: record) { kind, text, isEnd in
      let longest = isEnd ? Self.longestEnd : longestIndexText
      keys.add(record.id) { bytes in
        bytes.append(id)
        bytes.append(kind.rawValue)
        for index in 0..<min(text.count, longest) { bytes.append(text[index]) }
        bytes.append(0)
      }
    }
  }

  /// The key in front of all rows of a class whose text begins with `text`.
  func prefix(_ kind: Class, _ text: [UInt8]) -> [UInt8] { [id, kind.rawValue] + text }
}

// MARK: - Texts

extension WordIndex {
  /// The most bytes kept of an end of a word: sixteen Chinese characters.
  static let longestEnd = 48
  /// The most ends of one word.
  static let mostEnds = 256

  /// Hands over every text that a record is found by, uncut, and whether it is an end of a word.
  static func forEachText(
    of record: Record, _ body: (Class, Span<UInt8>, _ isEnd: Bool) -> Void
  ) {
    var names: Set<[UInt8]> = []
    forEachWhole(of: record) { body(.whole, $0.span, false) }
    for isName in [true, false] {
      for field in record.fields {
        guard case .text(let text)? = field.value, properties.contains(field.property),
          isNameProperty(field.property, of: record) == isName
        else { continue }
        Folding.forEachFoldedWord(of: text) { word in
          if isName {
            names.insert(word.array)
            body(.name, word, false)
          } else if !names.contains(word.array) {
            body(.other, word, false)
          }
          forEachEnd(of: word) { body(.other, $0, true) }
        }
      }
    }
  }

  private static func isNameProperty(_ property: Property, of record: Record) -> Bool {
    switch property {
    case .firstName, .lastName, .firstNamePhonetic, .lastNamePhonetic, .name: true
    case .organization: record.isOrganization
    default: false
    }
  }

  /// The whole names of a record, as its rows have them.
  static func wholes(of record: Record) -> [[UInt8]] {
    var names: [[UInt8]] = []
    forEachWhole(of: record) { names.append(Array($0.prefix(longestIndexText))) }
    return names
  }

  /// The whole names of a record: as spelt and as read.
  private static func forEachWhole(of record: Record, _ body: ([UInt8]) -> Void) {
    func join(_ properties: [Property]) -> [UInt8] {
      whole(properties.flatMap { record.text($0).map(words) ?? [] })
    }
    if record.id.kind == .group { return body(join([.name])) }
    var found: [[UInt8]] = []
    if record.isOrganization { found.append(join([.organization])) }
    found.append(join([.firstName, .middleName, .lastName]))
    found.append(join([.firstNamePhonetic, .middleNamePhonetic, .lastNamePhonetic]))
    if found.allSatisfy(\.isEmpty) {
      let property = [Property.formattedName, .organization, .nickname].first {
        record.text($0)?.isEmpty == false
      }
      found = property.map { [join([$0])] } ?? []
    }
    for name in Set(found) where !name.isEmpty { body(name) }
  }

  /// Words in order of their bytes, with spaces between.
  static func whole(_ words: [[UInt8]]) -> [UInt8] {
    if words.count == 1 { return words[0] }
    return Array(words.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [0x20]))
  }

  /// The folded words of a text.
  static func words(_ text: String) -> [[UInt8]] {
    var words: [[UInt8]] = []
    Folding.forEachFoldedWord(of: text) { words.append($0.array) }
    return words
  }

  /// Hands over what is left of a word behind each of its first letters, if these are Chinese
  /// characters, kana or Hangul.
  static func forEachEnd(of word: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var index = 0
    var count = 0
    while index < word.count, count < mostEnds {
      let lead = word[index]
      let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      if index > 0, length > 2, index + length <= word.count,
        isSyllable(word.extracting(index..<index + length))
      {
        body(word.extracting(index...))
        count += 1
      }
      index += length
    }
  }

  /// Whether a scalar of three or four bytes begins a syllable or word in a script without spaces.
  private static func isSyllable(_ bytes: Span<UInt8>) -> Bool {
    var scalar = UInt32(bytes[0] & (bytes.count == 3 ? 0x0F : 0x07))
    for index in 1..<bytes.count { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
    switch scalar {
    case 0x1100...0x115F, 0x3041...0x3096, 0x30FC, 0x3105...0x312F, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
      return true
    default: return false
    }
  }
}

// MARK: - Matching

extension WordIndex {
  /// What a record is worth as an answer to a query of folded words; `nil` when it is none.
  static func rank(of record: Record, _ query: [[UInt8]]) -> Class? {
    var isName = Array(repeating: false, count: query.count)
    var isFound = isName
    var isWhole = false
    let whole = whole(query)
    forEachText(of: record) { kind, text, _ in
      if kind == .whole {
        if text.isSame(as: whole.span) { isWhole = true }
        return
      }
      for (index, word) in query.enumerated() where text.starts(with: word.span) {
        isFound[index] = true
        if kind == .name { isName[index] = true }
      }
    }
    guard !query.isEmpty, isFound.allSatisfy({ $0 }) else { return nil }
    return isWhole ? .whole : isName.allSatisfy { $0 } ? .name : .other
  }

  /// Whether some word of the record's names has each query word in it.
  static func isInside(_ record: Record, _ query: [[UInt8]]) -> Bool {
    var isFound = Array(repeating: false, count: query.count)
    forEachText(of: record) { kind, text, isEnd in
      if kind == .whole || isEnd { return }
      for (index, word) in query.enumerated() where text.contains(word.span) {
        isFound[index] = true
      }
    }
    return isFound.allSatisfy { $0 }
  }

  /// Whether each query word begins a word of the text, or is part of a word without spaces.
  static func matches(_ texts: [String], _ query: [[UInt8]]) -> Bool {
    var isFound = Array(repeating: false, count: query.count)
    for text in texts {
      Folding.forEachFoldedWord(of: text) { word in
        for (index, wanted) in query.enumerated() where !isFound[index] {
          isFound[index] = word.starts(with: wanted.span)
          forEachEnd(of: word) {
            if $0.starts(with: wanted.span) { isFound[index] = true }
          }
        }
      }
    }
    return isFound.allSatisfy { $0 }
  }
}
