import ContactModel
import Testing

/// Equal means equal bytes, here and everywhere.
struct ValueTests {
  @Test func `composed and decomposed letters are different values`() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(!composed.hasSameBytes(as: decomposed))
    #expect(Value.text(composed) != .text(decomposed))
    #expect(Label.custom(composed) != .custom(decomposed))
    #expect(Fields([("k", composed)]) != Fields([("k", decomposed)]))
    #expect(Set([Value.text(composed), .text(decomposed)]).count == 2)
    #expect(Set([Label.custom(composed), .custom(decomposed)]).count == 2)
    #expect(Optional(composed).hasSameBytes(as: nil) == false)
  }

  @Test func `both spellings of a key stand in one map of fields`() {
    var fields = Fields()
    fields["\u{E9}"] = "1"
    fields["e\u{301}"] = "2"
    #expect(fields.pairs.map(\.value) == ["1", "2"])
    fields["\u{E9}"] = nil
    #expect(fields.pairs.map(\.value) == ["2"])
  }

  @Test func `fields are in order of length, then of bytes, whatever order they were set in`() {
    let fields: Fields = ["city": "", "zip": "", "b": "", "a": "", "": ""]
    #expect(fields.pairs.map(\.key) == ["", "a", "b", "zip", "city"])
    #expect(Fields([("a", "1"), ("b", "2")]) == Fields([("b", "2"), ("a", "0"), ("a", "1")]))
  }

  @Test func `numbers are equal bit for bit`() {
    #expect(Value.real(0.0) != .real(-0.0))
    #expect(Value.real(.nan) == .real(.nan))
    #expect(Value.instant(1) != .real(1))
    #expect(Value.integer(1) != .real(1))
  }

  @Test func `a value tells what it holds`() {
    let reference = BlobReference(hash: testHash, byteCount: 1, mediaType: "")
    #expect(Value.text("a").text == "a")
    #expect(Value.integer(1).text == nil)
    #expect(Value.integer(1).integer == 1)
    #expect(Value.document(reference, [1]).blob == reference)
    #expect(Value.data([1]).blob == nil)
  }

  @Test func `a hash is read and written in hexadecimal digits`() {
    let hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    #expect(ContentHash(hex: hex)?.hex == hex)
    #expect(ContentHash(hex: hex.uppercased()) == ContentHash(hex: hex))
    #expect(ContentHash(bytes: testHash.bytes) == testHash)
    for wrong in ["", "9f", hex + "0", String(hex.dropLast()) + "g", String(hex.dropLast()) + "é"] {
      #expect(ContentHash(hex: wrong) == nil)
    }
    #expect(ContentHash(bytes: [UInt8](repeating: 0, count: 31)) == nil)
  }
}
