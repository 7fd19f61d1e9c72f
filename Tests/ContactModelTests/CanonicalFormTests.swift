import ContactModel
import TestSupport
import Testing

/// What the decoder accepts, the encoder would write with the same bytes; all else is refused.
struct CanonicalFormTests {
  @Test(arguments: GoldenVector.of("event"))
  func `an event that is not canonical is refused`(vector: GoldenVector) {
    for mutant in Mutants(vector.bytes).found {
      #expect(throws: CBORError.self, "\(mutant.what): \(mutant.bytes.hex)") {
        try decodeEvent(mutant.bytes)
      }
    }
  }

  @Test(arguments: GoldenVector.of("header"))
  func `a header that is not canonical is refused`(vector: GoldenVector) {
    for mutant in Mutants(vector.bytes).found {
      #expect(throws: CBORError.self, "\(mutant.what): \(mutant.bytes.hex)") {
        try decodeHeader(mutant.bytes)
      }
    }
  }

  @Test(arguments: GoldenVector.of("event"))
  func `an event cut short anywhere is refused`(vector: GoldenVector) {
    for count in vector.bytes.indices {
      #expect(throws: CBORError.self) { try decodeEvent(Array(vector.bytes.prefix(count))) }
    }
  }

  @Test(arguments: GoldenVector.of("header"))
  func `a header cut short anywhere is refused`(vector: GoldenVector) {
    for count in vector.bytes.indices {
      #expect(throws: CBORError.self) { try decodeHeader(Array(vector.bytes.prefix(count))) }
    }
  }

  @Test(arguments: GoldenVector.of("event"))
  func `an event with any byte changed is refused or is canonical`(vector: GoldenVector) {
    for mutant in bytesChanged(vector.bytes) {
      guard let event = try? decodeEvent(mutant) else { continue }
      if encode(event) != mutant { Issue.record("accepted: \(mutant.hex)") }
    }
  }

  @Test(arguments: GoldenVector.of("header"))
  func `a header with any byte changed is refused or is canonical`(vector: GoldenVector) {
    for mutant in bytesChanged(vector.bytes) {
      guard let header = try? decodeHeader(mutant) else { continue }
      if encode(header) != mutant { Issue.record("accepted: \(mutant.hex)") }
    }
  }

  @Test(arguments: GoldenVector.of("record"))
  func `a row with any byte changed is refused or read, and never traps`(vector: GoldenVector) {
    for mutant in bytesChanged(vector.bytes) {
      _ = try? decodeRecord(mutant, .person(12))
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random bytes never trap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let bytes = random.bytes(upTo: 40)
      _ = try? decodeEvent([0xA3] + bytes)
      _ = try? decodeHeader([0xAD] + bytes)
      _ = try? decodeValue(bytes)
      _ = try? decodeRecord([0x8B] + bytes, .person(1))
    }
  }

  /// The bytes with each bit of each byte turned, and each byte set to a few telling ones.
  private func bytesChanged(_ bytes: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for index in bytes.indices {
      let turned = (0..<8).map { bytes[index] ^ (1 << UInt8($0)) }
      let telling: [UInt8] = [0x00, 0x18, 0x1F, 0x5F, 0x80, 0xA0, 0xF6, 0xFF]
      for byte in turned + telling where byte != bytes[index] {
        found.append(bytes.replacing(index..<index + 1, with: [byte]))
      }
    }
    return found
  }
}

// MARK: - Defaults and fields

struct EventFieldTests {
  /// An event map of these pairs, keys and values already encoded.
  private func map(_ pairs: [(UInt8, [UInt8])]) -> [UInt8] {
    CBORItem.head(5, UInt64(pairs.count)) + pairs.flatMap { [$0.0] + $0.1 }
  }

  @Test(arguments: [7, 9, 10, 12] as [UInt8])
  func `a default that is spelt out is refused`(key: UInt8) throws {
    // after, previous, restores and source of an added entry or a creation.
    let pairs: [(UInt8, [UInt8])] =
      key == 12
      ? [(0, [1]), (1, [4]), (11, [0x60]), (12, [0])]
      : [(0, [11]), (1, [4]), (2, [0x18, 64]), (4, [0x60]), (6, [0]), (key, [0])]
    let without = pairs.filter { $0.0 != key }
    #expect(throws: Never.self) { try decodeEvent(map(without)) }
    #expect(throws: CBORError.self) { try decodeEvent(map(pairs)) }
  }

  @Test(arguments: GoldenVector.of("event"))
  func `an event without one of its needed fields is refused or is another event`(
    vector: GoldenVector
  ) throws {
    let item = CBORItem(vector.bytes)
    for pair in item.pairs {
      let shorter = vector.bytes.replacing(pair, with: [])
        .replacing(item.start..<item.headEnd, with: CBORItem.head(5, item.argument - 1))
      let event = try? decodeEvent(shorter)
      let key = vector.bytes[pair.lowerBound]
      if key < 2 { #expect(event == nil) }
      if let event { #expect(encode(event) == shorter) }
    }
  }

  @Test(arguments: GoldenVector.of("event"))
  func `a field that the type does not have is refused`(vector: GoldenVector) throws {
    let event = try decodeEvent(vector.bytes)
    if case .unknown = event.change { return }
    let item = CBORItem(vector.bytes)
    let fields: [(UInt8, [UInt8])] = [
      (2, [1]), (3, [1]), (4, [0x60]), (5, [1]), (6, [0]), (7, [1]), (8, [4]), (9, [1]), (10, [1]),
      (11, [0x60]), (12, [1]), (13, [0]),
    ]
    for (key, value) in fields {
      var pairs = item.pairs.map {
        (vector.bytes[$0.lowerBound], Array(vector.bytes[$0].dropFirst()))
      }
      if pairs.contains(where: { $0.0 == key }) { continue }
      pairs.append((key, value))
      let bytes = map(pairs.sorted { $0.0 < $1.0 })
      guard let other = try? decodeEvent(bytes) else { continue }
      // Optional fields may be there.
      #expect(encode(other) == bytes)
      #expect([5, 7, 9, 10, 12].contains(key), "\(vector.name) took field \(key)")
      #expect(other.change.name == event.change.name)
    }
  }

  @Test func `an unknown odd type is refused, an unknown even one is kept`() throws {
    #expect(throws: CBORError.self) { try decodeEvent(map([(0, [0x18, 33]), (1, [4])])) }
    let even = map([(0, [0x18, 34]), (1, [4])])
    #expect(try decodeEvent(even).change == .unknown(type: 34, even))
  }

  @Test func `positions that stand for unsaved events are refused`() {
    let position = CBORItem.head(0, 1 << 63)
    for key in [3, 7, 9, 10] as [UInt8] {
      var pairs: [(UInt8, [UInt8])] = [(0, [17]), (1, [4]), (2, [0x18, 64])]
      if key != 3 { pairs.append((3, [1])) }
      pairs.append((key, position))
      #expect(throws: CBORError.self) { try decodeEvent(map(pairs)) }
    }
  }

  @Test func `numbers beyond their fields are refused`() {
    let records: [UInt64] = [3, 7, 1 << 33, .max]  // kind 3; beyond Int32.max
    for code in records {
      let pairs: [(UInt8, [UInt8])] = [(0, [3]), (1, CBORItem.head(0, code))]
      #expect(throws: CBORError.self) { try decodeEvent(map(pairs)) }
    }
    let property = CBORItem.head(0, 65_536)
    #expect(throws: CBORError.self) {
      try decodeEvent(map([(0, [9]), (1, [4]), (2, property)]))
    }
    for identifier in [CBORItem.head(0, 1 << 31), CBORItem.head(1, 1 << 31)] {
      #expect(throws: CBORError.self) {
        try decodeEvent(
          map([(0, [11]), (1, [4]), (2, [0x18, 64]), (4, [0x60]), (6, identifier)]))
      }
    }
  }

  @Test(
    arguments: [
      "830100 00", "83010D01", "83010220", "8301021E", "84010000 00 00", "840102181D 1907C6",
      "8401000119 07C6", "8301 181F 01", "84010101 1B0000000080000000", "8100", "8107", "820247",
      "8202 4700000000000000", "84035800", "80", "8302 480000000000000000 00", "A1 0160",
      "A2 6162 60 6161 60", "A1 61 61 01",
    ])
  func `values that no value has are refused`(hex: String) throws {
    let bytes = try #require([UInt8](hex: hex.filter { $0 != " " }))
    #expect(throws: CBORError.self) { try decodeValue(bytes) }
  }

  @Test func `an unknown label number and a label of another type are refused`() {
    for bytes in [[0], [0x18, 29], [0x18, 255], [0x40], [0x20], []] as [[UInt8]] {
      #expect(throws: CBORError.self) {
        var decoder = CBORDecoder(bytes.span)
        _ = try decoder.label()
      }
    }
  }

  @Test func `an unknown item nested too deep is refused`() {
    func nested(_ depth: Int) -> [UInt8] {
      map([(0, [2]), (1, [4]), (13, [UInt8](repeating: 0x81, count: depth) + [0])])
    }
    #expect(throws: Never.self) { try decodeEvent(nested(15)) }
    #expect(throws: CBORError.self) { try decodeEvent(nested(16)) }
    #expect(throws: CBORError.self) { try decodeEvent(nested(10_000)) }
  }
}

// MARK: - Headers

struct HeaderFieldTests {
  private let bytes = GoldenVector.of("header").first { $0.name == "first" }?.bytes ?? []

  @Test func `every needed field of a header must be there`() {
    let item = CBORItem(bytes)
    for pair in item.pairs {
      let shorter = bytes.replacing(pair, with: [])
        .replacing(0..<1, with: CBORItem.head(5, item.argument - 1))
      #expect(throws: CBORError.self) { try decodeHeader(shorter) }
    }
  }

  @Test func `no undone commits, no features and unknown fields are not spelt out`() throws {
    func adding(_ pair: [UInt8], before key: UInt8?) throws -> [UInt8] {
      let item = CBORItem(bytes)
      let place = key.flatMap { key in
        item.pairs.first { bytes[$0.lowerBound] == key }?.lowerBound
      }
      return bytes.replacing((place ?? bytes.count)..<(place ?? bytes.count), with: pair)
        .replacing(0..<1, with: CBORItem.head(5, item.argument + 1))
    }
    #expect(throws: Never.self) { try decodeHeader(adding([13, 0x81, 1], before: 15)) }
    #expect(throws: CBORError.self) { try decodeHeader(adding([13, 0x80], before: 15)) }
    for features in [0, 1] as [UInt8] {
      #expect(throws: CBORError.self) { try decodeHeader(adding([16, features], before: nil)) }
    }
    #expect(throws: CBORError.self) { try decodeHeader(adding([17, 0], before: nil)) }
  }

  @Test func `a header of another format, of no commit or of no event is refused`() throws {
    let item = CBORItem(bytes)
    for (key, value) in [(0, 2), (0, 0), (2, 0), (3, 0), (4, 0), (11, 0), (11, 8)] as [(Int, UInt8)]
    {
      let place = try #require(item.pairs.first { bytes[$0.lowerBound] == UInt8(key) })
      #expect(throws: CBORError.self) {
        try decodeHeader(bytes.replacing(place.upperBound - 1..<place.upperBound, with: [value]))
      }
    }
  }
}
