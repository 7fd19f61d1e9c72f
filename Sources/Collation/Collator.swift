import _FoundationICU

/// Sorts strings as a language does.
///
/// Sort keys of one collator compare byte by byte in the order of the language. Keys of
/// another locale or ``version`` must not be mixed with them. Safe to use from many threads:
/// nothing is set after the start. The corresponding C type is `UCollator`.
@safe public final class Collator: Sendable {
  /// The identifier given.
  public let locale: String

  /// The four bytes of `ucol_getVersion`: they change when the order may.
  public let version: [UInt8]

  /// Whether a run of digits sorts as the number it is.
  public let sortsNumbers: Bool

  private let lazySections = LazySections()

  // Sound: immutable after init; ICU's const collator functions may run concurrently.
  nonisolated(unsafe) private let handle: OpaquePointer

  /// Opens the collator of a locale, such as `sv`, `de@collation=phonebook`, `de-u-co-phonebk`.
  ///
  /// Strength is tertiary, whatever the identifier says. A locale without rules of its own sorts
  /// as the root does. The corresponding C function is `ucol_open`.
  ///
  /// - Parameter sortsNumbers: Whether a run of digits sorts as the number it is; else one by one.
  /// - Throws: ``CollationError`` with code `malformedLocale` or `failure`.
  /// - Complexity: Up to milliseconds for the first use of a locale.
  public init(locale: String, sortsNumbers: Bool = false) throws(CollationError) {
    guard Self.isWellFormed(locale) else { throw CollationError(code: .malformedLocale) }
    var status = U_ZERO_ERROR
    let opened = unsafe swift_ucol_open(locale, &status)
    guard status.rawValue <= 0, let collator = unsafe opened else {
      throw CollationError(code: .failure(status.rawValue))
    }
    unsafe swift_ucol_setAttribute(collator, UCOL_STRENGTH, UCOL_TERTIARY, &status)
    unsafe swift_ucol_setAttribute(
      collator, UCOL_NUMERIC_COLLATION, sortsNumbers ? UCOL_ON : UCOL_OFF, &status)
    guard status.rawValue <= 0 else {
      unsafe swift_ucol_close(collator)
      throw CollationError(code: .failure(status.rawValue))
    }
    var bytes = [UInt8](repeating: 0, count: 4)
    // Sound: UVersionInfo is an array of four bytes.
    unsafe bytes.withUnsafeMutableBufferPointer {
      if let start = $0.baseAddress { unsafe swift_ucol_getVersion(collator, start) }
    }
    self.locale = locale
    self.sortsNumbers = sortsNumbers
    version = bytes
    unsafe handle = unsafe collator
  }

  deinit { unsafe swift_ucol_close(handle) }

  /// The version of Unicode that ICU knows, such as `16.0.0`: `u_getUnicodeVersion`.
  public static let unicodeVersion: String = Folding.unicodeVersion.map(String.init)
    .joined(separator: ".")

  /// Compares two strings: negative, zero or positive, as their sort keys do.
  public func compare(_ first: String, _ second: String) -> Int {
    unsafe withUTF16(first) { a in
      unsafe withUTF16(second) { b in
        // Sound: ICU only reads the two buffers, within the call.
        Int(
          unsafe swift_ucol_strcoll(
            handle, a.baseAddress, Int32(a.count), b.baseAddress, Int32(b.count)
          ).rawValue)
      }
    }
  }

  /// Appends the sort key of a string, without the zero byte at its end: `ucol_getSortKey`.
  ///
  /// - Complexity: O(*n*), about 0.35 µs for 30 characters.
  public func appendSortKey(of string: String, to key: inout [UInt8]) {
    unsafe withUTF16(string) { units in
      var capacity = 3 * units.count + 32
      while true {
        let needed = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
          // Sound: ICU writes at most `capacity` bytes and returns how many there are.
          let length = Int(
            unsafe swift_ucol_getSortKey(
              handle, units.baseAddress, Int32(units.count), $0.baseAddress, Int32(capacity)))
          if length > 0, length <= capacity {
            unsafe key.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<(length - 1)]))
          }
          return length
        }
        guard needed > capacity else { return }
        capacity = needed
      }
    }
  }

  /// The sections that lists in this order are divided into.
  ///
  /// - Complexity: Some milliseconds the first time.
  public var sections: SectionIndex { lazySections.get(self) }

  /// The part of a sort key in which letters count, but neither accents nor case.
  func primaryKey(of string: String) -> [UInt8] {
    var key: [UInt8] = []
    appendSortKey(of: string, to: &key)
    // Levels are divided by 01 (UTS 10, "Form Sort Keys").
    return Array(key.prefix { $0 != 1 })
  }

  /// Letters, digits and separators only, beginning with a language of two to eight letters.
  private static func isWellFormed(_ locale: String) -> Bool {
    let language = locale.utf8.prefix { isLetter($0) }
    guard (2...8).contains(language.count), locale.utf8.count <= 100 else { return false }
    let rest = locale.utf8.dropFirst(language.count)
    guard let separator = rest.first else { return true }
    guard "-_@".utf8.contains(separator), rest.count > 1 else { return false }
    return rest.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || "-_@=;".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
