internal import ContactModel
internal import FileSystem
internal import LMDB

extension StoreError {
  /// The store's word for an error of a lower layer; other errors pass unchanged.
  static func translating(_ error: any Error) -> any Error {
    switch error {
    case let error as LMDBError: StoreError(error)
    case let error as FileSystemError: StoreError(error)
    case let error as CBORError:
      // The checksum held, so these are the bytes that were written, in a form not known here.
      StoreError(
        .newerFormat,
        "a later version wrote a row (\(error.code) at byte \(error.offset)); update contactlog")
    default: error
    }
  }

  init(_ error: LMDBError) {
    let text = "\(error)"
    switch error.code {
    case .mapFull: self.init(.full, "the store's map is full (\(text))")
    case .diskFull, .fileTooLarge: self.init(.full, "no space left for the store (\(text))")
    // LMDB passes over a damaged table when it opens a cursor, and then refuses to go on.
    case .corrupted, .pageNotFound, .damagedFile, .badPageSize, .invalid, .badTransaction:
      self.init(.damaged, "the store's file is damaged or not a store (\(text))")
    case .versionMismatch: self.init(.newerFormat, "another version of LMDB wrote it (\(text))")
    case .alreadyOpen: self.init(.alreadyOpen, "this process has the store open already")
    case .forked: self.init(.alreadyOpen, "the store was opened before a fork; open it again")
    case .replaced: self.init(.replaced, "the store's files were replaced while it was open")
    case .closed: self.init(.closed, "the store is closed")
    case .noSuchFile: self.init(.noStore, "there is no store")
    case .permissionDenied, .readOnlyFileSystem:
      self.init(.permission, "the system refuses access to the store (\(text))")
    case .readersFull: self.init(.busy, "too many readers; see `contactlog stat` (\(text))")
    case .panic, .io: self.init(.io, "input or output failed (\(text))")
    default: self.init(.io, text)
    }
  }
}

extension StoreError {
  init(_ error: FileSystemError) {
    let text = "\(error)"
    switch error.code {
    case .noSuchFile, .notADirectory: self.init(.noStore, "there is no store (\(text))")
    case .exists, .notEmpty: self.init(.exists, "the folder is taken (\(text))")
    case .permissionDenied, .readOnlyFileSystem:
      self.init(.permission, "the system refuses access to the store (\(text))")
    case .diskFull: self.init(.full, "no space left for the store (\(text))")
    case .busy: self.init(.busy, "another writer has the store: \(error.reason)")
    case .alreadyOpen:
      self.init(.alreadyOpen, "this process has the store open already, perhaps in another library")
    case .replaced: self.init(.replaced, "the store's files were replaced while it was open")
    case .foreignOwner:
      self.init(.permission, "\(error.part) belongs to another user")
    case .writableByOthers:
      self.init(
        .permission, "others can write to \(error.part); take that right away first")
    case .symbolicLink, .notRegular, .hardLinked:
      self.init(.fileSystem, "\(error.part) is a link or a special file")
    case .unsupportedFileSystem:
      self.init(
        .fileSystem, "a store is not safe on this file system: \(error.reason); choose a local disk"
      )
    default: self.init(.io, text)
    }
  }
}

extension FileSystemError {
  /// What of the store the error is about.
  fileprivate var part: String { reason.isEmpty ? "the store's folder" : "the store's \(reason)" }
}
