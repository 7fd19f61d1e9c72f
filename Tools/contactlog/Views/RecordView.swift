import CommandLineTool
import ContactModel
import Terminal

/// A record with what surrounds it, ready to be shown.
struct RecordView {
  let record: Record
  /// Groups it is in.
  var groups: [Related] = []
  /// People said to be the same.
  var links: [Related] = []
  /// People said to be others.
  var apart: [Related] = []
  /// People who were merged into it.
  var merged: [Related] = []
  /// Members, of a group.
  var members: [Related] = []

  /// Another record, by the names a reader may know it by.
  struct Related {
    let id: RecordID
    let uid: String
    let name: String

    /// The reference programs get.
    var json: JSON { RecordView.reference(id, uid: uid) }
    /// As people see it.
    var text: String { "\(id) \(name)" }
  }

  /// `{kind, id, uid}`.
  static func reference(_ id: RecordID, uid: String) -> JSON {
    .fields(["kind": .string(id.kind.name), "id": .number(id.number), "uid": .string(uid)])
  }

  /// `person`, `organization`, `group` or `source`.
  static func kind(_ record: Record) -> String {
    record.isOrganization ? "organization" : record.id.kind.name
  }

  private static let singles: [Property] = [
    .firstName, .middleName, .lastName, .prefix, .suffix, .nickname, .firstNamePhonetic,
    .middleNamePhonetic, .lastNamePhonetic, .formattedName, .organization, .department, .jobTitle,
    .note, .birthday, .alternateBirthday,
  ]

  private static let lists: [Property] = [
    .phones, .emails, .addresses, .dates, .instantMessages, .urls, .relatedNames, .socialProfiles,
  ]

  /// Properties of later versions, which this one can only show by number.
  private var unknownFields: [Record.Field] {
    record.fields.filter { field in !Property.known.contains { $0.property == field.property } }
  }
}

// MARK: - For programs

extension RecordView {
  /// The object that `show` promises.
  var json: JSON {
    var fields: [JSON.Field] = []
    func add(_ name: String, _ value: JSON?) {
      if let value { fields.append(JSON.Field(name, value)) }
    }
    add("id", .number(record.id.number))
    add("uid", .string(record.uid))
    add("kind", .string(Self.kind(record)))
    add("name", .string(record.compositeName()))
    for property in Self.singles {
      add(property.name, record[property].map { ValueView.json($0, of: property) })
    }
    for property in Self.lists {
      let entries = record.entries(property).map { Self.json($0, of: property) }
      add(property.name, .list(entries))
    }
    add("image", record[.image].map { ValueView.json($0) })
    add("groups", .list(groups.map(\.json)))
    add("links", .list(links.map(\.json)))
    add("keptApart", .list(apart.map(\.json)))
    add("merged", .list(merged.map(\.json)))
    if record.id.kind == .group { add("members", .array(members.map(\.json))) }
    add("created", .string(RFC3339.format(microseconds: record.created)))
    add("modified", .string(RFC3339.format(microseconds: record.modified)))
    add("removed", record.isRemoved ? true : nil)
    add("extra", .list(record.entries(.extra).map { ValueView.json($0.value) }))
    for field in unknownFields { add(field.property.name, field.value.map { ValueView.json($0) }) }
    return .object(fields)
  }

  private static func json(_ entry: Record.Entry, of property: Property) -> JSON {
    .fields([
      "id": .number(entry.identifier), "label": entry.label.map { .string($0.word) },
      "value": ValueView.json(entry.value, of: property),
    ])
  }
}

// MARK: - For people

extension RecordView {
  /// Lines of slot and value, in the order of reading.
  var lines: [(label: String, value: String)] {
    var lines = [("id", "\(record.id)"), ("name", record.compositeName())]
    lines.append(("kind", Self.kind(record)))
    for property in Self.singles {
      if let value = record[property] {
        lines.append((property.name, ValueView.text(value, of: property)))
      }
    }
    for property in Self.lists + [.extra] {
      for entry in record.entries(property) {
        let label = entry.label.map { " (\($0.word))" } ?? ""
        lines.append(
          (
            "\(property.name)/\(entry.identifier)\(label)",
            ValueView.text(entry.value, of: property)
          ))
      }
    }
    if let image = record[.image] { lines.append(("image", ValueView.text(image))) }
    for field in unknownFields {
      lines.append((field.property.name, field.value.map { ValueView.text($0) } ?? ""))
    }
    lines += groups.map { ("in group", $0.text) }
    lines += links.map { ("same as", $0.text) }
    lines += apart.map { ("kept apart", $0.text) }
    lines += merged.map { ("merged with", $0.text) }
    lines += members.map { ("member", $0.text) }
    lines.append(("uid", record.uid))
    lines.append(("created", TimeView.local(record.created)))
    lines.append(("modified", TimeView.local(record.modified)))
    if record.isRemoved { lines.append(("removed", "yes")) }
    return lines
  }
}
