import CommandLineTool
import ContactModel

/// How people type the names of properties: as the model writes them, in any case, and in the
/// singular (`phone` for `phones`).
enum PropertyName {
  private static let aliases: [String: Property] = [
    "phone": .phones, "email": .emails, "address": .addresses, "date": .dates,
    "instantmessage": .instantMessages, "url": .urls, "relatedname": .relatedNames,
    "socialprofile": .socialProfiles, "member": .members,
  ]

  private static let names = Dictionary(
    uniqueKeysWithValues: Property.known.map { ($0.name.lowercased(), $0.property) })

  /// The property people mean, or nil.
  static func find(_ word: some StringProtocol) -> Property? {
    let word = word.lowercased()
    return names[word] ?? aliases[word] ?? Property(name: word)
  }

  /// The property people mean.
  ///
  /// - Throws: ``Failure`` that names where the list is.
  static func parse(_ word: some StringProtocol) throws(Failure) -> Property {
    guard let property = find(word) else {
      throw Failure(.usage, "there is no property '\(word)' (see 'contactlog help properties')")
    }
    return property
  }
}
