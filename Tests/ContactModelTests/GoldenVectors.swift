import ContactModel
import Foundation
import TestSupport
import Testing

/// A vector of `Tests/Fixtures/golden/vectors.tsv`: bytes made by an encoder that is not ours.
struct GoldenVector: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  static let file = SharedFolder.packageRoot.appending(path: "Tests/Fixtures/golden/vectors.tsv")

  static let all: [GoldenVector] = {
    guard let text = try? String(contentsOf: file, encoding: .ascii) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard cells.count == 3, let bytes = [UInt8](hex: cells[2]) else { return nil }
      return GoldenVector(name: String(cells[0]), bytes: bytes)
    }
  }()

  /// The vectors whose names begin so; the names without the beginning.
  static func of(_ group: String) -> [GoldenVector] {
    all.compactMap { vector in
      guard vector.name.hasPrefix(group + " ") else { return nil }
      return GoldenVector(name: String(vector.name.dropFirst(group.count + 1)), bytes: vector.bytes)
    }
  }
}

extension [UInt8] {
  /// The bytes of an even number of hexadecimal digits.
  init?(hex: some StringProtocol) {
    let digits = hex.compactMap(\.hexDigitValue)
    guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Lower-case hexadecimal digits, for messages.
  var hex: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}

// MARK: - Whole items

/// Decodes an event and asks for the end.
func decodeEvent(_ bytes: [UInt8]) throws -> Event {
  var decoder = CBORDecoder(bytes.span)
  let event = try decoder.event()
  try decoder.finish()
  return event
}

func encode(_ event: Event) -> [UInt8] {
  var encoder = CBOREncoder()
  encoder.event(event)
  return encoder.bytes
}

/// Decodes a commit header and asks for the end.
func decodeHeader(_ bytes: [UInt8]) throws -> CommitHeader {
  var decoder = CBORDecoder(bytes.span)
  let header = try decoder.header()
  try decoder.finish()
  return header
}

func encode(_ header: CommitHeader) -> [UInt8] {
  var encoder = CBOREncoder()
  encoder.header(header)
  return encoder.bytes
}

func decodeValue(_ bytes: [UInt8]) throws -> Value {
  var decoder = CBORDecoder(bytes.span)
  let value = try decoder.value()
  try decoder.finish()
  return value
}

func encode(_ value: Value) -> [UInt8] {
  var encoder = CBOREncoder()
  encoder.value(value)
  return encoder.bytes
}
