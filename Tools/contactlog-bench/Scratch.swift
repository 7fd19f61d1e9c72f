import Foundation

/// A folder for the stores of one run, removed when it ends.
final class Scratch {
  let path: String
  private var count = 0

  /// Makes a new folder inside `parent`, or inside the system's folder for temporary files.
  init(in parent: String?) throws {
    let parent = parent ?? NSTemporaryDirectory()
    path = "\(parent)/contactlog-bench-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// A path inside that is not yet taken.
  func newPath(_ name: String) -> String {
    count += 1
    return "\(path)/\(name)-\(count)"
  }

  /// Removes one of the folders, if it is there.
  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  func removeAll() { remove(path) }

  /// The bytes of the files of a folder.
  ///
  /// Their lengths: Foundation's figure for what they take on the disk is eight times too large here,
  /// as it multiplies the count of 512-byte blocks by the file system's own block size.
  static func fileBytes(of folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }
}
