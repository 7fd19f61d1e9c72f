import Foundation
import TestSupport

/// The compilers of the toolchain that runs the tests.
struct Toolchain {
  /// `lib/swift` of the toolchain.
  let resources: String
  /// Where this package's library is.
  let products = Bundle.main.bundleURL.path(percentEncoded: false)
  let headers = SharedFolder.packageRoot.appending(path: "Sources/CAddressBook/include")
    .path(percentEncoded: false)

  init() async throws {
    struct Info: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      let paths: Paths
    }
    let answer = try await Executable(URL(filePath: "/usr/bin/env"))
      .run(["swift", "-print-target-info"])
    resources = try JSONDecoder().decode(Info.self, from: Data(answer.output.utf8)).paths
      .runtimeResourcePath
  }

  /// A program of the toolchain.
  func tool(_ name: String) -> Executable {
    // By parts: tools are links to one program, which goes by the name it is called by.
    let folder = URL(filePath: resources).deletingLastPathComponent().deletingLastPathComponent()
    return Executable(folder.appending(path: "bin/\(name)"))
  }

  /// Compiles a C file as docs/addressbook.md says, and returns the program.
  func compileC(_ source: URL, to program: URL, more: [String] = []) async throws -> Executable {
    try await compile("clang", ["-std=gnu17"], source, to: program, more: more)
  }

  /// Compiles a C file as C++, and returns the program.
  func compileCPlusPlus(_ source: URL, to program: URL) async throws -> Executable {
    try await compile("clang++", ["-std=gnu++17", "-x", "c++"], source, to: program, more: [])
  }

  private func compile(
    _ compiler: String, _ language: [String], _ source: URL, to program: URL, more: [String]
  ) async throws -> Executable {
    let output = try await tool(compiler).run(
      language + [
        "-fblocks", "-Wall", "-Werror", "-isystem", resources, "-I", headers, source.path,
      ] + (more.contains("-shared") ? [] : libraries) + ["-o", program.path] + more)
    guard output.status == 0 else { throw CompilerError(text: output.errors) }
    return Executable(program)
  }

  private var libraries: [String] {
    [
      "-L", products, "-lAddressBook", "-L", "\(resources)/linux", "-lFoundation",
      "-ldispatch", "-lBlocksRuntime", "-Wl,-rpath,\(resources)/linux",
      "-Wl,-rpath,\(products)",
    ]
  }

  /// Compiles a Swift file against the Swift module, and returns the program.
  func compileSwift(_ source: URL, to program: URL) async throws -> Executable {
    let output = try await tool("swiftc").run([
      "-warnings-as-errors", "-I", "\(products)/Modules", "-I", headers, "-L", products,
      "-lAddressBook", "-Xlinker", "-rpath", "-Xlinker", products, source.path, "-o",
      program.path,
    ])
    guard output.status == 0 else { throw CompilerError(text: output.errors + output.output) }
    return Executable(program)
  }

  struct CompilerError: Error { let text: String }
}
