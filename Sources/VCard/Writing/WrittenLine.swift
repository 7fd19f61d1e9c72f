import ContactModel

/// A line as the writer makes it, before it is put into bytes.
struct WrittenLine {
  /// What of the card a line says.
  enum Origin: Hashable {
    /// What the card has once.
    case card
    /// The entry at a place of a list.
    case entry(Property, Int)
  }

  /// What the line says.
  let origin: Origin
  /// The number of its group.
  var group: Int?
  /// The name.
  let name: String
  /// The parameters in order.
  var parameters: [CardOutput.Parameter]
  /// The value with its backslashes; line ends are LF.
  let value: String

  /// Whether both lines stand for the same, whatever their group.
  func saysTheSame(as other: WrittenLine) -> Bool {
    name == other.name && value.hasSameBytes(as: other.value) && parameters == other.parameters
  }

  /// Whether the line says something about the others of its group.
  var isAboutGroup: Bool { name == "X-ABLabel" || name == "X-ABADR" }
}
