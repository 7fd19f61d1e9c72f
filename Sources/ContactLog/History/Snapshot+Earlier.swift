public import ContactModel

/// A slot of a record with all it ever held.
public struct SlotHistory: Sendable, Hashable {
  /// The slot.
  public let slot: Slot
  /// Its written form.
  public let slotName: String
  /// What it holds now.
  public let content: SlotContent
  /// Everything that was ever written to it, oldest first: `new` is what it held from then on.
  public let items: [HistoryItem]
}

extension Snapshot {
  /// Every slot of a record, its memberships and links that ever held something, with all values.
  ///
  /// In order of the slots' first events. An entry has three: itself, its value and its label; what
  /// it was added with counts as first of both. Slots that hold nothing any more are there too.
  ///
  /// - Throws: ``StoreError`` with code `notFound` when there never was such a record.
  /// - Complexity: O(the record's own events), plus those of its memberships and links.
  public func slotHistories(of id: RecordID) throws -> [SlotHistory] {
    var order: [String] = []
    var slots: [String: (slot: Slot, items: [HistoryItem])] = [:]
    func add(_ name: String, _ slot: Slot, _ item: HistoryItem) {
      if slots[name] == nil { order.append(name) }
      slots[name, default: (slot, [])].items.append(item)
    }
    for item in try history(of: id) {
      let logged = item.logged
      guard let slot = logged.event.change.slot(at: logged.position) else { continue }
      if case .entryPlace = slot { continue }
      add(item.slotName, slot, item)
      guard case .entryAdded(let property, _, _, let label, let value) = logged.event.change else {
        continue
      }
      add(
        item.slotName + "/value", .entryValue(property, logged.position),
        item.part(item.slotName + "/value", .value(value)))
      add(
        item.slotName + "/label", .entryLabel(property, logged.position),
        item.part(item.slotName + "/label", .label(label)))
    }
    let record = try recordOrRemoved(id)
    return order.compactMap { name in
      guard let known = slots[name], let last = known.items.last else { return nil }
      // Of an entry that is gone nothing stands any more, though nobody wrote its parts.
      let isGone = record?.lacksEntry(of: known.slot) == true
      let content =
        known.slot.isRelation ? last.new : isGone ? .nothing : record?.content(of: known.slot)
      return SlotHistory(
        slot: known.slot, slotName: name, content: content ?? .nothing, items: known.items)
    }
  }
}

extension HistoryItem {
  /// A part of what an event set.
  fileprivate func part(_ name: String, _ new: SlotContent) -> HistoryItem {
    HistoryItem(logged: logged, slotName: name, old: .nothing, new: new)
  }
}

extension Slot {
  fileprivate var isRelation: Bool {
    switch self {
    case .member, .link: true
    default: false
    }
  }
}
