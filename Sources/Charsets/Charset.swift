import _FoundationICU

/// How octets stand for letters: a converter of the toolchain's ICU.
///
/// Only charsets that files of contacts are found in can be made. Their tables are inside the
/// library: no name makes it look for a file.
public struct Charset: Sendable, Hashable {
  /// The place of the name in ``names``.
  private let index: UInt8

  /// The usual name, such as `Shift_JIS`.
  public var name: String { Self.names[Int(index)] }

  /// UTF-8.
  public static let utf8 = Charset(index: 0)
  /// Windows-1252, in which every octet has a meaning.
  public static let windows1252 = Charset(index: 1)

  private static let names = [
    "UTF-8", "windows-1252", "windows-1250", "windows-1251", "windows-1253", "windows-1254",
    "windows-1255", "windows-1256", "windows-1257", "windows-1258", "windows-874", "ISO-8859-2",
    "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8",
    "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16", "KOI8-R", "KOI8-U",
    "macintosh", "IBM437", "IBM850", "IBM852", "IBM866", "Shift_JIS", "EUC-JP", "ISO-2022-JP",
    "GB18030", "Big5", "Big5-HKSCS", "windows-949", "ISO-2022-KR", "UTF-16", "UTF-16BE",
    "UTF-16LE", "UTF-32",
  ]

  /// Charsets that are read as another one that holds all their letters and more, as programs for
  /// Windows wrote the one and said the other.
  private static let larger = [
    "ISO-8859-1": "windows-1252", "US-ASCII": "windows-1252", "ISO-8859-9": "windows-1254",
    "TIS-620": "windows-874", "GB2312": "GB18030", "GBK": "GB18030", "EUC-KR": "windows-949",
  ]

  /// The charsets by ICU's own names of their converters.
  private static let byConverter: [String: Charset] = {
    var charsets: [String: Charset] = [:]
    for (other, name) in larger {
      guard let converter = converter(named: other), let index = names.firstIndex(of: name)
      else { continue }
      charsets[converter] = Charset(index: UInt8(index))
    }
    for (index, name) in names.enumerated() {
      if let converter = converter(named: name) {
        charsets[converter] = Charset(index: UInt8(index))
      }
    }
    return charsets
  }()

  private init(index: UInt8) { self.index = index }

  /// The charset of a name in any of its usual spellings, in any case, with or without dashes.
  ///
  /// The corresponding C function is `ucnv_getAlias`.
  ///
  /// - Returns: `nil` for a name that no card's charset has.
  public init?(named name: String) {
    guard let converter = Self.converter(named: name), let charset = Self.byConverter[converter]
    else { return nil }
    self = charset
  }

  /// Whether octets below 0x80 that follow no other octet stand for ASCII.
  public var holdsASCII: Bool {
    !name.hasPrefix("UTF-16") && !name.hasPrefix("UTF-32") && !name.hasPrefix("ISO-2022")
  }

  /// ICU's own name of the converter that a name stands for; asks its table of names alone.
  private static func converter(named name: String) -> String? {
    guard name.utf8.count < 40, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    var status = U_ZERO_ERROR
    // Sound: ICU reads the name within the call and returns a constant text of its own, or NULL.
    guard let text = unsafe swift_ucnv_getAlias(name, 0, &status) else { return nil }
    return unsafe String(cString: text)
  }
}
