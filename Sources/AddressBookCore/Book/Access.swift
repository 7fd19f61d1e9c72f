internal import ContactLog
internal import FileSystem

/// Whether this program may use a store.
enum Access: Int {
  /// There is no store, and one can be made.
  case notDetermined = 0
  /// The store's owner has closed it to this program.
  case restricted = 1
  /// The system's permissions say no.
  case denied = 2
  /// The store can be read and changed.
  case authorized = 3

  /// The file in a store's folder that says which programs it is closed to: a name on each line,
  /// `*` for all.
  static let policyFile = "closed-to"

  /// What this program may do with the store in a folder.
  init(path: String?, program: String) {
    guard let path else { self = .denied; return }
    do {
      guard let folder = try FileInfo.at(path) else {
        self = Self.canMake(path) ? .notDetermined : .denied
        return
      }
      guard folder.kind == .directory else { self = .denied; return }
      if try Directory.contents(of: path).isEmpty { self = .notDetermined; return }
      if try Self.isClosed(path, to: program) { self = .restricted; return }
      self = Permission.allowsReadingAndWriting("\(path)/data.mdb") ? .authorized : .denied
    } catch {
      self = .denied
    }
  }

  private static func canMake(_ path: String) -> Bool {
    var parent = path
    while let slash = parent.lastIndex(of: "/") {
      parent = String(parent[..<slash])
      let folder = parent.isEmpty ? "/" : parent
      guard let info = try? FileInfo.at(folder) else { continue }
      return info.kind != .regular && Permission.allowsReadingAndWriting(folder)
    }
    return Permission.allowsReadingAndWriting(".")
  }

  private static func isClosed(_ path: String, to program: String) throws -> Bool {
    let file = "\(path)/\(policyFile)"
    guard try FileInfo.at(file) != nil else { return false }
    // A file that cannot be read closes the store: its owner meant something by it.
    guard let bytes = try? File.read(file, limit: 1 << 20) else { return true }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " } }.contains { $0 == "*" || $0 == program }
  }
}
