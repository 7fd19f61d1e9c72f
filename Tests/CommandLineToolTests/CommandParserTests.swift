import Testing

@testable import CommandLineTool

@Suite struct CommandParserTests {
  @Test func `arguments go to their names in order`() throws {
    let line = try parse("put", "1", "apple", "pear")
    #expect(line.path == ["put"])
    #expect(line.argument("BOX") == "1")
    #expect(line.allArguments("THING") == ["apple", "pear"])
  }

  @Test(arguments: [["--note", "x y"], ["--note=x y"], ["-n", "x y"], ["-n=x y"]])
  func `an option takes its value in every spelling`(words: [String]) throws {
    let line = try CommandParser(sampleTable).parse(["put", "1", "a"] + words)
    #expect(line.option("note") == "x y")
  }

  @Test func `a value may hold an equals sign and be empty`() throws {
    #expect(try parse("put", "1", "a", "--note=a=b").option("note") == "a=b")
    #expect(try parse("put", "1", "a", "--note=").option("note") == "")
  }

  @Test func `a value may begin with a dash`() throws {
    #expect(try parse("put", "1", "a", "--note", "-x").option("note") == "-x")
    #expect(try parse("put", "1", "a", "--note", "-").option("note") == "-")
  }

  @Test func `a repeated option keeps all values in order`() throws {
    let line = try parse("put", "--tag", "x", "1", "a", "--tag=y")
    #expect(line.allOptions("tag") == ["x", "y"])
    #expect(line.option("tag") == "y")
  }

  @Test func `common options stand before or after the command`() throws {
    #expect(try parse("--store", "d", "--json", "group", "list").option("store") == "d")
    #expect(try parse("group", "--json", "list", "--store", "d").flag("json"))
  }

  @Test func `everything after two dashes is an argument`() throws {
    let line = try parse("put", "1", "--", "--json", "--")
    #expect(line.allArguments("THING") == ["--json", "--"])
    #expect(!line.flag("json"))
  }

  @Test func `a dash alone and dashes before a digit are arguments`() throws {
    let line = try parse("put", "-", "--01-20", "-5")
    #expect(line.argument("BOX") == "-")
    #expect(line.allArguments("THING") == ["--01-20", "-5"])
  }

  @Test func `a subcommand is found below its command`() throws {
    let line = try parse("group", "new", "Friends")
    #expect(line.path == ["group", "new"])
    #expect(line.argument("NAME") == "Friends")
  }

  @Test func `help needs no arguments`() throws {
    #expect(try parse("put", "--help").wantsHelp)
    #expect(try parse("-h").wantsHelp)
    #expect(try parse("--version").wantsVersion)
    #expect(try parse("group", "--help").path == ["group"])
  }

  @Test func `an empty argument is an argument`() throws {
    #expect(try parse("put", "", "").argument("BOX") == "")
  }
}

@Suite struct UsageProblemTests {
  @Test func `an unknown command suggests the nearest`() {
    #expect(problems("putt") == ["unknown command 'putt'; did you mean 'put'?"])
    #expect(problems("xyzzy") == ["unknown command 'xyzzy'"])
    #expect(problems("group", "lsit") == ["unknown command 'group lsit'; did you mean 'list'?"])
  }

  @Test func `a hidden command is not suggested but works`() throws {
    #expect(problems("referense") == ["unknown command 'referense'"])
    #expect(try parse("reference").path == ["reference"])
  }

  @Test func `a beginning that only one command has is enough for a suggestion`() {
    #expect(problems("compl") == ["unknown command 'compl'; did you mean 'completion'?"])
  }

  @Test func `an unknown option suggests the nearest`() {
    #expect(
      problems("put", "1", "a", "--jsn") == ["unknown option '--jsn'; did you mean '--json'?"])
    #expect(
      problems("put", "1", "a", "-json") == ["unknown option '-json'; did you mean '--json'?"])
  }

  @Test func `an option of another command is unknown here`() {
    #expect(problems("group", "list", "--note", "x").first?.hasPrefix("unknown option") == true)
  }

  @Test func `a missing value names the option`() {
    let expected = ["option '--note' needs a value: --note TEXT"]
    #expect(problems("put", "1", "a", "--note") == expected)
    #expect(problems("put", "1", "a", "--note", "--json") == expected)
  }

  @Test func `a flag takes no value`() {
    #expect(
      problems("put", "1", "a", "--json=yes") == [
        "option '--json' takes no value; leave '=yes' out"
      ])
  }

  @Test func `an option that is no list may stand once`() {
    #expect(
      problems("put", "1", "a", "-n", "x", "-n", "y") == [
        "option '-n' was given more than once; give it once"
      ])
  }

  @Test func `a word out of a list must be one of them`() {
    #expect(
      problems("put", "1", "a", "--format", "wide") == [
        "'wide' is no value for '--format'; choose one of long, short"
      ])
    #expect(
      problems("completion", "fish") == [
        "'fish' is no value for 'SHELL'; choose one of bash, zsh"
      ])
  }

  @Test func `missing and unexpected arguments are named`() {
    #expect(problems("put", "1") == ["THING is missing: What to put in"])
    #expect(
      problems("group", "new", "a", "b") == [
        "unexpected argument 'b'; quote words that belong together"
      ])
  }

  @Test func `no command lists the choices`() {
    #expect(problems() == ["no command given; choose one of put, group, completion, help"])
    #expect(problems("group") == ["no command given; choose one of list, new"])
  }

  @Test func `all problems are told together`() {
    #expect(problems("put", "--jsn", "--format=wide", "--note").count == 5)
  }
}

@Suite struct SuggestionTests {
  @Test(arguments: [("abc", "abc", 0), ("abc", "acb", 1), ("", "ab", 2), ("kitten", "sitting", 3)])
  func `the distance counts slips`(a: String, b: String, slips: Int) {
    #expect(Suggestion.distance(a, b) == slips)
  }

  @Test func `nothing near means no suggestion`() {
    #expect(Suggestion.nearest(to: "zzz", among: ["list", "show"]) == nil)
  }

  @Test func `a command takes words of its own beside the commands below it`() throws {
    let log = CommandSpec(
      "log", "List", arguments: [ArgumentSpec("COMMIT", "Which", count: .optional)],
      options: [OptionSpec("limit", value: "N", "At most")],
      subcommands: [CommandSpec("export", "Write", options: [OptionSpec("from", value: "N", "")])])
    let table = CommandTable(
      name: "box", summary: "", overview: "", version: "1",
      commonOptions: [OptionSpec("json", "Write JSON")], commands: [log])
    let parser = CommandParser(table)
    #expect(try parser.parse(["log"]).path == ["log"])
    let number = try parser.parse(["log", "12", "--limit", "3"])
    #expect(number.path == ["log"] && number.arguments["COMMIT"] == ["12"])
    let export = try parser.parse(["log", "--json", "export", "--from", "2"])
    #expect(export.path == ["log", "export"] && export.options["from"] == ["2"])
    // An option of the command itself is none of those below.
    let listed = try parser.parse(["log", "--limit", "3", "export"])
    #expect(listed.path == ["log"] && listed.arguments["COMMIT"] == ["export"])
    let help = HelpText(table).page(for: ["log"]) ?? ""
    #expect(help.contains("Usage: box log [OPTION...] [COMMIT]") && help.contains("  export"))
  }
}
