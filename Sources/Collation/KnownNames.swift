import _FoundationICU

/// The languages and countries that ICU has names for.
public enum KnownNames {
  /// Whether a locale names a language there is, such as `de`, `zh-Hant`, `de@collation=phonebook`,
  /// and a country there is where it names one; `root` is one as well.
  ///
  /// The corresponding C functions are `uloc_getISOLanguages` and `uloc_getISO3Country`.
  public static func isLocale(_ locale: String) -> Bool {
    if locale == "root" { return true }
    guard (try? Collator(locale: locale)) != nil else { return false }
    // Underscores divide a locale's parts in ICU; what follows an at sign are keywords.
    let parts = (locale.split(separator: "@").first ?? "").split { $0 == "_" || $0 == "-" }
    guard let language = parts.first, languages.contains(language.lowercased()) else {
      return false
    }
    for part in parts.dropFirst() {
      // A single letter begins an extension, which may say anything.
      if part.utf8.count == 1 { break }
      if part.utf8.count == 2, !isRegion(part.uppercased()) { return false }
    }
    return true
  }

  /// Whether two capital letters are a country's code, such as `DE`: `uloc_getISOCountries`.
  public static func isRegion(_ region: String) -> Bool { regions.contains(region) }

  private static let languages: Set<String> = unsafe Set(texts(swift_uloc_getISOLanguages()))
  private static let regions: Set<String> = unsafe Set(texts(swift_uloc_getISOCountries()))

  // Sound: ICU's lists are constant, and end with a null pointer.
  private static func texts(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list = unsafe list else { return [] }
    var texts: [String] = []
    while let text = unsafe list[texts.count] { texts.append(unsafe String(cString: text)) }
    return texts
  }
}
