import CommandLineTool
import ContactLog
import ContactModel

/// The command `set`.
enum SetCommand: Command {
  static let spec = CommandSpec(
    "set", "Set values of a person or group",
    text: """
      Either one slot and its value, or a record and several PROPERTY=VALUE, saved as one commit. A \
      property may be an entry, such as phones/3, or a label, such as phones/3/label. Of an address or \
      account, the parts named are set and the others stay; an empty part is removed.
      """,
    arguments: [
      ArgumentSpec("RECORD", "A record, or a slot such as 12/jobTitle"),
      ArgumentSpec("VALUE", "PROPERTY=VALUE, or the value of the slot", count: .oneOrMore),
    ],
    options: Edit.options,
    examples: [
      .init("set 12 jobTitle Engineer", "sets one value; so does 12/jobTitle Engineer"),
      .init("set 12 jobTitle=Engineer department=Tides", "sets two values as one commit"),
      .init("set 12/addresses/0 zip='CB7 4XX'", "sets a part of an address"),
      .init("set 12/image @portrait.jpg", "sets the photo from a file"),
      .init("set group:3 name=Friends", "renames a group"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.line.allArguments("VALUE")
    let target = context.argument("RECORD")
    return try Edit.run(context) { edit in
      if let slot = SlotName(target) {
        let id = try edit.record(slot.record)
        try set(slot.path, of: id, to: words, edit)
        return [id]
      }
      let id = try edit.record(target)
      // As people expect it as well: set 12 jobTitle Engineer.
      if words.count > 1, !words[0].contains("="), let path = SlotPath(words[0]) {
        try set(path, of: id, to: Array(words.dropFirst()), edit)
        return [id]
      }
      for word in words {
        let (name, value) = try ValueInput.assignment(word)
        guard let path = SlotPath(name) else {
          _ = try PropertyName.parse(name.prefix { $0 != "/" })
          throw Failure(.usage, "'\(name)' names no slot (see 'contactlog help slots')")
        }
        try set(path, of: id, to: [value], edit)
      }
      return [id]
    }
  }

  private static func set(
    _ path: SlotPath, of id: RecordID, to words: [String], _ edit: Edit
  ) throws {
    switch path {
    case .value(.image): try setImage(words, of: id, edit)
    case .value(let property):
      try check(property, id)
      try edit.session.set(property, of: id, to: ValueInput.value(words, for: property))
    case .entry(let property, let number):
      let old = try edit.session.record(id)?.entry(property, identifier: number)?.value
      let value = try ValueInput.value(words, for: property, over: old)
      try edit.session.setValue(property, entry: number, of: id, to: value)
    case .label(let property, let number):
      let label = words.joined(separator: " ")
      try edit.session.setLabel(
        property, entry: number, of: id, to: label.isEmpty ? nil : Label(label))
    case .list(let property):
      throw Failure(
        .usage,
        "\(property.name) is a list; name an entry, such as \(property.name)/0,"
          + " or use 'contactlog add'")
    case .member:
      throw Failure(.usage, "members are added with 'contactlog group add'")
    }
  }

  /// A group has a name, a person has its parts.
  private static func check(_ property: Property, _ id: RecordID) throws {
    if property == .name, id.kind == .person {
      throw Failure(.usage, "a person's name is firstName and lastName")
    }
    if property != .name, id.kind != .person {
      throw Failure(.usage, "a \(id.kind.name) has no \(property.name); it has a name")
    }
  }

  private static func setImage(_ words: [String], of id: RecordID, _ edit: Edit) throws {
    guard words.count == 1, words[0].hasPrefix("@"), words[0].count > 1 else {
      throw Failure(.usage, "an image is given as a file: @portrait.jpg")
    }
    guard id.kind == .person else { throw Failure(.usage, "a \(id.kind.name) has no image") }
    let image = try ImageFile(path: String(words[0].dropFirst()))
    try edit.session.setImage(image.bytes, mediaType: image.mediaType, of: id)
  }
}
