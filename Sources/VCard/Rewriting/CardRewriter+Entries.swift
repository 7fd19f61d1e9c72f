import ContactModel

extension CardRewriter {
  /// Rewrites what has changed in a list.
  mutating func rewriteList(_ property: Property) {
    let (old, new) = (base.entries[property] ?? [], wanted.entries[property] ?? [])
    if old == new { return }
    let matching = EntryMatching(from: old, to: new)
    for index in matching.removed { remove(.init(property, index)) }
    for (index, before) in matching.before.enumerated() {
      guard let before, old[before] != new[index] else { continue }
      rewrite(.init(property, before), as: index)
    }
    let kept = matching.before.compactMap { $0 }
    let from = kept.compactMap { places[.init(property, $0)]?.own.first }
    guard from.count == kept.count else { return }
    let inOrder = from.sorted()
    if from != inOrder { edits.move(from, to: inOrder) }
    add(matching, property, inOrder)
  }

  /// Puts new entries before the one that follows them, or at the end of the card.
  private mutating func add(_ matching: EntryMatching, _ property: Property, _ places: [Int]) {
    var keptCount = 0
    for (index, before) in matching.before.enumerated() {
      if before != nil {
        keptCount += 1
        continue
      }
      let lines = ownLines(property, index).map { bytes($0) }
      if keptCount < places.count {
        edits.insert(lines, before: places[keptCount])
      } else {
        edits.append(lines)
      }
    }
  }

  /// The writer's lines of an entry, in groups of their own.
  private mutating func ownLines(_ property: Property, _ index: Int) -> [WrittenLine] {
    var items: [Int: Int] = [:]
    var lines = linesNow[.entry(property, index)] ?? []
    for place in lines.indices {
      guard let group = lines[place].group else { continue }
      let item = items[group] ?? takeItem()
      items[group] = item
      lines[place].group = item
    }
    return lines
  }

  private mutating func remove(_ entry: KeptLine.Entry) {
    let (own, about) = places[entry] ?? ([], [])
    for place in own + about.filter({ isOnly(entry, $0) }) { edits.drop(place) }
  }

  /// Whether a label or country code is that of one entry and of nothing else.
  private func isOnly(_ entry: KeptLine.Entry, _ place: Int) -> Bool {
    trace.lines[place].kept.map { $0.place == nil && $0.entries == [entry] } ?? false
  }

  // MARK: - Changed entries

  /// The lines of one entry: as they came, and as the writer has them.
  struct EntryLines {
    let entry: KeptLine.Entry
    let old: Card.Entry
    let new: Card.Entry
    let own: [Int]
    let labels: [Int]
    let codes: [Int]
    let before: [WrittenLine]
    let after: [WrittenLine]

    var isRecoded: Bool {
      old.value.fields?["countryCode"] != new.value.fields?["countryCode"]
    }
    var isRelabelled: Bool { old.label != new.label }
    /// The label, where it has a line of its own.
    var label: String? { after.first { $0.name == "X-ABLabel" }?.value }
    var code: String? { after.first { $0.name == "X-ABADR" }?.value }

    /// The writer's line of this name, or its first one.
    static func named(_ name: String, in lines: [WrittenLine]) -> WrittenLine? {
      let own = lines.filter { !$0.isAboutGroup }
      return own.first { $0.name.uppercased() == name } ?? own.first
    }
  }

  /// What comes to stand in the place of an entry's lines.
  private struct Rewritten {
    var lines: [Int: [[UInt8]]] = [:]
    var dropped: [Int] = []
    /// Lines that are only read, to see whether all is well.
    var others: [[UInt8]] = []
  }

  private mutating func rewrite(_ entry: KeptLine.Entry, as index: Int) {
    guard let old = base.entries[entry.property]?[entry.index],
      let new = wanted.entries[entry.property]?[index], let (own, about) = places[entry],
      let first = own.first
    else { return }
    let lines = EntryLines(
      entry: entry, old: old, new: new, own: own,
      labels: about.filter { trace.lines[$0].head.capitalName == "X-ABLABEL" },
      codes: about.filter { trace.lines[$0].head.capitalName == "X-ABADR" },
      before: linesBefore[.entry(entry.property, entry.index)] ?? [],
      after: linesNow[.entry(entry.property, index)] ?? [])
    if !isPlain {
      let user = new.value.fields?["username"].map { Escaping.text($0, version) }
      for value in [nil, user] where value == nil || lines.own.count == 1 {
        guard let rewritten = kept(lines, value: value), isSound(rewritten, lines) else { continue }
        for (place, bytes) in rewritten.lines { edits.replace(place, with: bytes) }
        for place in rewritten.dropped { edits.drop(place) }
        return
      }
    }
    var written = ownLines(entry.property, index)
    if !isPlain, let line = written.first {
      written[0].parameters += KeptParameters.of(
        trace.lines[first].head, for: line, hasSameValue: old.value == new.value, label: new.label,
        version)
    }
    edits.replace(first, with: written.map { bytes($0) })
    remove(entry)
  }

  /// The lines of an entry with their heads kept as far as they hold; `nil` when they cannot be.
  private mutating func kept(_ lines: EntryLines, value: String?) -> Rewritten? {
    var rewritten = Rewritten()
    var group = trace.lines[lines.own[0]].head.group
    var follow: [[UInt8]] = []
    if lines.isRelabelled {
      guard lines.labels.allSatisfy({ isOnly(lines.entry, $0) }) else { return nil }
      if lines.label == nil { rewritten.dropped += lines.labels }
      if let label = lines.label, lines.labels.isEmpty {
        guard lines.own.count == 1 else { return nil }
        guard let own = ownGroup(group, lines) else { return nil }
        group = own
        follow.append(bytes(LineHeadText(name: "X-ABLabel", group: group), label))
      } else if let label = lines.label {
        for place in lines.labels {
          rewritten.lines[place] = [bytes(trace.lines[place].head, label)]
        }
      }
    }
    if lines.code == nil {
      guard lines.codes.allSatisfy({ isOnly(lines.entry, $0) }) else { return nil }
      rewritten.dropped += lines.codes
    } else if let code = lines.code, lines.isRecoded {
      guard lines.codes.allSatisfy({ isOnly(lines.entry, $0) }) else { return nil }
      for place in lines.codes { rewritten.lines[place] = [bytes(trace.lines[place].head, code)] }
      if lines.codes.isEmpty {
        guard let own = ownGroup(group, lines) else { return nil }
        group = own
        follow.append(bytes(LineHeadText(name: "X-ABADR", group: group), code))
      }
    }
    if !rewritten.dropped.isEmpty, isAlone(group, lines, rewritten.dropped) { group = "" }
    for place in lines.own {
      let isFirst = place == lines.own[0]
      guard let line = changed(trace.lines[place], lines, group: isFirst ? group : nil, value)
      else { return nil }
      rewritten.lines[place] = [line] + (isFirst ? follow : [])
    }
    let replaced = Set(rewritten.dropped).union(rewritten.lines.keys)
    for place in lines.labels + lines.codes where !replaced.contains(place) {
      rewritten.others.append(Array(original[trace.lines[place].source]))
    }
    return rewritten
  }

  /// The group that a line about an entry can stand in: the entry's, unless others are in it too.
  private mutating func ownGroup(_ group: String, _ lines: EntryLines) -> String? {
    if !group.isEmpty, isAlone(group, lines, lines.labels + lines.codes) { return group }
    return lines.labels.isEmpty && lines.codes.isEmpty ? "item\(takeItem())" : nil
  }

  /// Whether no other line stands in the group of an entry, but for those to be dropped.
  private func isAlone(_ group: String, _ lines: EntryLines, _ dropped: [Int]) -> Bool {
    let gone = Set(dropped + lines.own)
    return (groups[group.lowercased()] ?? []).allSatisfy { gone.contains($0) }
  }

  /// An entry's line with its head kept as far as it holds.
  private func changed(
    _ line: TracedLine, _ lines: EntryLines, group: String?, _ value: String?
  ) -> [UInt8]? {
    let name = line.head.capitalName
    let before = EntryLines.named(name, in: lines.before)
    guard let now = EntryLines.named(name, in: lines.after) else { return nil }
    var head = line.head
    if let group { head.group = group }
    head.adapt(from: before, to: now)
    if lines.isRecoded { head.remove(["CC"]) }
    if lines.isRelabelled { head.relabel(as: now, from: lines.old.label, to: lines.new.label) }
    if lines.new.isPreferred, !lines.old.isPreferred {
      head.parameters += now.parameters.filter { $0.isAboutLabel && !$0.isType }
        .map(LineHeadText.Parameter.init)
    }
    return bytes(head, value ?? self.value(of: line, from: before, to: now))
  }

  /// Whether the lines, read again, say the entry.
  private func isSound(_ rewritten: Rewritten, _ lines: EntryLines) -> Bool {
    let all = rewritten.lines.sorted { $0.key < $1.key }.flatMap(\.value) + rewritten.others
    return reading(all)?.entries[lines.entry.property] == [lines.new]
  }
}
