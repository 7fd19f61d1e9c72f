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

  /// The version of the rules, then of Unicode.
  ///
  /// Folded text of another version must not be mixed with this one's.
  public static let version: [UInt8] = [algorithmVersion] + unicodeVersion

  /// Major, minor and update number: `u_getUnicodeVersion`.
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
  /// - Complexity: O(*n*); Latin, Greek and Cyrillic text needs no ICU.
  public static func fold(_ text: String) -> String {
    var folded: [UInt8] = []
    appendFolded(text, to: &folded)
    return String(decoding: folded, as: UTF8.self)
  }

  /// Appends the folded UTF-8 bytes of text.
  public static func appendFolded(_ text: String, to bytes: inout [UInt8]) {
    let utf8 = text.utf8.span
    bytes.reserveCapacity(bytes.count + utf8.count)
    guard FoldTable.covers(utf8) else {
      return forEachFoldedScalar(of: text) { append($0, to: &bytes) }
    }
    FoldTable.forEachEntry(of: utf8) { entry in
      if entry.count > 0 { bytes.append(entry.first) }
      if entry.count > 1 { bytes.append(entry.second) }
    }
  }
}

// MARK: - Words

extension Folding {
  /// The folded words of a text; see ``forEachFoldedWord(of:_:)``.
  public static func words(of text: String) -> [String] {
    var words: [String] = []
    forEachFoldedWord(of: text) { word in
      // Sound: the bytes are copied within the call.
      let string = unsafe word.withUnsafeBufferPointer {
        unsafe String(decoding: $0, as: UTF8.self)
      }
      words.append(string)
    }
    return words
  }

  /// Hands the folded words of a text to `body`, as UTF-8 bytes valid during the call.
  ///
  /// A word is a run of letters, numbers and marks. Apostrophes are dropped, so that `o'brien`
  /// and `OBrien` are one word; hyphens and all else divide. A run of Han or kana is one word.
  ///
  /// - Complexity: O(*n*); no allocation for short Latin, Greek or Cyrillic text.
  public static func forEachFoldedWord(of text: String, _ body: (Span<UInt8>) -> Void) {
    let utf8 = text.utf8.span
    if FoldTable.covers(utf8) {
      forEachCoveredWord(of: utf8, body)
    } else {
      forEachWideWord(of: text, body)
    }
  }

  private static func forEachCoveredWord(of utf8: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    // Sound: folded text is not longer than the text, and only bytes written are lent.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: utf8.count + 1) { word in
      var length = 0
      FoldTable.forEachEntry(of: utf8) { entry in
        switch entry.kind {
        case .word:
          unsafe word[length] = entry.first
          if entry.count > 1 { unsafe word[length + 1] = entry.second }
          length += Int(entry.count)
        case .divider where length > 0:
          body(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: word[..<length])))
          length = 0
        default: break
        }
      }
      if length > 0 {
        body(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: word[..<length])))
      }
    }
  }

  private static func forEachWideWord(of text: String, _ body: (Span<UInt8>) -> Void) {
    var word: [UInt8] = []
    word.reserveCapacity(text.utf8.count)
    forEachFoldedScalar(of: text) { scalar in
      if FoldedScalar.isPartOfWord(scalar) {
        append(scalar, to: &word)
      } else if scalar != UInt32(apostrophe), !word.isEmpty {
        body(word.span)
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { body(word.span) }
  }
}

// MARK: - Bytes

extension Folding {
  static let apostrophe = UInt8(ascii: "'")

  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case ..<0x80:
      bytes.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      bytes.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      bytes.append(continuation(scalar))
    case ..<0x1_0000:
      bytes.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      bytes.append(continuation(scalar >> 6))
      bytes.append(continuation(scalar))
    default:
      bytes.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      bytes.append(continuation(scalar >> 12))
      bytes.append(continuation(scalar >> 6))
      bytes.append(continuation(scalar))
    }
  }

  private static func continuation(_ bits: UInt32) -> UInt8 {
    0x80 | UInt8(truncatingIfNeeded: bits & 0x3F)
  }
}
