internal import Collation
internal import ContactModel
internal import LMDB

/// The words of a record's names, folded, for prefix search: word ‖ 0 ‖ record.
struct WordIndex: RecordIndex {
  static let version = Folding.version
  static func table(_ set: Tables.Projections) -> Table { set.words }

  /// The properties whose words are found.
  static let properties: [Property] = [
    .firstName, .middleName, .lastName, .nickname, .firstNamePhonetic, .middleNamePhonetic,
    .lastNamePhonetic, .organization, .formattedName, .name,
  ]
  let reads = PropertySet(WordIndex.properties)

  func appendKeys(of record: Record, to keys: inout KeyList) {
    guard record.exists else { return }
    for field in record.fields {
      guard case .text(let text)? = field.value, Self.properties.contains(field.property) else {
        continue
      }
      Folding.forEachFoldedWord(of: text) { word in
        let kept = word.extracting(0..<min(word.count, longestIndexText))
        keys.add(record.id) { bytes in
          for index in kept.indices { bytes.append(kept[index]) }
          bytes.append(0)
        }
      }
    }
  }

  /// The folded words of a query, or of a record's names.
  static func words(_ text: String) -> [[UInt8]] {
    var words: [[UInt8]] = []
    Folding.forEachFoldedWord(of: text) { words.append($0.array) }
    return words
  }

  /// Whether each query word begins some word of the record's names.
  static func matches(_ record: Record, _ query: [[UInt8]]) -> Bool {
    let words = properties.compactMap { record.text($0) }.flatMap(Self.words)
    return query.allSatisfy { prefix in words.contains { $0.starts(with: prefix) } }
  }
}
