import _FoundationICU

/// The letters that head the sections of a list, as CLDR's index characters have them.
enum IndexLetters {
  /// Those of a locale; `nil` where ICU has none.
  ///
  /// The corresponding C function is `ulocdata_getExemplarSet`.
  static func own(of locale: String) -> [String]? {
    if locale == "root" { return nil }
    var status = U_ZERO_ERROR
    guard let data = unsafe swift_ulocdata_open(locale, &status), status.rawValue <= 0 else {
      return nil
    }
    defer { unsafe swift_ulocdata_close(data) }
    let found = unsafe swift_ulocdata_getExemplarSet(data, nil, 0, ULOCDATA_ES_INDEX, &status)
    guard let set = unsafe found, status.rawValue <= 0 else { return nil }
    defer { unsafe swift_uset_close(set) }
    var letters: [String] = []
    for item in 0..<(unsafe swift_uset_getItemCount(set)) { unsafe append(item, of: set, &letters) }
    return letters.isEmpty ? nil : letters
  }

  /// Appends a range of letters, or one of several letters such as `CH`.
  private static func append(_ item: Int32, of set: OpaquePointer, _ letters: inout [String]) {
    var (start, end): (UChar32, UChar32) = (0, 0)
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 16) { units in
      var status = U_ZERO_ERROR
      // Sound: ICU writes at most the units there is room for, and returns how many there are.
      let length = Int(
        unsafe swift_uset_getItem(set, item, &start, &end, units.baseAddress, 16, &status))
      if status.rawValue > 0 || length > 16 { return }
      if length >= 2 {
        letters.append(unsafe String(decoding: units[..<length], as: UTF16.self))
      } else if start <= end {
        // A range of more is no index.
        for point in start...min(end, start + 500) {
          if let scalar = Unicode.Scalar(UInt32(point)) { letters.append(String(scalar)) }
        }
      }
    }
  }

  /// Letters of the scripts that names are written in, for lists in a language of another script.
  static let others = [
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
    "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЫЭЮЯ", "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
    "ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՓՔՕՖ", "אבגדהוזחטיכלמנסעפצקרשת",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
    "กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮ", "あかさたなはまやらわ", "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
  ]

  /// Heads the names in Chinese characters where the language has no sections for them.
  static let han = "\u{6F22}"

  /// One letter of each script: behind U+FDD1 it sorts in front of all letters of its script
  /// (UTS 35, "Collation Indexes").
  static let scripts: [UInt32] = [
    0x004C, 0x03A9, 0x03E2, 0x042F, 0x0531, 0x05D0, 0x0628, 0x0710, 0x078C, 0x07CA, 0x0800,
    0x0840, 0x0905, 0x0995, 0x0A15, 0x0A95, 0x0B15, 0x0B95, 0x0C15, 0x0C95, 0x0D15, 0x0D85,
    0x0E17, 0x0EA5, 0x0F40, 0x1000, 0x10D3, 0x12A0, 0x13C4, 0x14C0, 0x168F, 0x16A0, 0x1703,
    0x1723, 0x1743, 0x1763, 0x1780, 0x1826, 0x1900, 0x1950, 0x1980, 0x1A00, 0x1A20, 0x1B05,
    0x1B83, 0x1BC0, 0x1C00, 0x1C5A, 0x2C00, 0x2D30, 0x304B, 0x30AB, 0x3105, 0x5B57, 0xA288,
    0xA4D0, 0xA549, 0xA6A0, 0xA800, 0xA840, 0xA882, 0xA90A, 0xA930, 0xA984, 0xAA00, 0xAA80,
    0xABC0, 0xAC00, 0x10000, 0x10280, 0x102A0, 0x10300, 0x10330, 0x1036B, 0x10380, 0x103A0,
    0x10414, 0x10450, 0x10480, 0x104B5, 0x10500, 0x10537, 0x10582, 0x105C2, 0x10647, 0x10800,
    0x10840, 0x10873, 0x10896, 0x108F4, 0x10900, 0x10920, 0x10980, 0x109A0, 0x10A00, 0x10A60,
    0x10A95, 0x10AD8, 0x10B00, 0x10B40, 0x10B60, 0x10B8F, 0x10C00, 0x10CA1, 0x10D12, 0x10D5D,
    0x10E88, 0x10F19, 0x10F42, 0x10F7C, 0x10FBF, 0x10FF1, 0x11005, 0x11083, 0x110D0, 0x11103,
    0x11152, 0x11183, 0x11208, 0x1128F, 0x112BE, 0x11315, 0x11392, 0x11412, 0x11484, 0x1158E,
    0x1160E, 0x11680, 0x11717, 0x1180B, 0x118B4, 0x1190C, 0x119CE, 0x11A0B, 0x11A5C, 0x11AC0,
    0x11BC4, 0x11C0E, 0x11C72, 0x11D10, 0x11D71, 0x11EE5, 0x11F1B, 0x12000, 0x12FE5, 0x13153,
    0x14400, 0x1611C, 0x16A4F, 0x16ABC, 0x16AE6, 0x16B1C, 0x16D45, 0x16E40, 0x16F00, 0x18229,
    0x18C65, 0x1B1C4, 0x1BC20, 0x1E108, 0x1E290, 0x1E2E1, 0x1E4E6, 0x1E5D0, 0x1E802, 0x1E909,
  ]

  /// What a language has sections of Chinese characters by, each behind U+FDD0 in its rules, and
  /// what heads the section: the first letter of the reading, bopomofo, or the number of strokes.
  static let hanSections: [(mark: UInt32, label: String)] =
    (0x41...0x5A).map { ($0, letter($0)) } + (0x3105...0x3129).map { ($0, letter($0)) }
    + (1...64).map { (0x2800 + $0, "\($0)\u{5283}") }

  /// In front of a letter: where its script begins; a noncharacter.
  static let scriptMark = letter(0xFDD1)
  /// In front of a letter or a number of strokes: where its Chinese characters begin; a noncharacter.
  static let hanMark = letter(0xFDD0)

  static func letter(_ point: UInt32) -> String {
    Unicode.Scalar(point).map { String($0) } ?? ""
  }
}
