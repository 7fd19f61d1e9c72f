import ContactModel
import TestSupport
import Testing

/// I8: decode(encode(x)) = x.
struct RoundTripTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `I8: a random event reads back equal`(seed: UInt64) throws {
    var random = RandomModel(seed: seed)
    random.positions = .max >> 1
    for _ in 0..<20 {
      let event = random.event()
      let bytes = encode(event)
      #expect(try decodeEvent(bytes) == event)
      #expect(try encode(decodeEvent(bytes)) == bytes)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `I8: a random value and label read back equal`(seed: UInt64) throws {
    var random = RandomModel(seed: seed)
    for _ in 0..<20 {
      let value = random.value()
      #expect(try decodeValue(encode(value)) == value)
      guard let label = random.label() else { continue }
      var encoder = CBOREncoder()
      encoder.label(label)
      var decoder = CBORDecoder(encoder.bytes.span)
      let decoded = try decoder.label()
      #expect(decoded == label)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `I8: a random header reads back equal`(seed: UInt64) throws {
    var random = RandomModel(seed: seed)
    for _ in 0..<10 {
      let header = random.header()
      #expect(try decodeHeader(encode(header)) == header)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `I8: a record of random events reads back equal`(seed: UInt64) throws {
    var random = RandomModel(seed: seed)
    let record = random.record(events: random.number(1...60))
    let run = random.position()
    let decoded = try decodeRecord(encode(record, run), record.id)
    #expect(decoded.record == record)
    #expect(decoded.newestRun == run)
  }

  @Test func `events one after another are read one after another`() throws {
    let events = [Event(.removed, of: .person(1)), Event(.valueCleared(.note), of: .person(1))]
    let bytes = events.flatMap { encode($0) }
    var decoder = CBORDecoder(bytes.span)
    #expect(try [decoder.event(), decoder.event()] == events)
    #expect(throws: CBORError(code: .trailingBytes, offset: 5)) { try decodeEvent(bytes) }
  }

  @Test func `an optional event of a later version is carried byte for byte`() throws {
    let vector = try #require(
      GoldenVector.of("event").first { $0.name == "of a later version with more keys" })
    let event = try decodeEvent(vector.bytes)
    #expect(event.record == .person(12))
    #expect(event.previous == 7)
    #expect(event.change == .unknown(type: 1_000, vector.bytes))
    #expect(event.change.slot(at: 9) == nil)
    #expect(event.change.name == "unknown1000")
  }
}
