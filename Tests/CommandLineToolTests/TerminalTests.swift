import Testing

@testable import Terminal

@Suite struct TerminalTests {
  @Test func `system errors carry words and no path`() {
    let error = #expect(throws: SystemError.self) { try InputFile(path: "/no/such/file") }
    #expect(error?.isMissing == true)
    #expect(error?.description == "open: No such file or directory")
  }

  @Test func `a folder and a name with a zero byte are refused`() {
    #expect(throws: SystemError.self) { try InputFile(path: "/") }
    #expect(throws: SystemError.self) { try InputFile(path: "/etc/hostname\0x") }
  }

  @Test func `a file is read in pieces to its end`() throws {
    let file = try InputFile(path: #filePath)
    var total = 0
    while case let piece = try file.read(upTo: 100), !piece.isEmpty {
      #expect(piece.count <= 100)
      total += piece.count
    }
    #expect(total > 500)
    #expect(try file.read(upTo: 100).isEmpty)
  }

  @Test func `the data folder follows the desktop's rules`() {
    func folder(_ variables: [String: String]) -> String? {
      UserFolders(
        environment: EnvironmentVariables(variables),
        account: Account(name: "ada", home: "/home/ada")
      ).data(of: "box")
    }
    #expect(folder(["XDG_DATA_HOME": "/d"]) == "/d/box")
    #expect(folder(["XDG_DATA_HOME": "relative", "HOME": "/h"]) == "/h/.local/share/box")
    #expect(folder(["XDG_DATA_HOME": ""]) == "/home/ada/.local/share/box")
  }

  @Test func `the login name is that of the account before the environment's`() {
    let environment = EnvironmentVariables(["LOGNAME": "eve"])
    let known = UserFolders(environment: environment, account: Account(name: "ada", home: nil))
    let unknown = UserFolders(environment: environment, account: Account(name: nil, home: nil))
    #expect(known.loginName == "ada")
    #expect(unknown.loginName == "eve")
    #expect(unknown.data(of: "box") == nil)
  }

  @Test func `the environment of the process is readable`() {
    #expect(EnvironmentVariables.process["PATH"] != nil)
    #expect(EnvironmentVariables.process["NO_SUCH_VARIABLE_HERE"] == nil)
  }
}
