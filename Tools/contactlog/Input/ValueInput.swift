import CommandLineTool
import ContactModel

/// Turns words of the command line into values of the model.
enum ValueInput {
  /// The value of a property or of an entry in its list.
  ///
  /// - Parameter old: The value so far, whose parts stay where they are not named.
  /// - Throws: ``Failure`` with code `badData` where the words are no such value, `usage` where the
  ///   property cannot be set by hand.
  static func value(
    _ words: [String], for property: Property, over old: Value? = nil
  ) throws(Failure) -> Value {
    switch property {
    case .birthday, .dates: return .date(try date(single(words, property)))
    case .personKind: return .integer(try kind(single(words, property)))
    case .addresses, .instantMessages, .socialProfiles, .alternateBirthday:
      return .fields(try fields(words, property, over: old?.fields ?? Fields()))
    case .existence, .card, .sourceType, .members, .links, .image:
      throw Failure(.usage, "\(property.name) is not set this way")
    default:
      let text = try single(words, property)
      guard !text.isEmpty else {
        throw Failure(.badData, "an empty \(property.name) is none; use 'contactlog clear'")
      }
      return .text(text)
    }
  }

  /// `PROPERTY=VALUE` as its two sides.
  ///
  /// - Throws: ``Failure`` where there is no equals sign.
  static func assignment(_ word: String) throws(Failure) -> (name: String, value: String) {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
      throw Failure(.usage, "'\(word)' is no assignment; write PROPERTY=VALUE")
    }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func single(
    _ words: [String], _ property: Property
  ) throws(Failure) -> String {
    guard words.count == 1 else {
      throw Failure(
        .usage, "\(property.name) takes one value; quote words that belong together")
    }
    return words[0]
  }

  private static func date(_ text: String) throws(Failure) -> PartialDate {
    guard let date = PartialDate(text) else {
      throw Failure(
        .badData, "'\(text)' is no date; write 1978-01-20, or --01-20 without a year")
    }
    return date
  }

  private static func kind(_ text: String) throws(Failure) -> Int64 {
    switch text {
    case "person": return 0
    case "organization": return 1
    default:
      throw Failure(.badData, "'\(text)' is no kind; write person or organization")
    }
  }

  /// The parts a value of the property has, the usual ones.
  static func parts(of property: Property) -> [String] {
    switch property {
    case .addresses: ["street", "city", "state", "zip", "country", "countryCode"]
    case .instantMessages: ["service", "username"]
    case .socialProfiles: ["service", "username", "url", "userIdentifier"]
    default: ["calendar", "era", "year", "month", "leapMonth", "day"]
    }
  }

  private static func fields(
    _ words: [String], _ property: Property, over old: Fields
  ) throws(Failure) -> Fields {
    var fields = old
    let known = parts(of: property)
    for word in words {
      let (name, value) = try assignment(word)
      guard known.contains(name) else {
        throw Failure(
          .badData,
          "'\(name)' is no part of \(property.name); parts are "
            + known.joined(separator: ", "))
      }
      fields[name] = value.isEmpty ? nil : value
    }
    guard !fields.isEmpty else {
      throw Failure(.badData, "\(property.name) needs parts, such as \(known[0])=VALUE")
    }
    return fields
  }
}
