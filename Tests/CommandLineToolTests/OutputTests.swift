import Terminal
import Testing

@testable import CommandLineTool

private func rows(
  _ mode: Output.Mode, display: Display = .plain, _ cells: [[String]]
) throws -> String {
  let sink = MemorySink()
  let columns = [Column("id", alignsRight: true), Column("name", isFlexible: true), Column("x")]
  let writer = Output(mode, to: sink, display: display).rows(columns)
  for row in cells { try writer.add(row, json: .fields(["name": .text(row[1])])) }
  try writer.finish()
  return sink.text
}

@Suite struct OutputTests {
  @Test func `a table lines its columns up`() throws {
    let text = try rows(.table, [["1", "山田", "a"], ["12", "Zoë Long", "b"]])
    #expect(text == "id  name      x\n 1  山田      a\n12  Zoë Long  b\n")
  }

  @Test func `a pipe gets whole cells and a narrow terminal cut ones`() throws {
    let cells = [["1", "a very long name indeed", "end"]]
    #expect(try rows(.table, cells).contains("a very long name indeed"))
    let narrow = try rows(.table, display: Display(width: 20), cells)
    #expect(narrow.split(separator: "\n")[1] == " 1  a very lon…  end")
  }

  @Test func `cells are cleaned`() throws {
    let text = try rows(.table, [["1", "a\u{1B}[2J\nb", "c"]])
    #expect(text.contains(#"a\u{1B}[2J\nb"#))
  }

  @Test func `rows beyond the measured ones are written at once`() throws {
    let sink = MemorySink()
    let writer = Output(.table, to: sink).rows([Column("n")])
    for number in 0..<1_500 {
      try writer.add(["\(number)"], json: nil)
      if number == 998 { #expect(sink.text.isEmpty) }
    }
    #expect(sink.text.hasSuffix("1499\n"))
    try writer.finish()
    #expect(sink.text.split(separator: "\n").count == 1_501)
    #expect(writer.count == 1_500)
  }

  @Test func `json mode writes one object a line`() throws {
    #expect(
      try rows(.json, [["1", "a", ""], ["2", "b\n", ""]]) == #"{"name":"a"}"# + "\n"
        + #"{"name":"b\n"}"# + "\n")
  }

  @Test func `tsv mode begins with the names even where there is no row`() throws {
    #expect(try rows(.tsv, []) == "id\tname\tx\n")
    #expect(try rows(.tsv, [["1", "a", "b"]]) == "id\tname\tx\n1\ta\tb\n")
  }

  @Test func `an empty table shows nothing`() throws {
    #expect(try rows(.table, []) == "")
  }

  @Test func `colours need a display that has them`() throws {
    let sink = MemorySink()
    let output = Output(.table, to: sink, display: Display(hasColors: true))
    try output.object(nil, lines: [("name", "Ada")])
    #expect(sink.text == "\u{1B}[2mname\u{1B}[0m  Ada\n")
    #expect(Style.red.apply(to: "x", enabled: false) == "x")
  }

  @Test(arguments: [
    (Output.Mode.table, "id    1\nname  A\\nb\n"), (.json, "{\"id\":1}\n"),
    (.tsv, "id\t1\nname\tA\\nb\n"),
  ])
  func `an object has a form in each mode`(mode: Output.Mode, text: String) throws {
    let sink = MemorySink()
    try Output(mode, to: sink).object(
      .fields(["id": 1]), lines: [("id", "1"), ("name", "A\nb")])
    #expect(sink.text == text)
  }

  @Test func `notes are for people only`() throws {
    let sink = MemorySink()
    try Output(.json, to: sink).note("hello")
    try Output(.tsv, to: sink).note("hello")
    try Output(.table, to: sink).note("hello\u{1B}")
    #expect(sink.text == "hello\\u{1B}\n")
  }

  @Test func `a message is one clean line with the tool's name`() {
    let sink = MemorySink()
    Diagnostics(tool: "box", sink: sink).report("no 'a\nb'")
    #expect(sink.text == "box: no 'a\\nb'\n")
  }
}

@Suite struct ProgressTests {
  @Test func `at most ten updates a second reach the terminal`() {
    let sink = MemorySink()
    var time = ContinuousClock().now
    let progress = Progress(sink: sink, isShown: true, now: { time })
    for step in 0..<100 {
      progress.update("step \(step)")
      time += .milliseconds(10)
    }
    #expect(sink.text.split(separator: "\r").count == 10)
    progress.finish()
    #expect(sink.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `nothing is shown where nobody watches`() {
    let sink = MemorySink()
    let progress = Progress(sink: sink, isShown: false, now: { ContinuousClock().now })
    progress.update("step")
    progress.finish()
    #expect(sink.text.isEmpty)
  }
}

@Suite struct PluralTests {
  @Test(arguments: [(0, "0 cards"), (1, "1 card"), (1_234_567, "1,234,567 cards")])
  func `counts read as people write them`(number: Int, text: String) {
    #expect(Plural.count(number, "card") == text)
  }

  @Test func `an irregular plural can be given`() {
    #expect(Plural.count(2, "person", "people") == "2 people")
    #expect(Plural.grouped(-1_000) == "-1,000")
  }
}
