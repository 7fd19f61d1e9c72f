import Foundation
import TestSupport
import Testing

/// What `Tools/install` leaves is all that a C program needs.
@Suite(.temporaryDirectory) struct InstallTests {
  private let script = Executable(SharedFolder.packageRoot.appending(path: "Tools/install"))
  private var prefix: String { TemporaryDirectory.path + "/prefix" }
  private var built: String { Bundle.main.bundleURL.path(percentEncoded: false) }

  private func shell(_ script: String, environment: [String: String] = [:]) async throws
    -> Executable.Output
  {
    try await Executable(URL(filePath: "/bin/sh")).run(["-ec", script], environment: environment)
  }

  private func files(_ folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { !$0.isEmpty }
  }

  @Test func `a program is built with pkg-config alone, and runs`() async throws {
    let installed = try await script.run(["--built", built, prefix])
    try #require(installed.status == 0, "\(installed.errors)")
    let toolchain = try await Toolchain()
    let source = SharedFolder.packageRoot.appending(path: "docs/examples/addressbook.c").path
    let build = try await shell(
      """
      "\(toolchain.tool("clang").url.path)" -std=gnu17 -Wall -Werror \
        $(pkg-config --cflags contactlog-addressbook) "\(source)" \
        $(pkg-config --libs contactlog-addressbook) -o "\(prefix)/program"
      """, environment: ["PKG_CONFIG_PATH": prefix + "/lib/pkgconfig"])
    #expect(build.status == 0, "\(build.errors)")
    let environment = ["CONTACTLOG_STORE": TemporaryDirectory.path + "/store", "LC_ALL": "C"]
    let created = try await Executable(URL(filePath: prefix + "/program"))
      .run(["create"], environment: environment)
    #expect(created.output == "created person 1\n", "\(created.errors)")
    let listed = try await Executable(URL(filePath: prefix + "/bin/contactlog"))
      .run(["list"], environment: environment)
    #expect(listed.output.contains("Snidely Whiplash"))
    #expect(files(prefix).contains("libexec/contactlog/contactlog-thumbnail"))
  }

  @Test func `uninstalling leaves no file, and makers of packages have another root`() async throws
  {
    let root = TemporaryDirectory.path + "/system"
    let environment = ["DESTDIR": root]
    let installed = try await script.run(
      ["--built", built, "/usr"], environment: environment)
    #expect(installed.status == 0, "\(installed.errors)")
    let text = try String(
      contentsOfFile: root + "/usr/lib/pkgconfig/contactlog-addressbook.pc", encoding: .utf8)
    #expect(text.hasPrefix("prefix=/usr\n"))
    let removed = try await script.run(["--uninstall", "/usr"], environment: environment)
    #expect(removed.status == 0, "\(removed.errors)")
    let left = files(root).filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: "\(root)/\(name)", isDirectory: &isFolder)
      return !isFolder.boolValue
    }
    #expect(left == [])
  }
}
