import ContactModel

extension CardRewriter {
  /// Rewrites the names of groups (`CATEGORIES`), whose order says nothing.
  mutating func rewriteCategories() {
    let old = Set(base.categories.map(ByteText.init))
    let new = Set(wanted.categories.map(ByteText.init))
    guard old != new else { return }
    var added = wanted.categories.filter { !$0.isEmpty && !old.contains(ByteText($0)) }
      .map { Escaping.parts([$0], ",", version) }
    let lines = trace.lines.indices.filter { place in
      trace.lines[place].claims.contains { if case .category = $0 { true } else { false } }
    }
    for place in lines.reversed() {
      let parts = Self.parts(of: trace.lines[place].value, separator: ASCII.comma)
      let kept = parts.filter { new.contains(ByteText($0.text)) }.map(\.raw)
      guard kept.count < parts.count || !added.isEmpty else { continue }
      if kept.isEmpty, added.isEmpty {
        edits.drop(place)
      } else {
        var head = trace.lines[place].head
        head.adapt(from: nil, to: nil)
        let value = (kept + added).joined(separator: ",")
        edits.replace(place, with: [bytes(head, value)])
        added = []
      }
    }
    if !added.isEmpty {
      edits.append([bytes(LineHeadText(name: "CATEGORIES"), added.joined(separator: ","))])
    }
  }

  /// Rewrites the members of a group, whose order says nothing.
  mutating func rewriteMembers() {
    let (old, new) = (base.memberKeys, wanted.memberKeys)
    guard old != new else { return }
    var name = version == .v4 ? "MEMBER" : "X-ADDRESSBOOKSERVER-MEMBER"
    for (place, line) in trace.lines.enumerated() {
      for case .member(let member) in line.claims {
        name = line.head.name
        if !new.contains(Card.memberKey(member)) { edits.drop(place) }
      }
    }
    for member in wanted.members where !member.isEmpty && !old.contains(Card.memberKey(member)) {
      edits.append([bytes(LineHeadText(name: name), Escaping.address(member))])
    }
  }

  /// Drops the unknown lines that are gone and adds those that are new.
  mutating func rewriteUnknownLines() {
    let old = base.entries[.extra] ?? []
    let new = wanted.entries[.extra] ?? []
    guard old != new else { return }
    let matching = EntryMatching(from: old, to: new)
    var replaced: [Int: [UInt8]] = [:]
    for (index, before) in matching.before.enumerated() {
      if let before, old[before].value == new[index].value { continue }
      let line = unknownLine(new[index])
      if let before {
        replaced[before] = line
      } else if let line {
        edits.append([line])
      }
    }
    let removed = Set(matching.removed)
    for (place, line) in trace.lines.enumerated() {
      guard let index = line.kept?.place else { continue }
      if let new = replaced[index] {
        edits.replace(place, with: [new])
      } else if removed.contains(index) {
        edits.drop(place)
      }
    }
  }

  private func unknownLine(_ entry: Card.Entry) -> [UInt8]? {
    var output = CardOutput(bytes: [], version: version, photo: nil, takenItems: [])
    output.extra(entry.value.text ?? "")
    return output.bytes.isEmpty ? nil : ended(output.bytes)
  }
}
