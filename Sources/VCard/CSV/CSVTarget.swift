import ContactModel

/// What a column of a table says of a contact.
enum CSVTarget: Hashable {
  /// A text that a contact has once.
  case value(Property)
  /// The name as one text.
  case formattedName
  case birthday
  /// A part of the birthday, in a column of its own.
  case birthYear, birthMonth, birthDay
  /// Names of groups, with this between them.
  case categories(separator: String)
  /// A part of an entry.
  case part(Slot, Part)
  /// A line of the card, of which this is all before the colon.
  case line(String)
  /// The entry that columns belong to.
  struct Slot: Hashable {
    let property: Property
    /// What columns of one entry have in common.
    let key: String
    /// The label, where no column says it.
    let label: Label?
  }

  /// What a column says of an entry.
  enum Part: Hashable {
    case value, label
    /// A field of an address or an account.
    case field(String)
    /// The name of an account with a service.
    case account(String)
    /// A further line of a street, from 2.
    case streetLine(Int)
    /// The whole address as one text.
    case formatted
  }
}

extension CSVTarget {
  /// A column that is an entry by itself.
  static func entry(_ property: Property, _ key: String, _ label: Label?) -> CSVTarget {
    .part(Slot(property: property, key: key, label: label), .value)
  }

  static func entry(_ property: Property, _ key: String, _ label: Label.Standard) -> CSVTarget {
    entry(property, key, .standard(label))
  }

  /// A field of an address that is known by its label.
  static func address(_ label: Label.Standard, _ field: String) -> CSVTarget {
    .part(addressSlot(label), .field(field))
  }

  static func addressSlot(_ label: Label.Standard) -> Slot {
    Slot(property: .addresses, key: label.token, label: .standard(label))
  }
}
