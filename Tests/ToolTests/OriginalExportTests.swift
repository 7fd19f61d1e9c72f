import Foundation
import Testing

/// Cards of real programs through the store and out again, in the form in which they came.
@Suite(.enabled(if: !Project.realFiles.isEmpty, "../shared/data/vcards is missing"))
struct OriginalExportTests {
  /// The lines of a file, with the ends they have, as the reader counts them.
  private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let isEnd: Bool
      if bytes[index] == 0x0D {
        var next = index
        while next < bytes.count, bytes[next] == 0x0D { next += 1 }
        isEnd = !(next < bytes.count && bytes[next] == 0x0A)
      } else {
        isEnd = bytes[index] == 0x0A
      }
      index += 1
      if isEnd {
        lines.append(bytes[start..<index])
        start = index
      }
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  /// Files that do not come back whole, and why.
  private static let exceptions: [String: String] = [
    "utf16-noBOM-30.vcf": "is kept in UTF-8",
    "ccs-photo-spaces-30.vcf": "has base64 in lines of two lengths, which no program writes",
  ]

  @Test func `every card that nobody edited comes out as it came, to the last byte`() throws {
    let sandbox = try Sandbox()
    try sandbox.succeed("init")
    let run = try sandbox.run(["import", "--verbose", "--json"] + Project.realFiles)
    var outcomes = try run.jsonLines()
    outcomes.removeLast()
    let writes = Dictionary(
      grouping: outcomes.filter { ["added", "updated"].contains($0.text("card")) }
    ) { $0.text("record") ?? "" }
    let output = try sandbox.succeed("export", "--format", "original").bytes
    var position = output.startIndex
    var checked = 0
    for kind in ["", "group:"] {
      let added = outcomes.filter {
        $0.text("card") == "added"
          && ($0.text("record")?.hasPrefix("group:") == true) == (kind == "group:")
      }
      for card in added {
        guard let record = card.text("record"), writes[record]?.count == 1 else { continue }
        let file = card.text("file") ?? ""
        let name = URL(fileURLWithPath: file).lastPathComponent
        if Self.exceptions[name] != nil { continue }
        let all = lines(Array(try Data(contentsOf: URL(fileURLWithPath: file))))
        let start = (card.number("line") ?? 1) - 1
        let next = outcomes.first {
          $0.text("file") == file && ($0.number("number") ?? 0) == (card.number("number") ?? 0) + 1
        }.flatMap { $0.number("line") }
        var source = Array(all[start..<min(all.count, (next ?? all.count + 1) - 1)].joined())
        if source.starts(with: [0xEF, 0xBB, 0xBF]) { source.removeFirst(3) }
        while let last = source.last, last == 0x0A || last == 0x0D { source.removeLast() }
        let found = output.range(of: Data(source), in: position..<output.endIndex)
        #expect(found != nil, "\(name), card \(card.number("number") ?? 0)")
        if let found { position = found.upperBound }
        checked += 1
      }
    }
    #expect(checked > 1_000)
  }

  private static let producers = [
    "iphone-ios5-30.vcf", "macos15-company-30.vcf", "apple-item-adr-30.vcf", "outlook-2007-21.vcf",
    "gmail-single-30.vcf", "evolution-30.vcf", "kde-full-30.vcf", "kde-full-40.vcf",
    "lotus-notes-30.vcf", "thunderbird-dos-30.vcf", "android-backup-21.vcf",
    "fk-cardbook-photo-30.vcf", "davx5-all-fields-30.vcf",
  ]

  /// The lines of a card without folds and soft breaks.
  private func unfolded(_ text: String) -> [String] {
    // Some programs end lines in CR CR LF.
    let lines = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" }))
    // Base64 may end in a sign that is a soft break elsewhere.
    let joined = text.contains("VERSION:2.1") ? lines.replacing("=\n", with: "") : lines
    return joined.replacing("\n ", with: "").replacing("\n\t", with: "").split(separator: "\n")
      .map(String.init)
  }

  /// The properties whose lines differ.
  private func changes(_ before: String, _ after: String) -> Set<String> {
    var rest = unfolded(before)
    var changed: [String] = []
    for line in unfolded(after) {
      if let place = rest.firstIndex(of: line) {
        rest.remove(at: place)
      } else {
        changed.append(line)
      }
    }
    return Set(
      (changed + rest).map { line in
        let name = line.prefix { $0 != ":" && $0 != ";" }
        return String(name.split(separator: ".").last ?? "").uppercased()
      })
  }

  @Test(arguments: producers) func `one edited field changes its own lines and no other`(
    producer: String
  ) throws {
    let file = try #require(Project.realFiles.first { $0.hasSuffix("/\(producer)") })
    let sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("import", file)
    let before = try sandbox.succeed("export", "--format", "original").output
    let edits: [(words: [String], lines: Set<String>)] = [
      (["set", "1/note", "One line, ü"], ["NOTE"]),
      (["set", "1/jobTitle", "Köchin; nachts"], ["TITLE"]),
      (["add", "1", "phones", "+49 30 999", "--label", "work"], ["TEL"]),
    ]
    for (index, edit) in edits.enumerated() {
      let run = try sandbox.run(edit.words)
      #expect(run.code == 0, "\(run.errors)")
      let after = try sandbox.succeed("export", "--format", "original").output
      #expect(changes(before, after) == edit.lines, "\(edit.words)")
      try sandbox.succeed("undo", String(2 * index + 2))
      #expect(try sandbox.succeed("export", "--format", "original").output == before)
    }
  }
}
