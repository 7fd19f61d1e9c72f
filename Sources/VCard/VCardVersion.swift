/// A version of the card format.
public enum VCardVersion: Sendable, Hashable, CaseIterable {
  /// vCard 2.1, of old telephones and Outlook.
  case v21
  /// vCard 3.0 (RFC 2426), in the form iOS writes.
  case v3
  /// vCard 4.0 (RFC 6350).
  case v4

  /// As the `VERSION` line says it.
  public var text: String {
    switch self {
    case .v21: "2.1"
    case .v3: "3.0"
    case .v4: "4.0"
    }
  }
}
