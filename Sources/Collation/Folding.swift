import _FoundationICU

/// The form of text in which letters that a searcher takes for the same are the same.
///
/// NFKC with case folding (UAX #31), decomposed, without accents, Arabic and Hebrew points and
/// tatweel; `æ`, `ø`, `ł` and the like as one types them without their key; katakana and small
/// kana as hiragana; all apostrophes alike. Viramas, vowel signs and the voicing marks of kana
/// stay: without them other words would match. Folding twice changes nothing.
public enum Folding {
  /// The version of these rules; a change of them must change it.
  public static let algorithmVersion: UInt8 = 1

  /// The version of the rules, then of Unicode: folded text of another version must not be
  /// mixed.
  public static let version: [UInt8] = [algorithmVersion] + unicodeVersion.prefix(3)

  /// The four bytes of `u_getUnicodeVersion`, the last one dropped.
  static let unicodeVersion: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 4)
    // Sound: UVersionInfo is an array of four bytes.
    unsafe bytes.withUnsafeMutableBufferPointer {
      if let start = $0.baseAddress { unsafe swift_u_getUnicodeVersion(start) }
    }
    return Array(bytes.prefix(3))
  }()

  /// Folds text, spaces and punctuation included.
  ///
  /// - Complexity: O(*n*); ASCII needs neither ICU nor a table.
  public static func fold(_ text: String) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    appendFolded(text, to: &folded)
    return String(decoding: folded, as: UTF8.self)
  }

  /// Appends the folded UTF-8 bytes of text.
  public static func appendFolded(_ text: String, to bytes: inout [UInt8]) {
    let utf8 = text.utf8.span
    if isASCII(utf8) {
      for index in utf8.indices { bytes.append(lowercased(utf8[index])) }
    } else {
      forEachFoldedScalar(of: text) { append($0, to: &bytes) }
    }
  }

  /// The folded words of a text; see ``forEachFoldedWord(of:_:)``.
  public static func words(of text: String) -> [String] {
    var words: [String] = []
    forEachFoldedWord(of: text) { word in
      // Sound: the bytes are copied within the call.
      words.append(
        unsafe word.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }
    return words
  }

  /// Hands the folded words of a text to `body`, as UTF-8 bytes valid during the call.
  ///
  /// A word is a run of letters, numbers and marks. Apostrophes are dropped, so that `o'brien`
  /// and `OBrien` are one word; hyphens and all else divide. A run of Han or kana is one word.
  /// - Complexity: O(*n*).
  public static func forEachFoldedWord(of text: String, _ body: (Span<UInt8>) -> Void) {
    let utf8 = text.utf8.span
    var word: [UInt8] = []
    word.reserveCapacity(utf8.count)
    func end() {
      guard !word.isEmpty else { return }
      body(word.span)
      word.removeAll(keepingCapacity: true)
    }
    if isASCII(utf8) {
      for index in utf8.indices {
        let byte = lowercased(utf8[index])
        if isWordByte(byte) { word.append(byte) } else if byte != apostrophe { end() }
      }
    } else {
      forEachFoldedScalar(of: text) { scalar in
        if FoldedScalar.isPartOfWord(scalar) {
          append(scalar, to: &word)
        } else if scalar != UInt32(apostrophe) {
          end()
        }
      }
    }
    end()
  }

  private static let apostrophe = UInt8(ascii: "'")

  private static func isASCII(_ utf8: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in utf8.indices { all |= utf8[index] }
    return all < 0x80
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }

  private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    if scalar < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: scalar))
    } else if let scalar = Unicode.Scalar(scalar) {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
