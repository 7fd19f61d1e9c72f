internal import ContactModel
internal import FileSystem

/// Where a replay reads from.
public enum LogSource: Sendable {
  /// A store that is open.
  case store(Store)
  /// An exported log: a file in JSON Lines (`-`: standard input), a segment, or a folder of segments.
  case exported(String)
}

/// How far a replay goes.
public enum ReplayEnd: Sendable, Hashable {
  /// To a commit, itself included.
  case commit(UInt64)
  /// To the last commit made at or before a time, microseconds since 1970 by the log's clock.
  case time(Int64)

  /// Whether a commit lies beyond.
  func excludes(_ header: CommitHeader) -> Bool {
    switch self {
    case .commit(let last): header.number > last
    case .time(let time): header.clock >> 16 > UInt64(max(0, time / 1_000))
    }
  }
}

extension LogSource {
  /// Opens an input that begins at the first commit there is, or behind a store's commit.
  func input(after commit: UInt64) throws -> any LogInput {
    switch self {
    case .store(let store):
      do {
        return try StoreInput(store, from: commit + 1)
      } catch let error as StoreError where error.code == .notFound {
        throw StoreError(
          .diverged, "the store to be filled has commit \(commit), but the log ends before it")
      }
    case .exported(let path):
      if path != "-", try FileInfo.at(path)?.kind == .directory {
        return try SegmentInput(path: path, isFolder: true)
      }
      do {
        let file = try FileBytes(path: path)
        let isSegment = try Array(file.peek(8)) == SegmentFrame.magic
        return try isSegment
          ? SegmentInput(path: path, isFolder: false) : LinesInput(file)
      } catch let error as FileSystemError where error.code == .noSuchFile {
        throw StoreError(.noStore, "there is no file \(path)")
      }
    }
  }
}

extension LogInput {
  /// The end that the input promises, once it was read to it; `nil`: it makes no promise.
  var promisedEnd: LogEnd? {
    switch self {
    case let segments as SegmentInput: segments.end
    case let lines as LinesInput: lines.end
    case let store as StoreInput: store.end
    default: nil
    }
  }
}
