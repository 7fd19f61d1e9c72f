import ContactModel

extension CardRewriter {
  /// The lines that a card has once, by name.
  private struct Unit {
    let before: WrittenLine?
    let after: WrittenLine?
    /// What both say.
    let claims: Set<LineClaim>
  }

  /// Rewrites the lines of single values that have changed.
  mutating func rewriteSingleValues() {
    let (names, units) = units()
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
      changed.formUnion(
        names.filter { name in
          guard let unit = units[name], let after = unit.after else { return false }
          return after.value.contains { $0 != ";" } && lines(of: unit, name).isEmpty
        })
    }
    guard !changed.isEmpty else { return }
    var touched: [String: [Int]] = [:]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for name in names where changed.contains(name) && touched[name] == nil {
        guard let unit = units[name] else { continue }
        touched[name] = lines(of: unit, name)
        // A line that goes may say more, which others must say then.
        for place in touched[name] ?? [] {
          for other in names where !changed.contains(other) {
            guard let unit = units[other], !unit.claims.isDisjoint(with: trace.lines[place].claims)
            else { continue }
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
      let both = [before[name], now[name]].compactMap { $0 }
      units[name] = Unit(before: before[name], after: now[name], claims: claims(of: both))
    }
    return (names, units)
  }

  /// What some lines say, found by reading them.
  private func claims(of lines: [WrittenLine]) -> Set<LineClaim> {
    var claims: Set<LineClaim> = []
    for line in lines {
      var output = CardOutput(bytes: [], version: version, photo: nil, takenItems: [])
      output.frame("BEGIN")
      output.raw("VERSION", version.text)
      output.write(line)
      output.frame("END")
      var reading = CardReading(firstLine: 1, limits: CardLimits(), isTraced: true)
      _ = reading.run(output.bytes.span)
      for line in reading.trace?.lines ?? [] { claims.formUnion(line.claims) }
    }
    return claims.filter { $0.keptNumber == nil }
  }

  private func lines(of unit: Unit, _ name: String) -> [Int] {
    let name = name.uppercased()
    return trace.lines.indices.filter { place in
      let line = trace.lines[place]
      guard line.kept == nil else { return false }
      return line.head.capitalName == name || !line.claims.isDisjoint(with: unit.claims)
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
