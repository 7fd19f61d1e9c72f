internal import ContactLog
internal import Foundation

extension Book {
  /// A book; without a store that can be made it is empty and refuses changes.
  ///
  /// - Throws: ``BookError`` with code `user` when access is refused, `store` when the store cannot be
  ///   opened.
  static func opened(_ options: Options) throws -> Book {
    let book = Book(options)
    switch book.access {
    case .notDetermined: if options.creates { try book.requestAccess() }
    case .restricted:
      throw BookError(.user, "the owner of the store has closed it to this program")
    case .denied: throw BookError(.user, "the system refuses access to the store")
    case .authorized:
      do {
        let store = try book.requireStore()
        // A commit that is not there is an error now, not an empty book later.
        if let commit = options.commit {
          try store.read(asOf: .commit(commit)) { (_: borrowing Snapshot) in }
        }
      } catch {
        throw BookError(error)
      }
    }
    return book
  }

  /// Makes the store if there is none, and opens it.
  ///
  /// - Throws: ``BookError`` with code `user` when access is refused.
  func requestAccess() throws {
    if access == .notDetermined, let path = options.path {
      do {
        try StoreDoor.create(at: path)
      } catch {
        throw BookError(.user, "the store could not be made: \(BookError(error).reason)")
      }
    }
    _ = try requireStore()
  }
}

extension Book.Options {
  /// The user's own store, with what a program wants otherwise.
  init(_ dictionary: NSDictionary?) {
    self.init()
    guard let dictionary else { return }
    for (key, value) in CF.pairs(dictionary) {
      let text = CF.text(value).flatMap { $0.isEmpty ? nil : $0 }
      switch CF.text(key) {
      case "CLStoreFolder": path = text ?? path
      case "CLAuthor": author = text ?? author
      case "CLProgram": program = text ?? program
      case "CLCommit": commit = (value as? NSNumber).map { UInt64(max(0, $0.int64Value)) } ?? commit
      case "CLCreate": creates = (value as? NSNumber)?.boolValue ?? creates
      default: break
      }
    }
  }
}
