internal import ContactModel
internal import CoreFoundation
internal import Foundation

/// Between the API's objects and the store's values.
///
/// Any property takes any value, as Apple's does: what the store has no value for is kept as a binary
/// property list under a tag of ours, and comes back equal. Only what no property list can hold is
/// refused.
enum Conversion {
  /// Tag of a value kept as a binary property list: "AB".
  private static let propertyList: UInt64 = 0x4142
  /// Tag of a web address kept as text: "ABU".
  private static let address: UInt64 = 0x414255

  // MARK: To the store

  /// The value that stands for an object; `nil` where the store cannot keep it.
  ///
  /// - Parameter known: What the property holds: an object equal to it is that value, with all that
  ///   the API cannot show of it.
  static func value(_ object: AnyObject, _ property: Property, known: Value? = nil) -> Value? {
    if let known, let shown = self.object(known, property), CF.areEqual(shown, object) {
      // CFEqual takes composed and decomposed letters for equal.
      if CF.text(object).map({ Value.text($0) == known }) ?? true { return known }
    }
    switch object {
    case is MultiValueObject, is RecordObject, is BookObject: return nil
    case let number as NSNumber: return numeric(number)
    case is NSString, is String: return CF.text(object).map { .text($0) }
    case let date as NSDate: return dayOrInstant(date, property)
    case let data as NSData: return .data(Array(data as Data))
    case let dictionary as NSDictionary:
      return fields(dictionary, property) ?? opaque(dictionary)
    case let url as NSURL:
      return .opaque(tag: address, Array(url.absoluteString.utf8))
    case let other as NSObject: return opaque(other)
    default: return nil
    }
  }

  private static func numeric(_ number: NSNumber) -> Value? {
    if CFGetTypeID(number) == CFBooleanGetTypeID() { return opaque(number) }
    if CFNumberIsFloatType(CF.cast(number as AnyObject)) {
      return .real(number.doubleValue)
    }
    let integer = number.int64Value
    return number.isEqual(to: NSNumber(value: integer)) ? .integer(integer) : opaque(number)
  }

  private static func dayOrInstant(_ date: NSDate, _ property: Property) -> Value {
    let seconds = date.timeIntervalSinceReferenceDate
    if property == .birthday || property == .dates, let day = CalendarDay.date(seconds) {
      return .date(day)
    }
    return .instant(seconds)
  }

  /// A dictionary of texts, in a property that has dictionaries.
  private static func fields(_ dictionary: NSDictionary, _ property: Property) -> Value? {
    guard [.addresses, .instantMessages, .socialProfiles].contains(property) else {
      return property == .alternateBirthday ? alternateBirthday(dictionary) : nil
    }
    let keys = DictionaryKeys.of(property)
    var fields = Fields()
    for (key, value) in CF.pairs(dictionary) {
      guard let name = CF.text(key).flatMap(keys.store), let text = CF.text(value) else {
        return nil
      }
      fields[name] = text
    }
    return .fields(property == .socialProfiles ? SocialProfile.filled(fields) : fields)
  }

  private static func opaque(_ object: NSObject) -> Value? {
    guard PropertyListSerialization.propertyList(object, isValidFor: .binary),
      let data = try? PropertyListSerialization.data(
        fromPropertyList: object, format: .binary, options: 0)
    else { return nil }
    return .opaque(tag: propertyList, Array(data))
  }

  // MARK: From the store

  /// The object that shows a value; `nil` for what the API has no object for.
  static func object(_ value: Value, _ property: Property) -> AnyObject? {
    switch value {
    case .text(let text): return CF.string(text)
    case .integer(let number): return CF.integer(number)
    case .real(let number): return CF.real(number)
    case .instant(let seconds): return CF.date(seconds)
    case .date(let date): return CF.date(CalendarDay.seconds(date))
    case .data(let bytes): return CF.data(bytes)
    case .fields(let fields):
      if property == .alternateBirthday { return alternateBirthday(fields) }
      let keys = DictionaryKeys.of(property)
      return CF.dictionary(fields.pairs.map { (CF.string(keys.api($0.key)), CF.string($0.value)) })
    case .opaque(propertyList, let bytes):
      let object = try? unsafe PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil)
      return object.map { CF.copy($0 as AnyObject) }
    case .opaque(address, let bytes):
      return NSURL(string: String(decoding: bytes, as: UTF8.self))
    case .opaque(_, let bytes): return CF.data(bytes)
    case .blob, .document: return nil
    }
  }
}

// MARK: - Alternate birthday

extension Conversion {
  private static let birthdayNumbers = ["era", "year", "month", "day"]

  private static func alternateBirthday(_ dictionary: NSDictionary) -> Value? {
    var fields = Fields()
    for (key, value) in CF.pairs(dictionary) {
      guard let name = CF.text(key) else { return nil }
      switch name {
      case "calendarIdentifier":
        guard let text = CF.text(value) else { return nil }
        fields["calendar"] = text
      case "isLeapMonth":
        guard let flag = value as? NSNumber, CFGetTypeID(flag) == CFBooleanGetTypeID() else {
          return nil
        }
        fields["leapMonth"] = flag.boolValue ? "1" : "0"
      case _ where birthdayNumbers.contains(name):
        guard let number = value as? NSNumber, case .integer(let integer)? = numeric(number)
        else { return nil }
        fields[name] = String(integer)
      default: return nil
      }
    }
    return .fields(fields)
  }

  private static func alternateBirthday(_ fields: Fields) -> AnyObject {
    CF.dictionary(
      fields.pairs.map { pair in
        switch pair.key {
        case "calendar": (CF.string("calendarIdentifier"), CF.string(pair.value))
        case "leapMonth": (CF.string("isLeapMonth"), boolean(pair.value == "1"))
        default: (CF.string(pair.key), Int64(pair.value).map(CF.integer) ?? CF.string(pair.value))
        }
      })
  }

  private static func boolean(_ flag: Bool) -> AnyObject {
    flag ? kCFBooleanTrue : kCFBooleanFalse
  }
}

// MARK: - Multi-values

extension Conversion {
  /// The list that stands for a multi-value; `nil` where the store cannot keep a value.
  static func list(
    _ object: MultiValueObject, _ property: Property, known: ListContent?
  ) -> ListContent? {
    var values: [Int32: Value] = [:]
    for entry in known?.entries ?? [] { values[entry.identifier] = entry.value }
    var list = ListContent(nextIdentifier: object.nextIdentifier)
    for entry in object.entries {
      guard let value = value(entry.value, property, known: values[entry.identifier]) else {
        return nil
      }
      list.entries.append(
        .init(identifier: entry.identifier, label: entry.label.map(label), value: value))
    }
    return list
  }

  /// The multi-value that shows a list; nobody can edit it.
  static func multiValue(_ list: ListContent, _ property: Property) -> MultiValueObject {
    MultiValueObject(
      type: APIProperty.baseType(property), isMutable: false,
      entries: list.entries.compactMap { entry in
        object(entry.value, property).map {
          .init(identifier: entry.identifier, label: entry.label?.token, value: $0)
        }
      }, nextIdentifier: list.nextIdentifier)
  }

  /// The label of a token, such that it gives the token back byte for byte.
  static func label(_ token: String) -> Label {
    let label = Label(token: token)
    return Array(label.token.utf8) == Array(token.utf8) ? label : .custom(token)
  }
}

extension ListContent {
  /// The entries of a stored list.
  init?(_ list: Record.List?) {
    guard let list else { return nil }
    nextIdentifier = list.nextIdentifier
    for entry in list.entries where !entry.isRemoved {
      entries.append(
        Entry(identifier: entry.identifier, label: entry.label, value: entry.value))
    }
  }
}
