import CommandLineTool
import ContactLog
import ContactModel

/// The slots of a record with who set them, and what they held before.
struct BlameView {
  /// A slot; without a blame it holds nothing any more.
  private struct Row {
    var slotName: String
    var slot: Slot
    var blame: BlameItem?
    /// What it held before, the latest first.
    var earlier: [HistoryItem] = []
  }

  private let id: RecordID
  private let uid: String
  private let hasEarlier: Bool
  private var rows: [Row] = []
  private var commits: [UInt64: Commit] = [:]
  var isEmpty: Bool { rows.isEmpty }

  /// Loads the slots of a record, or only those of one slot's written form.
  init(
    of id: RecordID, slot name: String?, hasEarlier: Bool, in snapshot: borrowing Snapshot
  ) throws {
    self.id = id
    self.hasEarlier = hasEarlier
    uid = try snapshot.recordOrRemoved(id)?.uid ?? ""
    func isAsked(_ slotName: String) -> Bool {
      name.map { slotName == $0 || slotName.hasPrefix($0 + "/") } ?? true
    }
    rows = try snapshot.blame(of: id).filter { isAsked($0.slotName) }.map {
      Row(slotName: $0.slotName, slot: $0.slot, blame: $0)
    }
    if hasEarlier {
      for history in try snapshot.slotHistories(of: id) where isAsked(history.slotName) {
        if let index = rows.firstIndex(where: { $0.slotName == history.slotName }) {
          rows[index].earlier = history.items.dropLast().reversed()
        } else if history.content == .nothing || history.content == .label(nil) {
          if case .entry = history.slot { continue }
          let held = history.items.filter { ![.nothing, .label(nil)].contains($0.new) }
          if held.isEmpty { continue }
          rows.append(
            Row(slotName: history.slotName, slot: history.slot, earlier: held.reversed()))
        }
      }
    }
    let numbers =
      rows.compactMap(\.blame).flatMap { [$0.effective.commit, $0.last.commit] }
      + rows.flatMap(\.earlier).map(\.logged.commit)
    for number in Set(numbers) { commits[number] = try snapshot.commit(number) }
  }

  /// Writes rows of the output's form.
  func write(_ output: Output) throws {
    let isForPeople = output.mode == .table
    let writer = output.rows(
      isForPeople
        ? [
          Column("slot"), Column("value", isFlexible: true), Column("commit", alignsRight: true),
          Column("time"), Column("author"), Column("through"),
        ]
        : [
          "slot", "value", "commit", "position", "time", "author", "program", "lastCommit",
          "lastPosition",
        ].map { Column($0) })
    for row in rows {
      if row.blame != nil || output.mode == .json {
        try writer.add(isForPeople ? cells(row) : fullCells(row), json: json(row))
      }
      if output.mode == .json { continue }
      for item in row.earlier {
        try writer.add(earlierCells(item, row, isForPeople), json: .null)
      }
    }
    try writer.finish()
  }

  private func header(_ commit: UInt64) -> (time: Int64, author: String, program: String) {
    let header = commits[commit]?.header
    return (header?.time ?? 0, header?.author ?? "", header?.program ?? "")
  }

  private func cells(_ row: Row) -> [String] {
    guard let item = row.blame else { return [] }
    let header = header(item.effective.commit)
    let commit = "\(item.effective.commit)"
    return [
      row.slotName, ContentView.text(item.content, of: row.slot.property),
      isRestored(item) ? "\(commit) (by \(item.last.commit))" : commit,
      TimeView.local(header.time), header.author, header.program,
    ]
  }

  private func fullCells(_ row: Row) -> [String] {
    guard let item = row.blame else { return [] }
    let header = header(item.effective.commit)
    return [
      row.slotName, ContentView.text(item.content, of: row.slot.property),
      "\(item.effective.commit)", "\(item.effective.position)", TimeView.text(header.time),
      header.author, header.program, "\(item.last.commit)", "\(item.last.position)",
    ]
  }

  private func earlierCells(_ item: HistoryItem, _ row: Row, _ isForPeople: Bool) -> [String] {
    let header = header(item.logged.commit)
    let value = ContentView.text(item.new, of: row.slot.property)
    let commit = "\(item.logged.commit)"
    return isForPeople
      ? [
        "\(row.slotName), before", value, commit, TimeView.local(header.time), header.author,
        header.program,
      ]
      : [
        row.slotName, value, commit, "\(item.logged.position)", TimeView.text(header.time),
        header.author, header.program, "", "",
      ]
  }

  private func isRestored(_ item: BlameItem) -> Bool {
    item.last.position != item.effective.position
  }

  private func json(_ row: Row) -> JSON {
    var fields = [
      JSON.Field("record", RecordView.reference(id, uid: uid)),
      JSON.Field("slot", .string(row.slotName)),
    ]
    func add(_ name: String, _ value: JSON?) {
      if let value { fields.append(JSON.Field(name, value)) }
    }
    if let item = row.blame {
      let header = header(item.effective.commit)
      add("value", ContentView.json(item.content, of: row.slot.property))
      add("commit", .number(item.effective.commit))
      add("position", .number(item.effective.position))
      add("time", TimeView.json(header.time))
      add("author", .string(header.author))
      add("program", .string(header.program))
      if isRestored(item) {
        let last = self.header(item.last.commit)
        add("lastCommit", .number(item.last.commit))
        add("lastPosition", .number(item.last.position))
        add("lastTime", TimeView.json(last.time))
        add("lastAuthor", .string(last.author))
        add("lastProgram", .string(last.program))
      }
    }
    if hasEarlier { add("earlier", .array(row.earlier.map { earlierJSON($0, row) })) }
    return .object(fields)
  }

  private func earlierJSON(_ item: HistoryItem, _ row: Row) -> JSON {
    let header = header(item.logged.commit)
    return .fields([
      "value": ContentView.json(item.new, of: row.slot.property) ?? .null,
      "commit": .number(item.logged.commit), "position": .number(item.logged.position),
      "time": TimeView.json(header.time), "author": .string(header.author),
      "program": .string(header.program),
    ])
  }
}
