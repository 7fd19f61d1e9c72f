import ContactModel

extension CardRewriter {
  /// Appends the card in the writer's form, with the parameters that the model does not know.
  mutating func convert(to version: VCardVersion, into output: inout [UInt8]) {
    prepare()
    var octets: [UInt8]?
    if case .reference(let reference)? = wanted.photo { octets = photo(reference) }
    let extras = (wanted.entries[.extra] ?? []).compactMap { $0.value.text }
    let taken = VCardWriter.itemNumbers(in: extras)
    var lines = CardOutput(bytes: output, version: version, photo: octets, takenItems: taken)
    output = []
    lines.frame("BEGIN")
    var matching: [Property: EntryMatching] = [:]
    for (property, new) in wanted.entries {
      matching[property] = EntryMatching(from: base.entries[property] ?? [], to: new)
    }
    for var line in CardOutput.lines(of: wanted, version, photo: octets, takenItems: taken) {
      switch line.origin {
      case _ where line.isAboutGroup: break
      case .card: line.parameters += kept(for: line, version)
      case .entry(let property, let index):
        line.parameters += kept(for: line, property, index, matching[property]?.before, version)
      }
      lines.write(line)
    }
    for extra in extras { lines.extra(extra) }
    lines.frame("END")
    output = lines.bytes
  }

  private func kept(for line: WrittenLine, _ version: VCardVersion) -> [CardOutput.Parameter] {
    guard !["VERSION", "PHOTO"].contains(line.name),
      let old = trace.lines.first(where: {
        $0.kept == nil && $0.head.capitalName == line.name.uppercased()
      })
    else { return [] }
    let before = linesBefore[.card]?.first { $0.name == line.name }
    let now = linesNow[.card]?.first { $0.name == line.name }
    return KeptParameters.of(
      old.head, for: line, hasSameValue: before?.value == now?.value, label: nil, version)
  }

  private func kept(
    for line: WrittenLine, _ property: Property, _ index: Int, _ places: [Int?]?,
    _ version: VCardVersion
  ) -> [CardOutput.Parameter] {
    guard let place = places?[index], let old = base.entries[property]?[place],
      let new = wanted.entries[property]?[index],
      let first = self.places[.init(property, place)]?.own.first
    else { return [] }
    return KeptParameters.of(
      trace.lines[first].head, for: line, hasSameValue: old.value == new.value, label: new.label,
      version)
  }
}
