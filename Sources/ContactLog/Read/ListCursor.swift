internal import ContactModel

/// A place in a sorted list.
///
/// Names its place by the sort key and the record there, so that it stays where it is while others
/// write: also when that record is renamed or removed. Belongs to one order: one locale, one
/// version of the Unicode tables.
public struct ListCursor: Sendable, Hashable {
  let spec: EditionSpec
  let list: OrderKey.List
  let place: OrderPlace

  init(_ spec: EditionSpec, _ list: OrderKey.List, _ place: OrderPlace) {
    self.spec = spec
    self.list = list
    self.place = place
  }

  /// The cursor as bytes, for handing it to a later request; ``init(bytes:)`` reads them.
  ///
  /// They hold a sort key, so they are as private as the name they were made from.
  public var bytes: [UInt8] {
    var encoder = CBOREncoder()
    encoder.array(7)
    encoder.text(spec.locale)
    encoder.unsigned(spec.attributes)
    encoder.data(spec.version)
    encoder.unsigned(UInt64(list.rawValue))
    encoder.unsigned(place.isNamed ? 0 : 1)
    encoder.data(place.sortKey)
    encoder.unsigned(place.record.map { $0.code + 1 } ?? 0)
    return encoder.bytes
  }

  /// The cursor that ``bytes`` gave; `nil` for any others.
  public init?(bytes: [UInt8]) {
    guard let cursor = try? ListCursor(decoding: bytes.span) else { return nil }
    self = cursor
  }

  private init(decoding bytes: Span<UInt8>) throws {
    var decoder = CBORDecoder(bytes)
    guard try decoder.array() == 7 else { throw CBORError(code: .wrongFields, offset: 0) }
    let locale = try decoder.text()
    let attributes = try decoder.unsigned()
    let version = try decoder.data()
    let list = OrderKey.List(rawValue: try decoder.unsigned(UInt8.self))
    let isNamed = try decoder.unsigned() == 0
    let sortKey = try decoder.data()
    let code = try decoder.unsigned()
    try decoder.finish()
    let record = code == 0 ? nil : RecordID(code: code - 1)
    guard let list, code == 0 || record != nil else {
      throw CBORError(code: .wrongFields, offset: 0)
    }
    self.init(
      EditionSpec(kind: .order, locale: locale, attributes: attributes, version: version), list,
      OrderPlace(isNamed: isNamed, sortKey: sortKey, record: record))
  }
}
