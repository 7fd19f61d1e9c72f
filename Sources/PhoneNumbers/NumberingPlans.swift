internal import CPhoneNumber
public import ContactLog

/// Compares phone numbers by the numbering plans of all countries, with libphonenumber.
///
/// Numbers may be written in any way: digits of any script, `+`, the region's own prefix for calls
/// abroad, a trunk zero, brackets, letters, an extension. Numbers without a country code are numbers of
/// the region. Where the region is not known, a number without a country code is compared with the end
/// of the other one.
///
/// The grades are libphonenumber's: `exact` for `EXACT_MATCH`, `national` for `NSN_MATCH`, `short` for
/// `SHORT_NSN_MATCH`; texts that are no numbers in its eyes, and those above 250 bytes, never agree. Safe
/// to use from many threads.
///
/// - Complexity: About 40 µs a comparison; bounded for any text.
public struct NumberingPlans: PhoneComparing {
  /// Makes the comparison.
  ///
  /// - Complexity: The first comparison of a process loads the tables: some milliseconds.
  public init() {}

  public func match(_ first: String, _ second: String, region: String) -> PhoneMatch? {
    switch Self.compare(first, second, region: region) {
    case CPhoneNumberExact: return .exact
    case CPhoneNumberNational: return .national
    case CPhoneNumberShort: return .short
    default: return nil
    }
  }

  public func forms(of number: String, region: String) -> PhoneForms? {
    var number = number
    var forms = CPhoneNumberForms()
    // Sound: the shim reads so many bytes within the call; the region ends with a zero.
    let isNumber = number.withUTF8 { text in
      unsafe region.withCString { region in
        unsafe text.withMemoryRebound(to: CChar.self) { text in
          unsafe cphonenumber_forms(text.baseAddress, text.count, region, &forms)
        }
      }
    }
    guard isNumber != 0 else { return nil }
    return PhoneForms(
      countryCode: Self.text(forms.country_code), significant: Self.text(forms.significant),
      national: Self.text(forms.national))
  }

  /// The text of an array of C, up to its zero.
  private static func text<Characters>(_ characters: Characters) -> String {
    // Sound: an array of C has its bytes in a row, and nothing else.
    unsafe withUnsafeBytes(of: characters) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// What libphonenumber says, by its own grades: `PhoneNumberUtil::IsNumberMatch`.
  static func compare(_ first: String, _ second: String, region: String) -> CPhoneNumberMatch {
    // Sound: the shim reads so many bytes of each within the call; the region ends with a zero.
    var (first, second) = (first, second)
    let result = first.withUTF8 { a in
      second.withUTF8 { b in
        unsafe region.withCString { region in
          unsafe a.withMemoryRebound(to: CChar.self) { a in
            unsafe b.withMemoryRebound(to: CChar.self) { b in
              unsafe cphonenumber_match(a.baseAddress, a.count, b.baseAddress, b.count, region)
            }
          }
        }
      }
    }
    return CPhoneNumberMatch(rawValue: UInt32(max(0, result)))
  }
}
