/// What a property or an entry holds.
///
/// Equal means equal UTF-8 bytes and equal bits.
public enum Value: Sendable {
  /// Text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A calendar date, parts of which may be unknown.
  case date(PartialDate)
  /// Seconds since 2001-01-01T00:00:00Z, kept bit for bit.
  case instant(Double)
  /// A number, kept bit for bit.
  case real(Double)
  /// Named texts: an address, an account.
  case fields(Fields)
  /// Bytes.
  case data([UInt8])
  /// A reference to bytes kept under their hash.
  indirect case blob(BlobReference)
  /// Bytes with their hash: a card as imported. A record keeps only a reference to them.
  indirect case document(BlobReference, [UInt8])
  /// A value of a type the model does not know, under a tag its writer chose.
  indirect case opaque(tag: UInt64, [UInt8])
}

extension Value: Hashable {
  /// Equal kind and equal bytes.
  public static func == (a: Value, b: Value) -> Bool {
    switch (a, b) {
    case (.text(let x), .text(let y)): x.hasSameBytes(as: y)
    case (.integer(let x), .integer(let y)): x == y
    case (.date(let x), .date(let y)): x == y
    case (.instant(let x), .instant(let y)): x.bitPattern == y.bitPattern
    case (.real(let x), .real(let y)): x.bitPattern == y.bitPattern
    case (.fields(let x), .fields(let y)): x == y
    case (.data(let x), .data(let y)): x == y
    case (.blob(let x), .blob(let y)): x == y
    case (.document(let x, let s), .document(let y, let t)): x == y && s == t
    case (.opaque(let i, let x), .opaque(let j, let y)): i == j && x == y
    default: false
    }
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): text.hashBytes(into: &hasher)
    case .integer(let number): hasher.combine(number)
    case .date(let date): hasher.combine(date)
    case .instant(let number), .real(let number): hasher.combine(number.bitPattern)
    case .fields(let fields): hasher.combine(fields)
    case .data(let bytes), .opaque(_, let bytes): hasher.combine(bytes)
    case .blob(let reference), .document(let reference, _): hasher.combine(reference)
    }
  }
}

extension Value {
  /// The text, when it is one.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number, when it is a whole one.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The date, when it is one.
  public var date: PartialDate? { if case .date(let date) = self { date } else { nil } }
  /// The named texts, when it has them.
  public var fields: Fields? { if case .fields(let fields) = self { fields } else { nil } }
  /// The reference, when it is one or has one.
  public var blob: BlobReference? {
    switch self {
    case .blob(let reference), .document(let reference, _): reference
    default: nil
    }
  }

  /// What a record keeps of the value: a document's bytes stay in the log.
  public var kept: Value {
    if case .document(let reference, _) = self { .blob(reference) } else { self }
  }
}

extension Value: ExpressibleByStringLiteral {
  /// A text written as a literal.
  public init(stringLiteral text: String) { self = .text(text) }
}
