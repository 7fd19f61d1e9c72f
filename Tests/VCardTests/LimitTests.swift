import ContactModel
import Testing
import VCard

/// Each limit: what is at it passes, what is one beyond it is refused by name, the rest goes on.
struct LimitTests {
  /// What comes of a card of these lines between two others, in a file.
  private func reasons(_ lines: [String], _ limits: CardLimits) -> [String?] {
    let other = "BEGIN:VCARD\nFN:Other\nEND:VCARD\n"
    let card = (["BEGIN:VCARD"] + lines + ["END:VCARD", ""]).joined(separator: "\n")
    var splitter = CardSplitter(limits: limits)
    splitter.feed(Array((other + card + other).utf8))
    splitter.finish()
    let parser = VCardParser(limits: limits)
    var reasons: [String?] = []
    while let raw = splitter.next() { reasons.append(parser.parse(raw).failure?.reason) }
    #expect(reasons.count == 3 && reasons.first == .some(nil) && reasons.last == .some(nil))
    return reasons
  }

  /// Whether a card passes that is at a limit, and another is refused that is beyond it.
  private func holds(
    at: [String], beyond: [String], _ limits: CardLimits, _ words: String
  ) -> Bool {
    let refused = reasons(beyond, limits)[1] ?? ""
    #expect(refused.contains(words))
    return reasons(at, limits)[1] == nil && refused.contains(words)
  }

  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `the usual limits are those promised`() {
    let limits = CardLimits()
    #expect(limits.cardBytes == 24 << 20 && limits.binaryLineBytes == 24 << 20)
    #expect(limits.lineBytes == 1 << 20 && limits.photoBytes == 16 << 20)
    #expect(limits.properties == 10_000 && limits.depth == 4 && limits.cards == 1_000_000)
    #expect(limits.columns == 2_000)
  }

  @Test func `a card has a number of bytes at most`() {
    var limits = CardLimits()
    limits.cardBytes = 100
    let frame = "BEGIN:VCARD\nNOTE:\nEND:VCARD".utf8.count
    #expect(
      holds(
        at: ["NOTE:" + text(100 - frame)], beyond: ["NOTE:" + text(101 - frame)], limits,
        "more than 100 bytes"))
  }

  @Test func `a line has a number of bytes at most once it is unfolded`() {
    var limits = CardLimits()
    limits.lineBytes = 80
    let folded = { (count: Int) in ["NOTE:" + self.text(40), " " + self.text(count - 45)] }
    #expect(holds(at: folded(80), beyond: folded(81), limits, "more than 80 bytes"))
  }

  @Test func `a line of base64 has a limit of its own, whatever its form`() {
    var limits = CardLimits()
    limits.lineBytes = 40
    limits.binaryLineBytes = 120
    let head = "X-KEY;ENCODING=b:"
    let folded = { (count: Int) in
      [head + self.text(40), " " + self.text(count - 40 - head.utf8.count)]
    }
    #expect(holds(at: folded(120), beyond: folded(121), limits, "more than 120 bytes"))
    // Lines that go on without a blank (2.1).
    let plain = { (count: Int) in
      [head, self.text(60), self.text(count - 60 - head.utf8.count), ""]
    }
    #expect(holds(at: plain(120), beyond: plain(121), limits, "more than 120 bytes"))
  }

  @Test func `a card has a number of lines at most`() {
    // BEGIN and END are lines as well.
    let lines = { (count: Int) in ["FN:x"] + Array(repeating: "TEL:1", count: count - 3) }
    #expect(
      holds(at: lines(10_000), beyond: lines(10_001), CardLimits(), "more than 10000 properties"))
  }

  @Test func `a row of a table has a number of cells at most`() {
    func rows(_ cells: Int) -> [ConvertedCard] {
      let commas = String(repeating: ",", count: cells - 1)
      return CardFixture.rows(Array("First Name\nEva\(commas)\nUdo\n".utf8)).cards
    }
    #expect(rows(2_000).map { $0.failure == nil } == [true, true])
    #expect(rows(2_001).map { $0.failure == nil } == [false, true])
    #expect(rows(2_001).first?.failure?.reason.hasSuffix("2000 cells") == true)
  }

  @Test func `cards stand so deep in one another at most`() {
    let nested = { (depth: Int) in
      ["FN:x"]
        + Array(repeating: ["AGENT:", "BEGIN:VCARD", "FN:y"], count: depth - 1).flatMap { $0 }
        + Array(repeating: "END:VCARD", count: depth - 1)
    }
    #expect(holds(at: nested(4), beyond: nested(5), CardLimits(), "more than 4 deep"))
  }

  @Test(arguments: [300, 301, 302]) func `a photo has a number of octets at most`(limit: Int) {
    var limits = CardLimits()
    limits.photoBytes = limit
    let photo = { (count: Int) in
      let octets: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      var card = Card()
      card.photo = .data(
        octets + Array(repeating: 0, count: count - 8), mediaType: "image/png", source: 0..<0)
      var bytes: [UInt8] = []
      VCardWriter.write(card, version: .v3, into: &bytes)
      return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        .split(separator: "\n").map(String.init).filter {
          $0.hasPrefix("PHOTO") || $0.hasPrefix(" ")
        }
    }
    #expect(
      holds(at: photo(limit), beyond: photo(limit + 1), limits, "more than \(limit) bytes"))
  }

  @Test func `a row of a table and a jCard have a number of bytes at most`() {
    var limits = CardLimits()
    limits.cardBytes = 60
    func failures(_ row: String) -> [String?] {
      var reader = CSVReader(limits: limits)
      reader.feed(Array("First Name,Notes\nA,b\n\(row)\nC,d\n".utf8))
      reader.finish()
      var found: [String?] = []
      while let card = reader.next() { found.append(card.failure?.reason) }
      return found
    }
    #expect(failures("B," + text(59)) == [nil, nil, nil])
    #expect(failures("B," + text(60)).map { $0 == nil } == [true, false, true])
    func cards(_ note: String) -> [Bool] {
      var reader = JCardReader(limits: limits)
      let card = { (text: String) in #"["vcard",[["note",{},"text","\#(text)"]]]"# }
      reader.feed(Array("[\(card("a")),\(card(note)),\(card("c"))]".utf8))
      reader.finish()
      var found: [Bool] = []
      while let card = reader.next() { found.append(card.failure == nil) }
      return found
    }
    let frame = #"["vcard",[["note",{},"text",""]]]"#.utf8.count
    #expect(cards(text(60 - frame)) == [true, true, true])
    #expect(cards(text(61 - frame)) == [true, false, true])
  }

  // MARK: - What is refused is kept

  /// The refused bytes of a file fed in pieces, each card's behind a bar.
  private func refused(_ text: String, piece: Int, _ limits: CardLimits) -> String {
    var splitter = CardSplitter(limits: limits, keepsRefused: true)
    var found: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while true {
      let isAtEnd = bytes.isEmpty
      if isAtEnd { splitter.finish() } else { splitter.feed(bytes.prefix(piece)) }
      bytes = bytes.dropFirst(piece)
      while let card = splitter.next() {
        found += splitter.takeRefused()
        if card.problem != nil, card.problem != .missingEnd { found.append(UInt8(ascii: "|")) }
      }
      found += splitter.takeRefused()
      if isAtEnd { return String(decoding: found, as: UTF8.self) }
    }
  }

  @Test(arguments: [1, 7, 64, 100_000])
  func `a card too large is kept to the last byte as it passes`(piece: Int) {
    var limits = CardLimits()
    limits.cardBytes = 1000
    let small = "BEGIN:VCARD\r\nFN:Small\r\nEND:VCARD\r\n"
    let large = "BEGIN:VCARD\r\nFN:Large\r\nNOTE:\(text(3000))\r\n \(text(3000))\r\nEND:VCARD"
    let found = refused(small + large + "\r\n" + small + large + "\r\n\r\n", piece: piece, limits)
    #expect(found == large + "|" + large + "|")
  }

  @Test(arguments: [1, 7, 64, 100_000])
  func `what stands before an END without BEGIN is kept with it`(piece: Int) {
    let small = "BEGIN:VCARD\nFN:Small\nEND:VCARD\n"
    let lost = "BEGIN:VCRD\nFN:Lost\nEND:VCARD"
    let found = refused(
      "stray\n" + small + lost + "\n" + small + "\nmore\n", piece: piece, CardLimits())
    #expect(found == lost + "|")
  }

  @Test(arguments: [1, 7, 100_000])
  func `rows and jCards know the bytes they came as`(piece: Int) {
    var limits = CardLimits()
    limits.cardBytes = 100
    let rows = ["A,\"b\r\nc\"", "B,\(text(200))", "C,\"d \"\"e\"\"\""]
    var reader = CSVReader(limits: limits, keepsSource: true)
    var found: [String] = []
    let table = "sep=,\r\nFirst Name,\"Notes\"\r\n" + rows.joined(separator: "\r\n") + "\r\n"
    var bytes = Array(table.utf8)[...]
    var part: [UInt8] = []
    while true {
      let isAtEnd = bytes.isEmpty
      if isAtEnd { reader.finish() } else { reader.feed(Array(bytes.prefix(piece))) }
      bytes = bytes.dropFirst(piece)
      while let card = reader.next() {
        found.append(String(decoding: part + reader.takeRefused() + card.source, as: UTF8.self))
        part = []
      }
      part += reader.takeRefused()
      if isAtEnd { break }
    }
    #expect(found == rows)
    #expect(reader.headingSource == Array("sep=,\r\nFirst Name,\"Notes\"\r\n".utf8))
  }

  @Test(arguments: [1, 7, 100_000])
  func `a jCard too large is let go even inside a string, and kept`(piece: Int) {
    var limits = CardLimits()
    limits.cardBytes = 100
    let card = { (text: String) in #"["vcard",[["note",{},"text","\#(text)"]]]"# }
    let cards = [card("a"), card(text(500)), card("c")]
    var reader = JCardReader(limits: limits, keepsSource: true)
    var bytes = Array("[\n\(cards.joined(separator: ",\n"))\n]\n".utf8)[...]
    var (found, part): ([String], [UInt8]) = ([], [])
    while true {
      let isAtEnd = bytes.isEmpty
      if isAtEnd { reader.finish() } else { reader.feed(Array(bytes.prefix(piece))) }
      bytes = bytes.dropFirst(piece)
      while let card = reader.next() {
        found.append(String(decoding: part + reader.takeRefused() + card.source, as: UTF8.self))
        part = []
      }
      part += reader.takeRefused()
      if isAtEnd { break }
    }
    #expect(found == cards)
  }
}
