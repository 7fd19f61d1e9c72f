import Testing

@testable import CommandLineTool

@Suite struct BashCompletionTests {
  private let script = BashCompletion(sampleTable).script

  @Test func `each command offers its own words`() {
    #expect(
      script.contains(
        "    'put') words='--note --tag --format --dry-run --store --json --help --version'"
          + " kind=files ;;"))
    #expect(script.contains("    'group') words='list new --store"))
    #expect(script.contains("    'completion') words='bash zsh --store"))
  }

  @Test func `a path of commands is followed`() {
    #expect(script.contains("'/group') path='group' ;;"))
    #expect(script.contains("'group/new') path='group new' ;;"))
  }

  @Test func `values are completed and skipped by their kind`() {
    #expect(script.contains("--store|--note|-n|--tag|--format) i=$((i + 1)) ;;"))
    #expect(script.contains("--store) compopt -o filenames; COMPREPLY=($(compgen -d"))
    #expect(script.contains("--format) COMPREPLY=($(compgen -W 'long short'"))
  }

  @Test func `hidden commands are not offered`() {
    #expect(!script.contains("reference"))
  }
}

@Suite struct ZshCompletionTests {
  private let script = ZshCompletion(sampleTable).script

  @Test func `the script names its command and every function once`() {
    #expect(script.hasPrefix("#compdef box\n"))
    for function in ["_box_main()", "_box_put()", "_box_group()", "_box_group_new()"] {
      #expect(script.split(separator: "\n").filter { $0.hasPrefix(function) }.count == 1)
    }
  }

  @Test func `options and arguments carry their kinds`() {
    #expect(script.contains("'--store[Where the boxes are]:FOLDER:_files -/'"))
    #expect(script.contains("'*--tag[A tag; may be repeated]:WORD: '"))
    #expect(script.contains("'*:THING:_files'"))
    #expect(script.contains("'1:SHELL:(bash zsh)'"))
  }

  @Test func `hidden commands are not offered`() {
    #expect(!script.contains("reference"))
  }
}
