import Foundation

/// Where tests with thousands of stores keep them: in memory, if there is a place, because what a
/// flush costs says nothing about them.
enum MemoryFolder {
  static let path: String = {
    let memory = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
  }()

  /// Lends a path that is removed afterwards, with what stands beside it under longer names.
  static func with<R>(_ body: (String) throws -> R) rethrows -> R {
    let path = "\(path)/contactlog-\(UUID().uuidString)"
    defer {
      for name in [path, path + "-replay"] { try? FileManager.default.removeItem(atPath: name) }
    }
    return try body(path)
  }
}
