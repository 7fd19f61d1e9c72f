internal import ContactLog
internal import FileSystem
internal import Synchronization

/// Opens stores for books: all books of a process share one environment for each store.
enum StoreDoor {
  /// Which file a store is: a folder that was replaced is another store.
  private struct Key: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Shared {
    weak var store: Store?
  }

  private static let open = Mutex<[Key: Shared]>([:])

  /// The store in a folder, opened by the first book that needs it and closed with the last.
  static func store(at path: String) throws -> Store {
    try open.withLock { open in
      let info = try FileInfo.at("\(path)/data.mdb")
      let key = info.map { Key(device: $0.device, inode: $0.inode) }
      if let key, let store = open[key]?.store { return store }
      let store = try openWaiting(path)
      open = open.filter { $0.value.store != nil }
      if let key { open[key] = Shared(store: store) }
      return store
    }
  }

  /// Opens a store; one that another thread is just closing is waited for.
  private static func openWaiting(_ path: String) throws -> Store {
    var attempts = 0
    while true {
      do {
        return try Store.open(at: path)
      } catch let error as StoreError where error.code == .alreadyOpen && attempts < 50 {
        attempts += 1
        Clock.pause(milliseconds: 2)
      }
    }
  }

  /// Makes the store in a folder, and the folders above it, unless somebody else just did.
  static func create(at path: String) throws {
    var above = path
    var missing: [String] = []
    while let slash = above.lastIndex(of: "/"), slash != above.startIndex {
      above = String(above[..<slash])
      if try FileInfo.at(above) != nil { break }
      missing.append(above)
    }
    for folder in missing.reversed() { try Directory.create(folder) }
    do {
      try Store.create(at: path).close()
    } catch let error as StoreError where error.code == .exists {
      return
    }
  }
}
