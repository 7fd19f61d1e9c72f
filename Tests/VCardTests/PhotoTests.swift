import ContactModel
import Testing
import VCard

struct PhotoTests {
  /// A picture of one dot.
  private let dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  private func photo(_ card: Card?) -> (count: Int, type: String)? {
    guard case .data(let bytes, let type, _)? = card?.photo else { return nil }
    return (bytes.count, type)
  }

  @Test(arguments: [
    "PHOTO;ENCODING=b;TYPE=JPEG:", "PHOTO;BASE64:", "PHOTO;ENCODING=BASE64;PNG:", "PHOTO;B;PNG:",
    "PHOTO:data:image/png;base64,", "PHOTO:data:image/png;base64\\,",
    "PHOTO;DATA:IMAGE/PNG;BASE64,",
  ])
  func `a photo is read in every form, its type by its octets (PHOTO-01, PHOTO-05)`(head: String) {
    let card = CardFixture.card("FN:Eva", head + dot, "TEL:1")
    #expect(photo(card)?.count == 70)
    #expect(photo(card)?.type == "image/png")
    #expect(card.texts(.phones) == ["1"])
  }

  @Test func `base64 without blanks before its lines is read`() {
    let card = CardFixture.card(
      "PHOTO;ENCODING=BASE64:", String(dot.prefix(40)), String(dot.dropFirst(40)), "", "TEL:1",
      version: "2.1")
    #expect(photo(card)?.count == 70)
    #expect(card.texts(.phones) == ["1"])
  }

  @Test func `the source is the range of the encoded octets, folds included`() throws {
    let folded = dot.prefix(30) + "\r\n " + dot.dropFirst(30)
    let text = "BEGIN:VCARD\r\nPHOTO;ENCODING=b;\r\n TYPE=PNG:\(folded)\r\nTEL:1\r\nEND:VCARD"
    let bytes = Array(text.utf8)
    let card = VCardParser().parse(bytes.span).card
    guard case .data(_, _, let source)? = card?.photo else {
      Issue.record("no photo")
      return
    }
    #expect(String(decoding: bytes[source], as: UTF8.self) == String(folded))
  }

  @Test func `a photo that is no image is kept as a line with a warning (PHOTO-03)`() {
    let line = "PHOTO;ENCODING=b;TYPE=JPEG:dataimage/jpegbase64/9j/4AAQSkZJ"
    let parsed = CardFixture.parsed(["FN:x", line])
    #expect(parsed.card?.photo == nil)
    #expect(parsed.warnings.map(\.code) == [.badPhoto])
    #expect(parsed.card?.texts(.extra) == [line])
  }

  @Test func `a photo that is no base64 is kept without saying so, for other readers' sake`() {
    let parsed = CardFixture.parsed(["FN:x", "PHOTO;ENCODING=BASE64;TYPE=JPEG:qgEPAAIA:ASDF=="])
    #expect(parsed.card?.texts(.extra) == ["PHOTO;TYPE=JPEG:qgEPAAIA:ASDF=="])
    #expect(parsed.warnings.map(\.code) == [.badPhoto])
    #expect(parsed.card.flatMap { CardFixture.roundTrip($0) } == parsed.card)
  }

  @Test(arguments: [
    "PHOTO;VALUE=uri:http://example.org/p.jpg", "PHOTO:https://example.org/p.jpg",
    "PHOTO;VALUE=URI;TYPE=GIF:file:///etc/passwd", "PHOTO;TYPE=JPEG:photos/eva.jpg",
    "PHOTO:C:\\\\eva.jpg", "PHOTO;VALUE=uri:cid:part1",
  ])
  func `a photo's address or file name is kept as text and never fetched`(line: String) {
    let parsed = CardFixture.parsed(["FN:x", line])
    #expect(parsed.card?.photo == nil)
    #expect(parsed.card?.texts(.extra) == [line])
    #expect(parsed.warnings == [])
    for version in VCardVersion.allCases {
      #expect(parsed.card.flatMap { CardFixture.roundTrip($0, version) } == parsed.card)
    }
  }

  @Test func `a second photo is kept as a line`() {
    let card = CardFixture.card("PHOTO;ENCODING=b:\(dot)", "PHOTO;ENCODING=b;TYPE=HOME:\(dot)")
    #expect(photo(card) != nil)
    #expect(card.texts(.extra) == ["PHOTO;ENCODING=b;TYPE=HOME:\(dot)"])
  }

  @Test func `a comma in a photo's address has no backslash (PHOTO-01)`() {
    let card = CardFixture.card("FN:x", "PHOTO;ENCODING=b:\(dot)")
    #expect(CardFixture.lines(card, .v4).contains("PHOTO:data:image/png;base64,\(dot)"))
    #expect(CardFixture.lines(card, .v3).contains("PHOTO;ENCODING=b;TYPE=PNG:\(dot)"))
  }

  @Test func `a stored photo is written from its octets, or named by its hash`() throws {
    let hash = try #require(ContentHash(hex: String(repeating: "ab", count: 32)))
    let reference = BlobReference(hash: hash, byteCount: 3, mediaType: "image/jpeg")
    var card = CardFixture.card("FN:x")
    card.photo = .reference(reference)
    for version in VCardVersion.allCases {
      #expect(CardFixture.roundTrip(card, version)?.photo == .reference(reference))
    }
    var bytes: [UInt8] = []
    VCardWriter.write(card, photo: { _ in [0xFF, 0xD8, 0xFF] }, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains("PHOTO;ENCODING=b;TYPE=JPEG:/9j/\r\n"))
  }

  @Test func `a photo over the limit refuses the card`() {
    var limits = CardLimits()
    limits.photoBytes = 50
    let text = "BEGIN:VCARD\nFN:x\nPHOTO;ENCODING=b:\(dot)\nEND:VCARD"
    let failure = VCardParser(limits: limits).parse(Array(text.utf8).span).failure
    #expect(failure?.property == "PHOTO")
    #expect(failure?.line == 3)
  }
}
