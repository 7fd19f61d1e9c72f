internal import CivilCalendar
internal import ContactModel

/// The lines of a log in JSON Lines.
///
/// Each line is a pure function of the bytes at its end, so that a reader makes it anew from them and
/// compares: an edit of what people read and an edit of the bytes are both found.
enum LogLine {
  static func start(_ start: LogStart) -> [UInt8] {
    var line = LineText()
    line.begin()
    line.field("log", Identity.format)
    line.field("book", hex: start.book.span)
    line.field("commit", start.commit)
    line.field("position", start.position)
    line.field("hash", start.hash.hex)
    line.end()
    return line.bytes
  }

  static func end(_ end: LogEnd) -> [UInt8] {
    var line = LineText()
    line.begin()
    line.field("end", end.commit)
    line.field("position", end.position)
    line.field("hash", end.hash.hex)
    line.end()
    return line.bytes
  }

  static func blob(_ bytes: Span<UInt8>) -> [UInt8] {
    var line = LineText()
    line.begin()
    line.field("blob", ContentHash(of: bytes).hex)
    line.field("bytes", bytes.count)
    line.field("raw", hex: bytes)
    line.end()
    return line.bytes
  }

  static func commit(_ raw: [UInt8]) throws -> [UInt8] {
    let row = try CommitRow(raw.span)
    let header = try row.decodedHeader()
    var line = LineText()
    line.begin()
    line.field("commit", header.number)
    line.field("time", LineTime.text(microseconds: header.time))
    line.field("author", header.author)
    line.field("program", header.program)
    line.field("kind", header.kind.name)
    if let note = row.note { line.field("note", note.text) }
    if !header.undoes.isEmpty { line.field("undoes", numbers: header.undoes) }
    if let importID = header.importID { line.field("import", hex: importID.span) }
    line.field("first", header.firstPosition)
    line.field("count", header.count)
    line.field("hash", row.leafHash().hex)
    line.field("raw", hex: raw.span)
    line.end()
    return line.bytes
  }

  /// - Parameters:
  ///   - run: In the first event of a run: the first position of the record's run before.
  ///   - raw: The event's bytes; in the first event of a run the run's frame in front of them.
  static func event(
    _ event: Event, at position: Position, run: Position?, raw: Span<UInt8>
  ) -> [UInt8] {
    var line = LineText()
    line.begin()
    line.field("event", position)
    if let run { line.field("run", run) }
    line.field("record", "\(event.record)")
    line.field("kind", event.change.name)
    line.change(event.change)
    if event.previous != 0 { line.field("previous", event.previous) }
    if event.restores != 0 { line.field("restores", event.restores) }
    line.field("raw", hex: raw)
    line.end()
    return line.bytes
  }
}

extension LineText {
  fileprivate mutating func change(_ change: Change) {
    switch change {
    case .created(let uid, let source):
      field("uid", uid)
      if source != 0 { field("source", source) }
    case .removed, .restored, .unknown: break
    case .valueSet(let property, let value):
      field("property", property.name)
      self.value(value)
    case .valueCleared(let property): field("property", property.name)
    case .entryAdded(let property, let identifier, let after, let label, let value):
      field("property", property.name)
      field("identifier", identifier)
      if after != 0 { field("after", after) }
      self.label(label)
      self.value(value)
    case .entryValueSet(let property, let entry, let value):
      field("property", property.name)
      field("entry", entry)
      self.value(value)
    case .entryLabelSet(let property, let entry, let label):
      field("property", property.name)
      field("entry", entry)
      self.label(label)
    case .entryMoved(let property, let entry, let after):
      field("property", property.name)
      field("entry", entry)
      if after != 0 { field("after", after) }
    case .entryRemoved(let property, let entry), .entryRestored(let property, let entry):
      field("property", property.name)
      field("entry", entry)
    case .memberAdded(let other), .memberRemoved(let other), .linked(let other),
      .unlinked(let other), .keptApart(let other), .mergedInto(let other):
      field("other", "\(other)")
    }
  }

  private mutating func label(_ label: Label?) {
    switch label {
    case nil: break
    case .standard(let standard): field("label", standard.word)
    case .custom(let text): field("ownLabel", text)
    }
  }

  private mutating func value(_ value: Value) {
    switch value {
    case .text(let text): field("value", text)
    case .integer(let number): field("value", number)
    case .date(let date): typed("date", "\(date)")
    case .instant(let seconds): typed("instant", "\(seconds)")
    case .real(let number): typed("real", "\(number)")
    case .fields(let fields):
      name("value")
      begin()
      name("fields")
      begin()
      for pair in fields.pairs { field(pair.key, pair.value) }
      end()
      end()
    case .data(let bytes):
      name("value")
      begin()
      field("data", hex: bytes.span)
      end()
    case .blob(let reference): self.reference("blob", reference)
    case .document(let reference, let kept):
      self.reference("document", reference, kept: kept)
    case .opaque(let tag, let bytes):
      name("value")
      begin()
      field("tag", tag)
      field("data", hex: bytes.span)
      end()
    }
  }

  private mutating func typed(_ type: String, _ text: String) {
    name("value")
    begin()
    field(type, text)
    end()
  }

  private mutating func reference(
    _ type: String, _ reference: BlobReference, kept: [UInt8]? = nil
  ) {
    name("value")
    begin()
    field(type, reference.hash.hex)
    field("bytes", reference.byteCount)
    field("type", reference.mediaType)
    if let kept {
      if let text = String(validating: kept, as: UTF8.self) {
        field("text", text)
      } else {
        field("data", hex: kept.span)
      }
    }
    end()
  }
}

/// Times of exported logs: RFC 3339 with six digits of a second, in UTC.
enum LineTime {
  static func text(microseconds: Int64) -> String {
    let (days, rest) = floorDivision(Int(microseconds), 86_400_000_000)
    let date = CivilDay(daysSince1970: days)
    let (seconds, fraction) = (rest / 1_000_000, rest % 1_000_000)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
      + "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
      + ".\(padded(fraction, 6))Z"
  }

  private static func floorDivision(_ a: Int, _ b: Int) -> (Int, Int) {
    let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
    return rest < 0 ? (quotient - 1, rest + b) : (quotient, rest)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}
