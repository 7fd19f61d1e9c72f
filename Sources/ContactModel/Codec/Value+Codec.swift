extension CBOREncoder {
  /// Writes a value: a string, a number, a map of texts, or an array that begins with its kind.
  public mutating func value(_ value: Value) {
    switch value {
    case .text(let text): self.text(text)
    case .integer(let number): integer(number)
    case .data(let bytes): data(bytes)
    case .fields(let fields):
      map(fields.count)
      for pair in fields.pairs {
        text(pair.key)
        text(pair.value)
      }
    case .date(let date):
      array(date.year == nil ? 3 : 4)
      unsigned(ValueKind.date.rawValue)
      unsigned(UInt64(date.month ?? 0))
      unsigned(UInt64(date.day ?? 0))
      if let year = date.year { integer(Int64(year)) }
    case .instant(let seconds):
      array(2)
      unsigned(ValueKind.instant.rawValue)
      bits(seconds)
    case .blob(let reference):
      array(4)
      unsigned(ValueKind.blob.rawValue)
      self.reference(reference)
    case .opaque(let tag, let bytes):
      array(3)
      unsigned(ValueKind.opaque.rawValue)
      unsigned(tag)
      data(bytes)
    case .real(let number):
      array(2)
      unsigned(ValueKind.real.rawValue)
      bits(number)
    case .document(let reference, let bytes):
      array(5)
      unsigned(ValueKind.document.rawValue)
      self.reference(reference)
      data(bytes)
    }
  }

  private mutating func reference(_ reference: BlobReference) {
    hash(reference.hash)
    unsigned(UInt64(reference.byteCount))
    text(reference.mediaType)
  }

  /// Writes a label: the number of a usual word, or the user's text.
  public mutating func label(_ label: Label) {
    switch label {
    case .standard(let standard): unsigned(UInt64(standard.rawValue))
    case .custom(let text): self.text(text)
    }
  }
}

/// The first item of a value that is written as an array.
private enum ValueKind: UInt64 {
  case date = 1, instant, blob, opaque, real, document
}

extension CBORDecoder {
  /// Reads a value.
  public mutating func value() throws(CBORError) -> Value {
    switch nextMajorType {
    case 0, 1: return .integer(try integer())
    case 2: return .data(try data())
    case 3: return .text(try text())
    case 4: return try taggedValue()
    case 5: return .fields(try fields())
    case nil: throw error(.truncated)
    default: throw error(.unexpectedType)
    }
  }

  private mutating func fields() throws(CBORError) -> Fields {
    var fields = Fields()
    var last: String?
    for _ in 0..<(try map()) {
      let key = try text()
      if let last, !Fields.precedes(last, key) { throw error(.notCanonical) }
      fields.appendInOrder(key, try text())
      last = key
    }
    return fields
  }

  private mutating func taggedValue() throws(CBORError) -> Value {
    let count = try array()
    guard let kind = ValueKind(rawValue: try unsigned()) else { throw error(.wrongFields) }
    switch (kind, count) {
    case (.date, 3), (.date, 4):
      let (month, day) = (try unsigned(UInt8.self), try unsigned(UInt8.self))
      let year = count == 4 ? try integer() : nil
      let fitting = year.map { Int32(exactly: $0) }
      guard fitting != .some(nil),
        let date = PartialDate(
          year: fitting ?? nil, month: month == 0 ? nil : month, day: day == 0 ? nil : day)
      else { throw error(.outOfRange) }
      return .date(date)
    case (.instant, 2): return .instant(try bits())
    case (.real, 2): return .real(try bits())
    case (.blob, 4): return .blob(try reference())
    case (.document, 5):
      let reference = try reference()
      return .document(reference, try data())
    case (.opaque, 3):
      let tag = try unsigned()
      return .opaque(tag: tag, try data())
    default: throw error(.wrongFields)
    }
  }

  private mutating func reference() throws(CBORError) -> BlobReference {
    let hash = try hash()
    let byteCount = try unsigned(Int.self)
    return BlobReference(hash: hash, byteCount: byteCount, mediaType: try text())
  }

  /// Reads a label.
  public mutating func label() throws(CBORError) -> Label {
    if nextMajorType == 3 { return .custom(try text()) }
    guard let standard = Label.Standard(rawValue: try unsigned(UInt8.self)) else {
      throw error(.outOfRange)
    }
    return .standard(standard)
  }
}
