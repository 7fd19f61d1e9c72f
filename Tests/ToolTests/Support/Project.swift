import Foundation

/// Places of the project, told by where this file is.
enum Project {
  /// The folder of `Package.swift`.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Twelve invented people and a choir.
  static let people = root.appending(path: "Tests/Fixtures/people.vcf").path

  /// Contact files of other programs, beside the project; empty where they are missing.
  static let realFiles: [String] = {
    let folder = root.deletingLastPathComponent().appending(path: "shared/data/vcards")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".vcf") }.sorted().map { folder.appending(path: $0).path }
  }()

  /// Whether the tests run as root, whom no permission stops.
  static let isRoot = NSUserName() == "root"
}
