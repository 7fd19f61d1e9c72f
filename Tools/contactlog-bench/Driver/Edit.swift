import ContactModel

/// An operation in the store's terms, made ready before the clock starts.
enum Edit {
  case createPerson(Operation.Key, uid: String)
  case createGroup(Operation.Key, name: String, uid: String)
  case set(Operation.Key, Property, Value?)
  case add(Operation.Key, Property, number: UInt16, Value, Label)
  case removeEntry(Operation.Key, Property, number: UInt16)
  case remove(Operation.Key)
  case join(group: Operation.Key, member: Operation.Key)
  case leave(group: Operation.Key, member: Operation.Key)

  init(_ operation: Operation) throws {
    let key = operation.key
    switch operation.kind {
    case .createPerson: self = .createPerson(key, uid: key.uuid)
    case .createGroup: self = .createGroup(key, name: operation.value, uid: key.uuid)
    case .set:
      self = .set(key, try Self.property(operation), Self.value(operation))
    case .unset: self = .set(key, try Self.property(operation), nil)
    case .add:
      self = .add(
        key, try Self.property(operation), number: operation.valueNumber, Self.value(operation),
        Self.label(operation.label))
    case .remove:
      self = .removeEntry(key, try Self.property(operation), number: operation.valueNumber)
    case .deletePerson: self = .remove(key)
    case .join, .leave:
      guard let member = operation.member else { throw BenchError("a membership of nobody") }
      self =
        operation.kind == .join
        ? .join(group: key, member: member) : .leave(group: key, member: member)
    }
  }

  private static func property(_ operation: Operation) throws -> Property {
    switch operation.property {
    case .first: .firstName
    case .last: .lastName
    case .middle: .middleName
    case .nickname: .nickname
    case .phoneticFirst: .firstNamePhonetic
    case .phoneticLast: .lastNamePhonetic
    case .organization: .organization
    case .title: .jobTitle
    case .note: .note
    case .birthday: .birthday
    case .phone: .phones
    case .email: .emails
    case .address: .addresses
    case .url: .urls
    case .none, .name, .group: throw BenchError("an operation on no property of a person")
    }
  }

  private static func value(_ operation: Operation) -> Value {
    switch operation.property {
    case .birthday:
      return PartialDate(operation.value).map { .date($0) } ?? .text(operation.value)
    case .address:
      let keys = ["street", "city", "state", "zip", "country"]
      let parts = operation.value.split(separator: "|", omittingEmptySubsequences: false)
      return .fields(Fields(zip(keys, parts).filter { !$1.isEmpty }.map { ($0, String($1)) }))
    default: return .text(operation.value)
    }
  }

  /// The labels of the workload are those of vCard.
  private static func label(_ word: String) -> Label {
    switch word {
    case "cell": .standard(.mobile)
    case "fax": .standard(.workFax)
    default: Label(word)
    }
  }
}
