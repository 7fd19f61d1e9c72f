import CommandLineTool
import ContactLog
import ContactModel

/// The command `group list`.
enum GroupListCommand: Command {
  static let spec = CommandSpec(
    "list", "List groups with how many members each has", options: [BookReading.option],
    examples: [.init("group list", "lists all groups")])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openReading()
    let groups = try store.read { snapshot in
      var groups: [(record: Record, members: Int)] = []
      for id in try snapshot.list(.group).records {
        guard let record = try snapshot.record(id) else { continue }
        groups.append((record, try snapshot.members(of: id).count))
      }
      return groups
    }
    let isForPeople = context.output.mode == .table
    let rows = context.output.rows(
      [Column("id")] + (isForPeople ? [] : [Column("uid")]) + [
        Column("name", isFlexible: true), Column("members", alignsRight: true),
      ])
    for (record, members) in groups {
      let name = record.compositeName()
      try rows.add(
        ["\(record.id)"] + (isForPeople ? [] : [record.uid]) + [name, "\(members)"],
        json: .fields([
          "id": .number(record.id.number), "uid": .string(record.uid), "kind": "group",
          "name": .string(name), "memberCount": .number(members),
        ]))
    }
    try rows.finish()
    return .ok
  }
}

/// The command `group members`.
enum GroupMembersCommand: Command {
  static let spec = CommandSpec(
    "members", "List the members of a group", arguments: [GroupCommand.groupArgument],
    options: [BookReading.option],
    examples: [.init("group members Friends", "lists who is in it")])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openReading()
    var lookup = RecordLookup.group
    lookup.takesBeginnings = true
    let members = try store.read { snapshot in
      try snapshot.members(of: lookup.find(context.argument("GROUP"), in: snapshot))
    }
    let rows = RecordRows(context.output)
    try rows.add(members, from: store)
    try rows.finish()
    return .ok
  }
}
