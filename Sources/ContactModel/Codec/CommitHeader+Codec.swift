/// Keys of the header map, in the order they are written.
private enum HeaderKey: UInt64 {
  case format, book, number, firstPosition, count, parent, batch, clock, time, author, program
  case kind, noteHash, undoes, importID, eventsRoot, features
}

extension CBOREncoder {
  /// Writes a commit header: a map with ascending unsigned keys; what is absent or zero is left
  /// out.
  public mutating func header(_ header: CommitHeader) {
    var count = 13
    if header.noteHash != nil { count += 1 }
    if !header.undoes.isEmpty { count += 1 }
    if header.importID != nil { count += 1 }
    if header.features != 0 { count += 1 }
    map(count)
    key(.format)
    unsigned(CommitHeader.currentFormat)
    key(.book)
    data(header.book)
    key(.number)
    unsigned(header.number)
    key(.firstPosition)
    unsigned(header.firstPosition)
    key(.count)
    unsigned(header.count)
    key(.parent)
    hash(header.parent)
    key(.batch)
    data(header.batch)
    key(.clock)
    unsigned(header.clock)
    key(.time)
    integer(header.time)
    key(.author)
    text(header.author)
    key(.program)
    text(header.program)
    key(.kind)
    unsigned(UInt64(header.kind.rawValue))
    if let noteHash = header.noteHash {
      key(.noteHash)
      hash(noteHash)
    }
    if !header.undoes.isEmpty {
      key(.undoes)
      array(header.undoes.count)
      for commit in header.undoes { unsigned(commit) }
    }
    if let importID = header.importID {
      key(.importID)
      data(importID)
    }
    key(.eventsRoot)
    hash(header.eventsRoot)
    if header.features != 0 {
      key(.features)
      unsigned(header.features)
    }
  }

  private mutating func key(_ key: HeaderKey) { unsigned(key.rawValue) }
}

extension CBORDecoder {
  /// Reads a commit header.
  ///
  /// - Throws: `wrongFields` for a format or a feature this version does not know, and for a field
  ///   that is missing or unknown; the other codes of ``CBORError`` for bytes out of form.
  public mutating func header() throws(CBORError) -> CommitHeader {
    var header = CommitHeader(
      book: [], number: 0, firstPosition: 0, count: 0, parent: .zero, batch: [], clock: 0, time: 0,
      author: "", program: "", kind: .save, noteHash: nil, undoes: [], importID: nil,
      eventsRoot: .zero)
    var seen: UInt64 = 0
    var last: UInt64?
    for _ in 0..<(try map()) {
      let number = try unsigned()
      if let last, number <= last { throw error(.notCanonical) }
      last = number
      guard let key = HeaderKey(rawValue: number) else { throw error(.wrongFields) }
      seen |= 1 << number
      switch key {
      case .format:
        guard try unsigned() == CommitHeader.currentFormat else { throw error(.wrongFields) }
      case .book: header.book = try identifier()
      case .number: header.number = try unsigned()
      case .firstPosition: header.firstPosition = try unsigned()
      case .count: header.count = try unsigned()
      case .parent: header.parent = try hash()
      case .batch: header.batch = try identifier()
      case .clock: header.clock = try unsigned()
      case .time: header.time = try integer()
      case .author: header.author = try text()
      case .program: header.program = try text()
      case .kind:
        guard let kind = CommitKind(rawValue: try unsigned(UInt8.self)) else {
          throw error(.outOfRange)
        }
        header.kind = kind
      case .noteHash: header.noteHash = try hash()
      case .undoes:
        let count = try array()
        guard count > 0 else { throw error(.notCanonical) }
        for _ in 0..<count { header.undoes.append(try unsigned()) }
      case .importID: header.importID = try identifier()
      case .eventsRoot: header.eventsRoot = try hash()
      case .features: throw error(.wrongFields)
      }
    }
    let optional: UInt64 = 0b1_0111 << HeaderKey.noteHash.rawValue
    guard seen | optional == (1 << (HeaderKey.features.rawValue + 1)) - 1 else {
      throw error(.wrongFields)
    }
    guard header.number > 0, header.firstPosition > 0, header.count > 0,
      header.firstPosition.addingReportingOverflow(header.count).overflow == false
    else { throw error(.outOfRange) }
    return header
  }

  /// Reads of a commit header only its time; the rest is passed over.
  ///
  /// - Throws: `wrongFields` where there is none; the other codes of ``CBORError``.
  public mutating func headerTime() throws(CBORError) -> Int64 {
    for _ in 0..<(try map()) {
      if try unsigned() == HeaderKey.time.rawValue { return try integer() }
      try skip()
    }
    throw error(.wrongFields)
  }

  private mutating func identifier() throws(CBORError) -> [UInt8] {
    let bytes = try data()
    guard bytes.count == 16 else { throw error(.outOfRange) }
    return bytes
  }
}
