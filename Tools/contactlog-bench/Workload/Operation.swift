/// One step of a workload, as the files of a workload folder say it.
struct Operation {
  enum Kind: UInt8 {
    case createPerson = 1
    case set, unset, add, remove, deletePerson, createGroup, join, leave
  }

  /// The numbers that the files use for properties.
  enum Property: UInt8 {
    case none = 0
    case first, last, middle, nickname, phoneticFirst, phoneticLast, organization, title, note
    case birthday, phone, email, address, url, name, group
  }

  /// The 16 bytes by which a workload names a person or a group.
  struct Key: Hashable {
    var high: UInt64
    var low: UInt64
  }

  var kind: Kind
  var property = Property.none
  /// 0 to 7: whose edit it is.
  var author: UInt8 = 0
  /// Names a value of a list within the person.
  var valueNumber: UInt16 = 0
  /// Milliseconds since 1970, rising.
  var time: UInt64 = 0
  /// The person, or the group of a membership.
  var key: Key
  var label = ""
  var value = ""
  /// The person that joins or leaves.
  var member: Key?
}

extension Operation.Key {
  /// Reads a UUID as text; `nil` where there are not 32 digits.
  init?(uuid text: some StringProtocol) {
    var digits: [UInt8] = []
    for character in text where character != "-" {
      guard let digit = character.hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    guard digits.count == 32 else { return nil }
    high = digits[..<16].reduce(0) { $0 << 4 | UInt64($1) }
    low = digits[16...].reduce(0) { $0 << 4 | UInt64($1) }
  }

  /// As a UUID in capitals, which is how the cards of the workload write it.
  var uuid: String {
    let digits = Self.hex(high) + Self.hex(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
