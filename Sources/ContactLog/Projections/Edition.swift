internal import ContactModel
internal import LMDB

/// What the rows of an index depend on beside the log: rows of two specifications never mix.
struct EditionSpec: Hashable, Sendable {
  /// Which index it is.
  enum Kind: UInt64, Sendable { case order = 0, words = 1 }

  var kind: Kind
  /// The locale of an order; empty for words.
  var locale = ""
  /// Of an order: bit 0, whether a run of digits sorts as a number.
  var attributes: UInt64 = 0
  /// The version of our own rules, then that of the Unicode tables.
  var version: [UInt8]
}

/// One making of an index: rows whose keys begin with its number.
///
/// Processes with other Unicode tables keep editions of their own in the same store, side by side.
/// A save brings those up to date that its process can make; the others are left behind, and
/// catch up from the log when a process that can make them asks.
struct Edition: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// Rows are being put for the first time; nobody reads them.
    case building
    /// The rows are those of the head.
    case current
    /// The rows are those of this commit.
    case behind(UInt64)
  }

  let id: UInt8
  let spec: EditionSpec
  var state: State

  /// The row's key in the table of orders.
  var key: KeyBuffer { Self.key(id) }

  static func key(_ id: UInt8) -> KeyBuffer {
    var key = KeyBuffer(capacity: 2)
    key.append(OrderKey.editions)
    key.append(id)
    return key
  }

  func encode(to encoder: inout CBOREncoder) {
    encoder.array(6)
    encoder.unsigned(spec.kind.rawValue)
    encoder.text(spec.locale)
    encoder.unsigned(spec.attributes)
    encoder.data(spec.version)
    switch state {
    case .building: encoder.unsigned(0)
    case .current: encoder.unsigned(1)
    case .behind: encoder.unsigned(2)
    }
    if case .behind(let commit) = state { encoder.unsigned(commit) } else { encoder.unsigned(0) }
  }

  init(id: UInt8, spec: EditionSpec, state: State) {
    self.id = id
    self.spec = spec
    self.state = state
  }

  init(id: UInt8, row: Span<UInt8>) throws {
    var decoder = CBORDecoder(row)
    guard try decoder.array() == 6,
      let kind = EditionSpec.Kind(rawValue: try decoder.unsigned())
    else { throw CBORError(code: .wrongFields, offset: 0) }
    let locale = try decoder.text()
    let attributes = try decoder.unsigned()
    let version = try decoder.data()
    let state = try decoder.unsigned()
    let commit = try decoder.unsigned()
    try decoder.finish()
    self.init(
      id: id,
      spec: EditionSpec(
        kind: kind, locale: locale, attributes: attributes, version: version),
      state: state == 0 ? .building : state == 1 ? .current : .behind(commit))
  }
}

extension RowReader {
  /// The editions of a set of projections, by number.
  ///
  /// - Complexity: O(editions), a handful.
  func editions(set: Int, _ transaction: borrowing ReadTransaction) throws -> [Edition] {
    let table = tables.projections[set].order
    var editions: [Edition] = []
    let start: [UInt8] = [OrderKey.editions]
    try transaction.scan(table, from: start.span) { key, stored in
      guard key.count == 2, key[0] == OrderKey.editions else { return false }
      editions.append(try Edition(id: key[1], row: try Seal.open(key, stored, table)))
      return true
    }
    return editions
  }
}

extension WriteTransaction {
  /// Puts an edition's row.
  func put(_ edition: Edition, in table: Table) throws {
    var encoder = CBOREncoder()
    edition.encode(to: &encoder)
    try put(edition.key, sealing: encoder.bytes, in: table)
  }
}

/// An index whose rows depend on Unicode's tables: an edition's number stands in front of each key.
protocol EditionIndex: RecordIndex {
  /// What the rows depend on.
  var spec: EditionSpec { get }
  /// The edition's number.
  var id: UInt8 { get set }
}
