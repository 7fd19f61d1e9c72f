import Foundation
import TestSupport
import Testing

/// Programs as they were written for iOS, built as docs/addressbook.md says.
@Suite(.temporaryDirectory) struct PortTests {
  private let folder = SharedFolder.packageRoot.appending(path: "Tests/Fixtures/ports")
  private let store = TemporaryDirectory.path + "/store"

  private func program(_ name: String) -> URL { TemporaryDirectory.url.appending(path: name) }

  private func source(_ name: String) -> URL { folder.appending(path: name) }

  @Test func `a wrapper in Swift, as programs for iOS had, compiles and works`() async throws {
    let wrapper = try await Toolchain()
      .compileSwift(source("wrapper.swift"), to: program("wrapper"))
    let output = try await wrapper.run([store], environment: ["LC_ALL": "C"])
    #expect(output.output == "all well\n", "\(output.errors)")
    #expect(output.status == 0 && !output.signalled)
  }

  @Test func `a program in C does what programs do with records, and CFShow shows them`()
    async throws
  {
    let client = try await Toolchain().compileC(source("client.c"), to: program("client"))
    let output = try await client.run([store], environment: ["LC_ALL": "C"])
    #expect(output.output == "all well\n")
    #expect(output.status == 0 && !output.signalled)
    // CFShow writes to standard error: a person, and a list of people.
    #expect(output.errors.components(separatedBy: "<ABPerson ").count == 8)
  }

  @Test func `the same program is C++`() async throws {
    let client = try await Toolchain().compileCPlusPlus(source("client.c"), to: program("client"))
    let output = try await client.run([store], environment: ["LC_ALL": "C"])
    #expect(output.output == "all well\n")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CONTACTLOG_VALGRIND"] != nil))
  func `valgrind finds no misuse of memory and no leak`() async throws {
    let client = try await Toolchain()
      .compileC(source("client.c"), to: program("client"), more: ["-g0"])
    // Debian's valgrind cannot read the debug information of this toolchain.
    let strip = Executable(URL(filePath: "/usr/bin/strip"))
    let library = Bundle.main.bundleURL.appending(path: "libAddressBook.so").path
    let stripped = try await strip.run(
      ["--strip-debug", library, "-o", program("libAddressBook.so").path])
    try #require(stripped.status == 0)
    let output = try await Executable(URL(filePath: "/usr/bin/valgrind")).run(
      [
        "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
        "--error-exitcode=9", client.url.path, store,
      ], environment: ["LC_ALL": "C", "LD_LIBRARY_PATH": TemporaryDirectory.path],
      timeout: .seconds(600))
    #expect(output.output == "all well\n")
    #expect(output.status == 0, "\(output.errors)")
  }

  // MARK: - Bad luck

  private var environment: [String: String] { ["CONTACTLOG_STORE": store, "LC_ALL": "C"] }

  private func initialize() async throws {
    let made = try await Executable(product: "contactlog").run(["init"], environment: environment)
    try #require(made.status == 0, "\(made.errors)")
  }

  @Test func `a save whose outcome is unknown is saved again, and is one commit`() async throws {
    try await initialize()
    let toolchain = try await Toolchain()
    let fault = program("libfault.so")
    _ = try await toolchain.compileC(source("fault.c"), to: fault, more: ["-shared", "-fPIC"])
    let client = try await toolchain.compileC(
      source("unknown.c"), to: program("unknown"),
      more: [fault.path, "-Wl,-rpath,\(TemporaryDirectory.path)"])
    let output = try await client.run(
      environment: environment.merging(["LD_PRELOAD": fault.path]) { $1 })
    #expect(output.output == "all well\n", "\(output.errors)")
  }

  @Test func `a second copy of the library in the process is refused clearly`() async throws {
    try await initialize()
    let client = try await Toolchain().compileC(source("copies.c"), to: program("copies"))
    let library = Bundle.main.bundleURL.appending(path: "libAddressBook.so")
    try FileManager.default.copyItem(at: library, to: program("libCopy.so"))
    let output = try await client.run(
      [library.path, program("libCopy.so").path], environment: environment)
    #expect(
      output.output == """
        first: open
        second: refused
        0 \(store): this process has the store open already, perhaps in another library
        people: 0
        second: open

        """)
  }

  @Test func `a store that the system does not let us read is denied`() async throws {
    try await initialize()
    let client = try await Toolchain().compileC(source("access.c"), to: program("access"))
    let allowed = try await client.run(environment: environment)
    #expect(allowed.output == "status 3, book 1, code -1\n")
    guard getuid() == 0 else {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0], ofItemAtPath: store + "/data.mdb")
      #expect(
        try await client.run(environment: environment).output == "status 2, book 0, code 1\n")
      return
    }
    // Root may read everything: nobody tries, where nobody may run the program at all.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: TemporaryDirectory.path)
    let nobody = try await Executable(URL(filePath: "/usr/bin/setpriv")).run(
      ["--reuid", "65534", "--regid", "65534", "--clear-groups", client.url.path],
      environment: environment)
    if nobody.status != 0 {
      print("skipped: the user nobody cannot run programs built here: \(nobody.errors)")
      return
    }
    #expect(nobody.output == "status 2, book 0, code 1\n")
  }
}
