/// Which columns a table of contacts has, and what they are called.
public enum CSVLayout: Sendable, Hashable {
  /// The headings of Google Contacts as they are now.
  case google
  /// The headings of Google Contacts up to 2023.
  case oldGoogle
  /// The headings of Outlook in a language.
  case outlook(Language)

  /// A language of headings and dates.
  public enum Language: Sendable, Hashable, CaseIterable {
    /// `Business Phone`, 1/20/1978.
    case english
    /// `Telefon geschäftlich`, 20.01.1978.
    case german
    /// `Téléphone (bureau)`, 20/01/1978.
    case french
  }
}
