/// The binary form of operations that the benchmarks in C read as well: repeated length (u32) and
/// payload, little-endian.
///
/// Payload: op, property, author, label length (u8 each), value number, value length (u16 each),
/// time (u64), key (16 bytes), label, value. A membership has the member's key as its value.
enum OperationCodec {
  private static let header = 32

  /// Decodes one payload; `nil` where it is not one.
  static func decode(_ payload: Span<UInt8>) -> Operation? {
    guard payload.count >= header, let kind = Operation.Kind(rawValue: payload[0]),
      let property = Operation.Property(rawValue: payload[1])
    else { return nil }
    let labelEnd = header + Int(payload[3])
    let valueEnd = labelEnd + Int(little(payload, 6, 2))
    guard valueEnd == payload.count else { return nil }
    var operation = Operation(
      kind: kind, property: property, author: payload[2],
      valueNumber: UInt16(little(payload, 4, 2)), time: little(payload, 8, 8),
      key: key(payload, 16))
    if kind == .join || kind == .leave {
      guard valueEnd - labelEnd == 16 else { return nil }
      operation.member = key(payload, labelEnd)
    } else {
      guard let label = text(payload, header..<labelEnd),
        let value = text(payload, labelEnd..<valueEnd)
      else { return nil }
      operation.label = label
      operation.value = value
    }
    return operation
  }

  /// Appends length and payload of an operation.
  static func encode(_ operation: Operation, into bytes: inout [UInt8]) {
    let label = Array(operation.label.utf8)
    var value = Array(operation.value.utf8)
    if let member = operation.member { value = big(member) }
    append(UInt64(header + label.count + value.count), 4, to: &bytes)
    bytes += [
      operation.kind.rawValue, operation.property.rawValue, operation.author, UInt8(label.count),
    ]
    append(UInt64(operation.valueNumber), 2, to: &bytes)
    append(UInt64(value.count), 2, to: &bytes)
    append(operation.time, 8, to: &bytes)
    bytes += big(operation.key) + label + value
  }

  /// The unsigned little-endian number of `size` bytes at `offset`.
  static func little(_ bytes: Span<UInt8>, _ offset: Int, _ size: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<size { number |= UInt64(bytes[offset + index]) << (8 * index) }
    return number
  }

  private static func key(_ bytes: Span<UInt8>, _ offset: Int) -> Operation.Key {
    Operation.Key(
      high: little(bytes, offset, 8).byteSwapped, low: little(bytes, offset + 8, 8).byteSwapped)
  }

  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return nil }
    return String(copying: text)
  }

  private static func append(_ number: UInt64, _ size: Int, to bytes: inout [UInt8]) {
    for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  private static func big(_ key: Operation.Key) -> [UInt8] {
    (0..<16).map { index in
      UInt8(truncatingIfNeeded: (index < 8 ? key.high : key.low) >> (56 - 8 * (index % 8)))
    }
  }
}
