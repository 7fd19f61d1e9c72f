import Glibc

/// Folders on the way to a place of the user's own.
public enum Folder {
  /// Makes the folders above `path` that are missing, for the owner only.
  ///
  /// - Throws: ``SystemError``.
  /// - C: `mkdir(2)`
  public static func createParents(of path: String) throws(SystemError) {
    let parts = path.split(separator: "/").dropLast()
    var current = path.hasPrefix("/") ? "" : "."
    for part in parts {
      current += "/\(part)"
      if unsafe mkdir(current, 0o700) == 0 || errno == EEXIST { continue }
      throw .last("mkdir")
    }
  }
}
