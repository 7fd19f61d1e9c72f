import Testing

@testable import CommandLineTool

@Suite struct HelpTests {
  @Test func `the overview lists what can be done`() {
    #expect(
      HelpText(sampleTable, width: 60).overview == """
        box - Keep things in boxes

        Usage: box COMMAND [OPTION...] [ARGUMENT...]

        Box keeps things. This paragraph is long enough to be broken
        into two lines at the width that the tests use.

          box put THING

        Commands:
          put         Put things into a box
          group       Work on groups
          completion  Print a completion script
          help        Show help

        Common options:
          --store FOLDER  Where the boxes are
          --json          Write JSON
          -h, --help      Show help for the command and do nothing
          --version       Show the version and do nothing

        Topics:
          boxes  How boxes are named

        See 'box help COMMAND' for a command and its options.

        """)
  }

  @Test func `a page shows arguments options and examples`() {
    #expect(
      HelpText(sampleTable, width: 60).page(for: ["put"]) == """
        box put - Put things into a box

        Usage: box put [OPTION...] BOX THING...

        Things stay in order.

        Arguments:
          BOX    The box
          THING  What to put in

        Options:
          -n, --note TEXT  Why
          --tag WORD       A tag; may be repeated
          --format FORMAT  How to write it
          --dry-run        Only say what would happen

        Common options:
          --store FOLDER  Where the boxes are
          --json          Write JSON
          -h, --help      Show help for the command and do nothing
          --version       Show the version and do nothing

        Examples:
          box put 1 apple
              puts an apple into box 1

        """)
  }

  @Test func `a command with commands below lists them`() {
    let page = HelpText(sampleTable).page(for: ["group"]) ?? ""
    #expect(page.contains("Usage: box group COMMAND"))
    #expect(page.contains("  list  List the groups\n"))
    #expect(HelpText(sampleTable).page(for: ["group", "new"])?.contains("NAME") == true)
  }

  @Test func `topics have pages and unknown names none`() {
    #expect(
      HelpText(sampleTable).page(for: ["boxes"]) == "boxes - How boxes are named\n\nBy number.\n")
    #expect(HelpText(sampleTable).page(for: ["nothing"]) == nil)
    #expect(HelpText(sampleTable).page(for: ["group", "nothing"]) == nil)
  }

  @Test func `no line is wider than asked for`() {
    for width in [40, 60, 80] {
      let help = HelpText(sampleTable, width: width)
      for page in [help.overview, help.page(for: ["put"]) ?? ""] {
        let isNarrow = page.split(separator: "\n").allSatisfy {
          DisplayWidth.of(String($0)) <= width || $0.hasPrefix("Usage")
        }
        #expect(isNarrow, "width \(width)")
      }
    }
  }
}

@Suite struct MarkdownReferenceTests {
  private let text = MarkdownReference(sampleTable).text

  @Test func `every visible command has a chapter`() {
    #expect(
      text.contains("### put\n`box put [OPTION...] BOX THING...`: Put things into a box.\n"))
    #expect(text.contains("#### group new\n"))
    #expect(!text.contains("### reference"))
  }

  @Test func `indented lines become code`() {
    #expect(text.contains("```text\nbox put THING\n```\n"))
    #expect(text.contains("```sh\nbox put 1 apple  # puts an apple into box 1\n```\n"))
  }

  @Test func `all exit codes are listed and differ`() {
    for code in ExitCode.allCases {
      #expect(text.contains("- `\(code.rawValue)`: \(code.meaning)"))
    }
    #expect(Set(ExitCode.allCases.map(\.rawValue)).count == ExitCode.allCases.count)
  }

  @Test func `topics are chapters`() {
    #expect(text.contains("## How boxes are named\n\nBy number.\n"))
  }
}
