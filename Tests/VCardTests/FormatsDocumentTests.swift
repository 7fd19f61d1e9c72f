import Foundation
import TestSupport
import Testing
import VCard

struct FormatsDocumentTests {
  @Test func `each number of a warning is documented once`() throws {
    let document = SharedFolder.packageRoot.appending(path: "docs/formats.md")
    let rows = try String(contentsOf: document, encoding: .utf8).split(separator: "\n")
    let numbers = rows.compactMap { row -> Int? in
      let cells = row.split(separator: "|")
      return cells.count == 2 ? Int(cells[0].filter { $0 != " " }) : nil
    }
    let codes: [CardWarning.Code] = [
      .missingEnd, .assumedCharset, .unknownCharset, .damagedText, .noColon, .badPhoto, .badDate,
      .unknownVersion, .badQuotedPrintable, .oddName, .badProperty, .ambiguousDate, .missingQuote,
      .missingHeading,
    ]
    #expect(numbers == codes.map(\.rawValue))
  }
}
