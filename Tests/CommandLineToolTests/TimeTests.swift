import Terminal
import Testing

@testable import CommandLineTool

@Suite struct RFC3339Tests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"),
      (1, "1970-01-01T00:00:00.000001Z"),
      (-1, "1969-12-31T23:59:59.999999Z"),
      (1_796_025_397_000_250, "2026-11-30T07:56:37.000250Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
      (-62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"),
    ] as [(Int64, String)])
  func `known moments are written and read`(microseconds: Int64, text: String) {
    #expect(RFC3339.format(microseconds: microseconds) == text)
    #expect(RFC3339.parse(text) == microseconds)
  }

  @Test(
    arguments: [
      ("1970-01-01T01:00:00+01:00", 0),
      ("1969-12-31t19:00:00.5-05:00", 500_000),
      ("1970-01-01 00:00:00.123456789z", 123_456),
      ("1972-06-30T23:59:60Z", 78_796_800_000_000),
    ] as [(String, Int64)])
  func `other spellings are read`(text: String, microseconds: Int64) {
    #expect(RFC3339.parse(text) == microseconds)
  }

  @Test(arguments: [
    "", "1970-01-01", "1970-01-01T00:00:00", "1970-02-29T00:00:00Z", "1970-13-01T00:00:00Z",
    "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z", "1970-01-01T00:00:61Z", "70-01-01T00:00:00Z",
    "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00+1:00", "1970-01-01T00:00:00Zx",
    "1970-00-10T00:00:00Z", "１970-01-01T00:00:00Z",
  ])
  func `what is no moment is refused`(text: String) {
    #expect(RFC3339.parse(text) == nil)
  }

  @Test func `extreme numbers do not trap`() {
    #expect(RFC3339.format(microseconds: .max).hasSuffix("Z"))
    #expect(RFC3339.format(microseconds: .min).hasPrefix("-"))
  }
}

@Suite struct LocalTimeTests {
  @Test func `local time differs from UTC by its offset`() throws {
    let microseconds: Int64 = 1_796_025_397_000_250
    let local = try #require(LocalTime(microseconds: microseconds))
    let shifted = microseconds + Int64(local.offset) * 1_000_000
    let text = RFC3339.format(microseconds: shifted).prefix(19).replacing("T", with: " ")
    #expect(local.description == text)
  }

  @Test func `a moment before 1970 counts its second downwards`() throws {
    let local = try #require(LocalTime(microseconds: -1))
    #expect(local.second == 59)
  }
}
