import ContactLog
import TestSupport
import Testing

/// The query language: text to conditions.
struct QueryTests {
  private func terms(_ text: String) throws -> [Query.Term] { try Query(parsing: text).terms }

  @Test(
    arguments: [
      ("zoe", [.init(.name("zoe"))]),
      ("  zoe   ada ", [.init(.name("zoe")), .init(.name("ada"))]),
      ("name:zoe", [.init(.name("zoe"))]),
      ("NAME:Zoe", [.init(.name("Zoe"))]),
      ("\"Anna Maria\"", [.init(.name("Anna Maria"))]),
      (
        "org:\"Acme Inc\" -has:phone",
        [
          .init(.organization("Acme Inc")), .init(.has(.phone), isNegated: true),
        ]
      ),
      ("text:\"say \\\"hi\\\" \\\\\"", [.init(.text("say \"hi\" \\"))]),
      ("phone:\"030 1234\"", [.init(.phone("030 1234"))]),
      ("email:ada@example.org", [.init(.email("ada@example.org"))]),
      ("ada@example.org", [.init(.email("ada@example.org"))]),
      ("\"ada@example.org\"", [.init(.name("ada@example.org"))]),
      ("+44 20 7946 0018", [.init(.phone("+44 20 7946 0018"))]),
      ("(030) 1234-5", [.init(.phone("(030) 1234-5"))]),
      ("٠٣٠ ١٢٣٤", [.init(.phone("٠٣٠ ١٢٣٤"))]),
      ("anna 0301234", [.init(.name("anna")), .init(.phone("0301234"))]),
      ("42", [.init(.name("42"))]), ("-42", [.init(.name("42"), isNegated: true)]),
      ("group:family", [.init(.group("family"))]),
      ("has:photo has:org", [.init(.has(.photo)), .init(.has(.organization))]),
      ("changed-since:1970-01-02", [.init(.changedSince(86_400_000_000))]),
      ("created-by:ada", [.init(.createdBy("ada"))]),
      ("-name:zoe", [.init(.name("zoe"), isNegated: true)]),
      ("o'brien jean-pierre", [.init(.name("o'brien")), .init(.name("jean-pierre"))]),
      ("\u{201E}Anna Maria\u{201C}", [.init(.name("Anna Maria"))]),
      ("12:30", [.init(.name("12:30"))]), ("Émile:x", [.init(.name("Émile:x"))]),
      ("name:\"\"", [.init(.name(""))]),
    ] as [(String, [Query.Term])])
  func `a query is read so`(text: String, wanted: [Query.Term]) throws {
    #expect(try terms(text) == wanted)
  }

  @Test(
    arguments: [
      ("", .empty, 0..<0), ("   ", .empty, 0..<3), ("zoe nmae:ada", .unknownField, 4..<8),
      ("http://x", .unknownField, 0..<4), ("zoe name:", .missingValue, 4..<9),
      ("-", .missingValue, 0..<1), ("zoe - ada", .missingValue, 4..<5),
      ("zoe \"ada", .openQuote, 4..<5), ("name:\"ada", .openQuote, 5..<6),
      ("has:wings", .badValue, 4..<9), ("phone:abc", .badValue, 6..<9),
      ("changed-since:yesterday", .badValue, 14..<23),
      ("changed-since:2026-13-01", .badValue, 14..<24),
      ("changed-since:2026-02-29", .badValue, 14..<24),
      ("changed-since:2026-01-01T25:00Z", .badValue, 14..<31),
      ("\u{1F468}\u{200D}\u{1F469} nmae:x", .unknownField, 2..<6),
    ] as [(String, QueryError.Code, Range<Int>)])
  func `a query that cannot be read says where`(
    text: String, code: QueryError.Code, range: Range<Int>
  ) throws {
    let error = #expect(throws: QueryError.self) { try Query(parsing: text) }
    #expect(error?.code == code && error?.range == range)
    #expect(error?.description.hasPrefix("at character \(range.lowerBound + 1): ") == true)
  }

  @Test(
    arguments: [
      ("1970", 0), ("1970-02", 31 * 86_400), ("2000-03-01", 951_868_800),
      ("2026-05-01T09:30:00Z", 1_777_627_800), ("2026-05-01T11:30:00+02:00", 1_777_627_800),
      ("2026-05-01t09:30:00.25z", 1_777_627_800), ("2026-05-01T09:30Z", 1_777_627_800),
      ("1969-12-31", -86_400), ("0001-01-01", -62_135_596_800),
    ] as [(String, Int64)])
  func `a date is read so`(text: String, seconds: Int64) throws {
    #expect(try terms("changed-since:\(text)") == [.init(.changedSince(seconds * 1_000_000))])
  }

  @Test(.timeLimit(.minutes(1))) func `long queries are read or refused in no time`() throws {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(try terms(word).count == 1)
    #expect(try terms("\"\(word)\"") == [.init(.name(word))])
    let many = String(repeating: "a ", count: 500_000)
    #expect(throws: QueryError.self) { try Query(parsing: many) }
    let digits = String(repeating: "9", count: 1_000_000)
    #expect(try terms(digits) == [.init(.phone(digits))])
    for text in ["\"", "-", ":", "name:\"", "\\"] {
      _ = try? Query(parsing: String(repeating: text, count: 100_000))
    }
  }

  @Test func `random text never traps`() {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      "name:", "-", "\"", "\\", " ", "a", "é", "@", "+", "1", ":", "has:", "photo", "phone:",
      "\u{0}",
      "\u{301}", "changed-since:", "2026", "\n", "\u{201E}",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      do {
        #expect(try !Query(parsing: text).terms.isEmpty)
      } catch let error {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.count)
      }
    }
  }
}
