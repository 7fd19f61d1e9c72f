import CommandLineTool
import ContactLog
import ContactModel
import VCard

/// What differs between two commits, in the output's form.
struct DiffView {
  let store: Store
  let old: UInt64
  let new: UInt64
  let hasCards: Bool

  /// Writes all differences.
  ///
  /// - Returns: Whether there are any.
  func write(_ record: RecordID?, _ output: Output) throws -> Bool {
    let isForPeople = output.mode == .table
    let rows = output.rows(
      isForPeople
        ? [
          Column("change"), Column("slot"), Column("old", isFlexible: true),
          Column("new", isFlexible: true),
        ] : ["record", "change", "slot", "old", "new"].map { Column($0) })
    var found = false
    try store.read { snapshot in
      try snapshot.forEachDifference(from: old, to: new, of: record) { difference in
        found = true
        if hasCards, output.mode != .json {
          for card in try cards(difference) { try output.raw(bytes: card ?? []) }
          return true
        }
        if output.mode == .json {
          let sides = hasCards ? try cards(difference) : []
          let uid = try snapshot.recordOrRemoved(difference.id)?.uid ?? ""
          let value = json(difference, uid, sides)
          try rows.add([], json: value)
          return true
        }
        for cells in cells(difference, isForPeople) { try rows.add(cells, json: .null) }
        return true
      }
    }
    if !hasCards || output.mode == .json { try rows.finish() }
    return found
  }

  // MARK: - Slots

  private func cells(_ difference: RecordDifference, _ isForPeople: Bool) -> [[String]] {
    let name = (difference.new ?? difference.old)?.compositeName() ?? ""
    let first = isForPeople ? [] : ["\(difference.id)"]
    var rows: [[String]] = []
    if isForPeople { rows.append([difference.kind.rawValue, "\(difference.id) \(name)", "", ""]) }
    for slot in difference.slots {
      if isForPeople, slot.slot == .existence { continue }
      rows.append(
        first + [
          isForPeople ? "" : difference.kind.rawValue, slot.slotName,
          ContentView.text(slot.old, of: slot.slot.property),
          ContentView.text(slot.new, of: slot.slot.property),
        ])
    }
    return rows
  }

  private func json(_ difference: RecordDifference, _ uid: String, _ sides: [[UInt8]?]) -> JSON {
    let changes = difference.slots.map { slot in
      JSON.fields([
        "slot": .string(slot.slotName), "entry": slot.slot.entry.map { .number($0) },
        "old": ContentView.json(slot.old, of: slot.slot.property),
        "new": ContentView.json(slot.new, of: slot.slot.property),
      ])
    }
    func card(_ index: Int) -> JSON? {
      guard sides.indices.contains(index), let bytes = sides[index] else { return nil }
      return .string(String(decoding: bytes, as: UTF8.self))
    }
    return .fields([
      "record": RecordView.reference(difference.id, uid: uid),
      "change": .string(difference.kind.rawValue),
      "name": .string((difference.new ?? difference.old)?.compositeName() ?? ""),
      "changes": .array(changes), "before": card(0), "after": card(1),
    ])
  }

  // MARK: - Cards

  /// The card of each side; `nil` where the record was not there.
  private func cards(_ difference: RecordDifference) throws -> [[UInt8]?] {
    guard difference.id.kind != .source else { return [nil, nil] }
    return [
      try card(difference.old, old, "before"), try card(difference.new, new, "after"),
    ]
  }

  private func card(_ record: Record?, _ commit: UInt64, _ side: String) throws -> [UInt8]? {
    guard let record else { return nil }
    return try store.read(asOf: .commit(commit)) { snapshot in
      let exporter = Exporter(.vCard(.v3), Selection(record.id))
      return try exporter.card(record, snapshot).map { Self.mark($0, side) }
    }
  }

  /// The card with a line that says which side it is.
  private static func mark(_ card: [UInt8], _ side: String) -> [UInt8] {
    guard let end = card.firstIndex(of: 0x0A) else { return card }
    return card[...end] + Array("X-CONTACTLOG-SIDE:\(side)\r\n".utf8) + card[(end + 1)...]
  }
}
