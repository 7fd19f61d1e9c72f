public import Foundation

/// The folder of reference data beside the package, where there is one.
public enum SharedFolder {
  /// The root of this package.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder, or `nil` where the package stands alone.
  public static let url: URL? = {
    let url = packageRoot.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }()

  /// A file in the folder; `nil`, after a line that says so, where it is missing.
  public static func file(_ path: String) -> URL? {
    if let file = url?.appending(path: path), FileManager.default.fileExists(atPath: file.path) {
      return file
    }
    print("SKIPPED: ../shared/\(path) is missing")
    return nil
  }

  /// The cells of a tab-separated file, its heading left out; `nil` as for ``file(_:)``.
  public static func rows(ofTable path: String) throws -> [[String]]? {
    guard let file = file(path) else { return nil }
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
