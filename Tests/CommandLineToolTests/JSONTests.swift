import Testing

@testable import CommandLineTool

@Suite struct JSONWritingTests {
  @Test func `fields keep their order and unset ones are left out`() {
    let value = JSON.fields(["b": 1, "a": nil, "c": .text("x"), "d": .list([])])
    #expect(value.text == #"{"b":1,"c":"x"}"#)
  }

  @Test func `every kind of value is written on one line`() {
    let value: JSON = [nil, true, false, -5, "a", [], .object([])]
    #expect(value.text == #"[null,true,false,-5,"a",[],{}]"#)
  }

  @Test func `quotes backslashes and common controls have short forms`() {
    #expect(JSON.string("\"\\\n\r\t/").text == #""\"\\\n\r\t/""#)
  }

  @Test(arguments: [
    ("\u{0}", #"\u0000"#), ("\u{1B}", #"\u001b"#), ("\u{7F}", #"\u007f"#), ("\u{9B}", #"\u009b"#),
    ("\u{2028}", #"\u2028"#), ("\u{2029}", #"\u2029"#), ("\u{202E}", #"\u202e"#),
    ("\u{FEFF}", #"\ufeff"#),
  ])
  func `no dangerous character is written raw`(character: String, escape: String) {
    #expect(JSON.string(character).text == "\"\(escape)\"")
  }

  @Test func `letters of all scripts stay as they are`() {
    #expect(JSON.string("Zoë 山田 😀 नि").text == "\"Zoë 山田 😀 नि\"")
  }

  @Test func `composed and decomposed letters differ`() {
    #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
    #expect(JSON.string("\u{E9}").text.utf8.count == 4)
  }

  @Test func `the largest position does not trap`() {
    #expect(JSON.number(UInt64.max).text == "9223372036854775807")
  }
}

@Suite struct JSONParsingTests {
  @Test func `what is written is read back equal`() throws {
    let value: JSON = [
      "a\u{1B}\u{2028}é\"\\", 0, -7, true, nil, .fields(["x": ["y"], "z": .object([])]),
    ]
    #expect(try JSON(parsing: value.text) == value)
  }

  @Test func `surrogate pairs become one character`() throws {
    #expect(try JSON(parsing: #""\ud83d\ude00""#) == "😀")
  }

  @Test(arguments: [
    "", "{", "[1,]", #"{"a":1,"a":2}"#, "01", "1.5", #""\ud800""#, #""\ud83d \ude00""#, "nul",
    "\"\n\"", "1 2", #"{"a"}"#, #""\x""#, #""\u00g0""#, "-", "[1 2]", "\"",
  ])
  func `malformed text is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSON(parsing: text) }
  }

  @Test func `depth is bounded`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSON(parsing: deep) }
  }

  @Test func `json lines are read line by line`() throws {
    #expect(try JSON.lines("{}\n\n1\n") == [.object([]), 1])
  }

  @Test func `parts are reached by name and place`() throws {
    let value = try JSON(parsing: #"{"a":[{"b":"c"}],"n":4,"t":true}"#)
    #expect(value["a"]?[0]?["b"]?.string == "c")
    #expect(value["n"]?.integer == 4)
    #expect(value["t"]?.bool == true)
    #expect(value["x"] == nil)
    #expect(value.names == ["a", "n", "t"])
    #expect(value["a"]?.array?.count == 1)
  }
}
