import ContactModel
import TestSupport
import Testing

@testable import VCard

/// Cards that real programs wrote, written again: as they are, and with one field edited.
struct RewriterFileTests {
  /// An edit of one field, and the lines that it may change.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The names of the lines, in capitals.
    let lines: Set<String>
    /// Changes the card; `false` when it has no such field.
    let apply: @Sendable (inout Card) -> Bool
  }

  static let edits: [Edit] = [
    entry(.phones, "TEL") { $0.value = "+49 30 123456" },
    label(.phones, "TEL", .standard(.pager)), label(.phones, "TEL", .custom("Bürö; 2")),
    label(.phones, "TEL", nil),
    entry(.emails, "EMAIL") { $0.value = "new, address@example.org" },
    label(.emails, "EMAIL", .standard(.work)), label(.emails, "EMAIL", .custom("Verein")),
    entry(.addresses, "ADR") { entry in
      var fields = entry.value.fields ?? Fields()
      fields["street"] = "Straße 1; links"
      entry.value = .fields(fields)
    },
    entry(.addresses, "ADR") { entry in
      var fields = entry.value.fields ?? Fields()
      fields["countryCode"] = "zz"
      entry.value = .fields(fields)
    },
    entry(.urls, "URL") { $0.value = "https://example.org/a,b" },
    entry(.relatedNames, "X-ABRELATEDNAMES") { $0.value = "Zoë" },
    entry(.instantMessages, "IMPP") { entry in
      var fields = entry.value.fields ?? Fields()
      fields["username"] = "zoe"
      entry.value = .fields(fields)
    },
    entry(.dates, "X-ABDATE") { entry in
      if let date = PartialDate(month: 2, day: 29) { entry.value = .date(date) }
    },
    text(.note, "NOTE", "line one\nline two, ü"), text(.note, "NOTE", nil),
    text(.jobTitle, "TITLE", "Köchin; nachts"), text(.nickname, "NICKNAME", "Zo"),
    text(.organization, "ORG", "Acme, Inc."), text(.organization, "ORG", nil),
    text(.firstName, "N", "Zoë"), text(.lastName, "N", "O'Ma;ra"),
    text(.formattedName, "FN", "Zoë the Great"),
    Edit(testDescription: "birthday", lines: ["BDAY"]) { card in
      card.values[.birthday] = PartialDate(year: 1955, month: 5, day: 9).map { .date($0) }
      return true
    },
    Edit(testDescription: "phone added", lines: ["TEL", "X-ABLABEL"]) { card in
      card.add(.phones, .init(label: .custom("Hütte"), value: "999"))
      return true
    },
    Edit(testDescription: "phone put first", lines: ["TEL", "X-ABLABEL"]) { card in
      card.entries[.phones, default: []].insert(.init(value: "998"), at: 0)
      return true
    },
    Edit(testDescription: "phone removed", lines: ["TEL", "X-ABLABEL"]) { card in
      guard card.entries[.phones]?.isEmpty == false else { return false }
      card.entries[.phones]?.removeFirst()
      return true
    },
    Edit(testDescription: "address removed", lines: ["ADR", "X-ABLABEL", "X-ABADR"]) { card in
      guard card.entries[.addresses]?.isEmpty == false else { return false }
      card.entries[.addresses]?.removeLast()
      return true
    },
    Edit(testDescription: "unknown line removed", lines: ["*"]) { card in
      guard card.entries[.extra]?.isEmpty == false else { return false }
      card.entries[.extra]?.removeFirst()
      return true
    },
    Edit(testDescription: "photo removed", lines: ["PHOTO"]) { card in
      defer { card.photo = nil }
      return card.photo != nil
    },
    Edit(testDescription: "photo replaced", lines: ["PHOTO"]) { card in
      card.photo = .data([0xFF, 0xD8, 0xFF, 1, 2, 3], mediaType: "image/jpeg", source: 0..<0)
      return true
    },
    Edit(testDescription: "category added", lines: ["CATEGORIES"]) { card in
      card.categories.append("Meier, Kunz")
      return true
    },
    Edit(testDescription: "category removed", lines: ["CATEGORIES"]) { card in
      guard !card.categories.isEmpty else { return false }
      card.categories.removeFirst()
      return true
    },
    Edit(testDescription: "member removed", lines: ["MEMBER", "X-ADDRESSBOOKSERVER-MEMBER"]) {
      card in
      guard !card.members.isEmpty else { return false }
      card.members.removeFirst()
      return true
    },
  ]

  private static func entry(
    _ property: Property, _ line: String, _ change: @escaping @Sendable (inout Card.Entry) -> Void
  ) -> Edit {
    Edit(testDescription: "\(property)", lines: [line, "X-ABADR"]) { card in
      guard var entries = card.entries[property], var last = entries.popLast() else { return false }
      change(&last)
      card.entries[property] = entries + [last]
      return true
    }
  }

  private static func label(_ property: Property, _ line: String, _ label: Label?) -> Edit {
    Edit(
      testDescription: "\(property) \(label?.token ?? "without label")", lines: [line, "X-ABLABEL"]
    ) { card in
      guard card.entries[property]?.isEmpty == false else { return false }
      card.entries[property]?[0].label = label
      return true
    }
  }

  private static func text(_ property: Property, _ line: String, _ text: String?) -> Edit {
    Edit(testDescription: "\(property) \(text ?? "cleared")", lines: [line]) { card in
      guard card.kind == .person, text != nil || card.values[property] != nil else { return false }
      card.set(property, text)
      return true
    }
  }

  // MARK: - Unedited

  @Test func `a card that was not edited is written as it came, to the last byte`() throws {
    for (name, bytes) in try CardFixture.files() {
      for raw in CardFixture.split(bytes) {
        guard let card = VCardParser().parse(raw).card else { continue }
        var output: [UInt8] = []
        VCardWriter.write(card, original: raw.bytes, into: &output)
        #expect(output == whole(raw), "\(name) card \(raw.number)")
      }
    }
  }

  @Test func `a card whose photo the store has is written as it came, folds of the photo apart`()
    throws
  {
    for (name, bytes) in try CardFixture.files() {
      for raw in CardFixture.split(bytes) {
        guard let card = VCardParser().parse(raw).card, let stored = Stored(card, raw.bytes) else {
          continue
        }
        var output: [UInt8] = []
        VCardWriter.write(
          stored.card, original: stored.bytes, photo: { _ in stored.photo }, into: &output)
        let isText: (UInt8) -> Bool = { !$0.isBlank && !$0.isLineEnd && $0 != ASCII.equals }
        #expect(
          output.filter(isText) == whole(raw).filter(isText), "\(name) card \(raw.number)")
      }
    }
  }

  @Test func `a card whose photo the store has is found again to the last byte`() throws {
    for (name, bytes) in try CardFixture.files() {
      for raw in CardFixture.split(bytes) {
        guard let card = VCardParser().parse(raw).card, let stored = Stored(card, raw.bytes) else {
          continue
        }
        let found = StoredCard.original(
          of: stored.bytes, byteCount: raw.bytes.count, photo: { _ in stored.photo },
          isOriginal: { $0 == raw.bytes })
        // Lines of two lengths, which no program writes.
        if name == "ccs-photo-spaces-30.vcf" { continue }
        #expect(found == raw.bytes, "\(name) card \(raw.number)")
      }
    }
  }

  /// The card's bytes, with an end if it has none, and with a last line end.
  private func whole(_ raw: RawCard) -> [UInt8] {
    let lineEnd = LineEdits(raw.bytes, CardTrace()).lineEnd
    return raw.bytes
      + (raw.problem == .missingEnd ? lineEnd + Array("END:VCARD".utf8) : []) + lineEnd
  }

  // MARK: - Edited

  @Test(arguments: edits)
  func `an edited field changes its own lines and no other`(edit: Edit) throws {
    var count = 0
    for (name, bytes) in try CardFixture.files() where !name.hasPrefix("fk-large-list") {
      for raw in CardFixture.split(bytes).prefix(2) {
        guard var old = VCardParser().parse(raw).card else { continue }
        let stored = Stored(old, raw.bytes)
        let original = stored?.bytes ?? raw.bytes
        old = stored?.card ?? old
        var card = old
        guard edit.apply(&card), card != old else { continue }
        card.entries = card.entries.filter { !$0.value.isEmpty }
        guard card.entries.count + card.values.count > 0, !hasSecond(old, edit) else { continue }
        count += 1
        let at = "\(name) card \(raw.number)"
        var rewriter = CardRewriter(card, original: original, addsUID: false) { _ in nil }
        guard let output = rewriter?.run() else {
          Issue.record("\(at): not rewritten")
          continue
        }
        let effort = rewriter?.effort
        #expect(effort != .heads, "\(at): rewritten without its parameters")
        let again = CardRewriter.read(output)?.card
        #expect(
          again.map(CardFixture.comparable) == CardFixture.comparable(card),
          "\(at): \(CardFixture.difference(card, again))")
        // Without the line that named the charset the others must be written anew.
        if effort != .guessedCharsets { check(names(original, output), edit, at) }
      }
    }
    if SharedFolder.url != nil { #expect(count > 0) }
  }

  /// Whether an unknown line would take the place of what is taken away.
  private func hasSecond(_ card: Card, _ edit: Edit) -> Bool {
    card.texts(.extra).contains { line in
      edit.testDescription.contains("ed") && edit.lines.contains { line.hasPrefix($0) }
    }
  }

  private func check(_ names: Set<String>, _ edit: Edit, _ at: String) {
    if edit.lines == ["*"] {
      #expect(names.count <= 1, "\(at): \(names)")
      return
    }
    let families: [[CardProperty]] = [
      [.instantMessages], [.dates, .anniversary], [.relatedNames, .related],
    ]
    var allowed = edit.lines
    for family in families.map({ $0.flatMap(\.names) }) where !edit.lines.isDisjoint(with: family) {
      // What others call the same thing, and the form that says every label.
      allowed.formUnion(family + ["X-ABLABEL"])
    }
    // What follows from a name, and from being called like one's organisation.
    if !edit.lines.isDisjoint(with: ["N", "ORG", "NICKNAME", "FN", "EMAIL", "TEL"]) {
      allowed.formUnion(["FN", "X-ABSHOWAS", "KIND"])
    }
    #expect(names.isSubset(of: allowed), "\(at): \(names)")
  }

  /// The names of the lines that only one of the cards has.
  private func names(_ old: [UInt8], _ new: [UInt8]) -> Set<String> {
    func lines(_ bytes: [UInt8]) -> [[UInt8]] {
      CardRewriter.read(bytes)?.trace.lines.map { Array(bytes[$0.source]) } ?? []
    }
    var names: Set<String> = []
    for change in lines(new).difference(from: lines(old)) {
      switch change {
      case .insert(_, let line, _), .remove(_, let line, _):
        guard let head = LineHead(line.span, 0..<line.count) else { continue }
        names.insert(String(decoding: line[head.name], as: UTF8.self).uppercased())
      }
    }
    return names
  }
}

/// A card as a store keeps it: the photo's octets apart.
struct Stored {
  let card: Card
  let bytes: [UInt8]
  let photo: [UInt8]

  init?(_ card: Card, _ bytes: [UInt8]) {
    guard case .data(let photo, let type, let range)? = card.photo,
      let hash = ContentHash(hex: String(repeating: "5a", count: 32))
    else { return nil }
    var (card, stored) = (card, bytes)
    stored.replaceSubrange(range, with: "sha256:\(hash.hex);\(photo.count);\(type)".utf8)
    card.photo = .reference(BlobReference(hash: hash, byteCount: photo.count, mediaType: type))
    self.card = card
    self.bytes = stored
    self.photo = photo
  }
}
