import Testing

@testable import CommandLineTool

@Suite struct TimeSpanTests {
  /// Monday 2026-11-30 at 10:15:20.5 UTC.
  static let now: Int64 = 1_796_033_720_500_000

  /// Clocks as in Berlin in 2026: summer time from 29 March to 25 October, 01:00 UTC.
  static let berlin = Zone { seconds in
    (1_774_746_000..<1_792_890_000).contains(seconds) ? 7_200 : 3_600
  }

  private func span(_ text: String, _ zone: Zone = .utc) throws(TimeSpanError) -> [String] {
    let span = try TimeSpan(text, now: Self.now, zone: zone)
    return [span.start, span.end].map { RFC3339.format(microseconds: $0) }
  }

  @Test(
    arguments: [
      ("now", "2026-11-30T10:15:20.500000Z"), ("NOW", "2026-11-30T10:15:20.500000Z"),
      ("90s ago", "2026-11-30T10:13:50.500000Z"), ("15 minutes ago", "2026-11-30T10:00:20.500000Z"),
      ("2h ago", "2026-11-30T08:15:20.500000Z"), ("an hour ago", "2026-11-30T09:15:20.500000Z"),
      ("3 days ago", "2026-11-27T10:15:20.500000Z"), ("1d ago", "2026-11-29T10:15:20.500000Z"),
      ("40 days ago", "2026-10-21T10:15:20.500000Z"), ("a week ago", "2026-11-23T10:15:20.500000Z"),
      ("9 months ago", "2026-02-28T10:15:20.500000Z"),
      ("11 months ago", "2025-12-30T10:15:20.500000Z"),
      ("12 months ago", "2025-11-30T10:15:20.500000Z"),
      ("6 years ago", "2020-11-30T10:15:20.500000Z"),
      ("0s ago", "2026-11-30T10:15:20.500000Z"),
      ("2026-11-29T10:30:05.25Z", "2026-11-29T10:30:05.250000Z"),
    ])
  func `a moment has no length`(text: String, moment: String) throws {
    #expect(try span(text) == [moment, moment])
  }

  @Test(
    arguments: [
      ("today", "2026-11-30T00:00:00.000000Z", "2026-11-30T23:59:59.999999Z"),
      ("yesterday", "2026-11-29T00:00:00.000000Z", "2026-11-29T23:59:59.999999Z"),
      ("2024-02-29", "2024-02-29T00:00:00.000000Z", "2024-02-29T23:59:59.999999Z"),
      ("2026-11-29T10:30", "2026-11-29T10:30:00.000000Z", "2026-11-29T10:30:59.999999Z"),
      ("2026-11-29 10:30:05", "2026-11-29T10:30:05.000000Z", "2026-11-29T10:30:05.999999Z"),
      ("2026-11-29t10:30+01:00", "2026-11-29T09:30:00.000000Z", "2026-11-29T09:30:59.999999Z"),
    ])
  func `what leaves parts out is as long as they`(
    text: String, start: String, end: String
  ) throws {
    #expect(try span(text) == [start, end])
  }

  @Test(
    arguments: [
      // The day on which clocks are turned back has 25 hours, the other one 23.
      ("2026-10-25", "2026-10-24T22:00:00.000000Z", "2026-10-25T22:59:59.999999Z"),
      ("2026-03-29", "2026-03-28T23:00:00.000000Z", "2026-03-29T21:59:59.999999Z"),
      ("2026-07-01T12:00", "2026-07-01T10:00:00.000000Z", "2026-07-01T10:00:59.999999Z"),
      // Shown twice: the first. Never shown: as if nobody had turned the clock.
      ("2026-10-25T02:30", "2026-10-25T00:30:00.000000Z", "2026-10-25T00:30:59.999999Z"),
      ("2026-03-29T02:30", "2026-03-29T01:30:00.000000Z", "2026-03-29T01:30:59.999999Z"),
      ("2026-03-29T02:30Z", "2026-03-29T02:30:00.000000Z", "2026-03-29T02:30:59.999999Z"),
    ])
  func `a time without a zone is one of the zone's clocks`(
    text: String, start: String, end: String
  ) throws {
    #expect(try span(text, Self.berlin) == [start, end])
  }

  @Test func `days ago keep the time of day, hours ago do not`() throws {
    #expect(try span("40 days ago", Self.berlin)[0] == "2026-10-21T09:15:20.500000Z")
    #expect(try span("960 hours ago", Self.berlin)[0] == "2026-10-21T10:15:20.500000Z")
  }

  @Test(
    arguments: [
      ("", "write"), ("tomorrow", "write"), ("2026", "write"), ("2026-11", "write"),
      ("2026-02-30", "no such day"), ("2026-13-01", "no such day"), ("2026-11-29T", "write"),
      ("2026-11-29T24:00", "no such time"), ("2026-11-29T10:61", "no such time"),
      ("2026-11-29T10:30:", "seconds"), ("2026-11-29T10:30:05.", "digits"),
      ("2026-11-29T10:30x", "offset"), ("2026-11-29T10:30+1", "offset"), ("ago", "whole number"),
      ("x ago", "whole number"), ("-2 h ago", "whole number"), ("2 ago", "take seconds"),
      ("2 fortnights ago", "take seconds"), ("99999999999 s ago", "whole number"),
      ("99999999999999999999 s ago", "whole number"), ("999999999 years ago", "before any"),
      ("999999999 weeks ago", "before any"), ("999999999 months ago", "before any"),
      ("1000000000 h ago", "before any"), ("２ h ago", "whole number"), ("2026-11-2９", "write"),
    ])
  func `what is no time is refused with its reason`(text: String, reason: String) {
    let error = #expect(throws: TimeSpanError.self) { try span(text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    #expect(error?.description.contains("'\(text)'") == true)
  }
}
