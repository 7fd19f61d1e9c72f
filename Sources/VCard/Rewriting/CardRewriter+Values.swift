import ContactModel

extension CardRewriter {
  /// The lines that a card has once, by name.
  private struct Unit {
    let before: WrittenLine?
    let after: WrittenLine?
    /// What both say, once somebody asked.
    var claims: Set<LineClaim>?
  }

  /// Rewrites the lines of single values that have changed.
  mutating func rewriteSingleValues() {
    var (names, units) = units()
    var changed: Set<String> = []
    for name in names {
      guard let unit = units[name] else { continue }
      switch (unit.before, unit.after) {
      case (let before?, let after?) where before.saysTheSame(as: after): break
      default: changed.insert(name)
      }
    }
    if effort >= .derivedLines {
      // A name without parts needs no line.
      for name in names {
        guard let after = units[name]?.after, after.value.contains(where: { $0 != ";" }),
          lines(of: &units, name).isEmpty
        else { continue }
        changed.insert(name)
      }
    }
    guard !changed.isEmpty else { return }
    var touched: [String: [Int]] = [:]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for name in names where changed.contains(name) && touched[name] == nil {
        touched[name] = lines(of: &units, name)
        // A line that goes may say more, which others must say then.
        for place in touched[name] ?? [] {
          let others = trace.lines[place].claims.subtracting(claims(of: name, &units))
          for other in names where !others.isEmpty && !changed.contains(other) {
            if claims(of: other, &units).isDisjoint(with: others) { continue }
            changed.insert(other)
            isGrowing = true
          }
        }
      }
    }
    for name in names where changed.contains(name) {
      guard let unit = units[name] else { continue }
      rewrite(unit, name, touched[name] ?? [])
    }
  }

  private func units() -> (names: [String], units: [String: Unit]) {
    var names: [String] = []
    var before: [String: WrittenLine] = [:]
    var now: [String: WrittenLine] = [:]
    for line in linesNow[.card] ?? [] where line.name != "VERSION" {
      if now.updateValue(line, forKey: line.name) == nil { names.append(line.name) }
    }
    for line in linesBefore[.card] ?? [] where line.name != "VERSION" {
      before[line.name] = line
      if now[line.name] == nil { names.append(line.name) }
    }
    var units: [String: Unit] = [:]
    for name in names {
      units[name] = Unit(before: before[name], after: now[name])
    }
    return (names, units)
  }

  /// What the lines of a name say, found by reading them.
  private func claims(of name: String, _ units: inout [String: Unit]) -> Set<LineClaim> {
    guard let unit = units[name] else { return [] }
    if let claims = unit.claims { return claims }
    var claims: Set<LineClaim> = []
    for line in [unit.before, unit.after].compactMap({ $0 }) {
      var output = CardOutput(bytes: [], version: version, photo: nil, takenItems: [])
      output.frame("BEGIN")
      output.raw("VERSION", version.text)
      output.write(line)
      output.frame("END")
      var reading = CardReading(firstLine: 1, limits: .none, isTraced: true)
      _ = reading.run(output.bytes.span)
      for line in reading.trace?.lines ?? [] { claims.formUnion(line.claims) }
    }
    claims = claims.filter { $0.keptNumber == nil }
    units[name]?.claims = claims
    return claims
  }

  private func lines(of units: inout [String: Unit], _ name: String) -> [Int] {
    let claims = claims(of: name, &units)
    let name = name.uppercased()
    return trace.lines.indices.filter { place in
      let line = trace.lines[place]
      guard line.kept == nil else { return false }
      // The reading of a name is a line of the same name.
      if line.head.parameters.contains(where: { $0.isNamed("PHONETIC") }) {
        return !line.claims.isDisjoint(with: claims)
      }
      return line.head.capitalName == name || !line.claims.isDisjoint(with: claims)
    }
  }

  private mutating func rewrite(_ unit: Unit, _ name: String, _ places: [Int]) {
    // A name that nobody wrote and nobody set follows from the rest by itself.
    let isDerived =
      effort < .derivedLines && name == "FN" && places.isEmpty && unit.before != nil
      && wanted.values[.formattedName] == base.values[.formattedName]
    guard !isDerived else { return }
    let capitals = name.uppercased()
    let namesake = places.first { trace.lines[$0].head.capitalName == capitals }
    if let line = unit.after {
      if let place = namesake, !isPlain {
        edits.replace(place, with: [changed(trace.lines[place], from: unit.before, to: line)])
      } else if let place = namesake ?? places.first {
        edits.replace(place, with: [bytes(line)])
      } else {
        edits.append([bytes(line)])
      }
    }
    for place in places { edits.drop(place) }
  }

  /// Writes the lines in UTF-8 whose charset had to be guessed.
  mutating func rewriteGuessedLines() {
    for (place, line) in trace.lines.enumerated() where line.isGuessed && !line.value.isEmpty {
      guard !edits.isEdited(place) else { continue }
      var head = line.head
      head.adapt(from: nil, to: nil)
      edits.replace(place, with: [bytes(head, line.value)])
    }
  }

  /// A line with another value, its parameters kept as far as they hold.
  private func changed(
    _ line: TracedLine, from before: WrittenLine?, to now: WrittenLine
  ) -> [UInt8] {
    var head = line.head
    head.adapt(from: before, to: now)
    return bytes(head, value(of: line, from: before, to: now))
  }
}
