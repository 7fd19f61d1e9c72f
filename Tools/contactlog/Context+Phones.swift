import CommandLineTool
import ContactLog

#if canImport(PhoneNumbers)
  import PhoneNumbers
#endif

extension Context {
  /// The option of commands that compare phone numbers.
  static let regionOption = OptionSpec(
    "region", value: "REGION",
    "Where phone numbers need no country code, such as DE; else the settings' one, the locale's")

  /// Compares numbers by the numbering plans of all countries, where the tool was built with them.
  static var phoneComparison: any PhoneComparing {
    #if canImport(PhoneNumbers)
      NumberingPlans()
    #else
      DigitComparison()
    #endif
  }

  /// The region of `--region`, else of the settings, else of the locale; `nil`: none is known.
  ///
  /// - Throws: ``Failure`` with code `badData` for what is no region.
  func phoneRegion(_ store: BookReading) throws -> String? {
    if let region = line.option("region") {
      let upper = region.uppercased()
      guard Settings.isRegion(upper) else {
        throw Failure(.badData, "there is no region '\(region)'; write two letters, such as DE")
      }
      return upper
    }
    let region = try store.settings().region
    return region.isEmpty ? localeRegion : region
  }
}
