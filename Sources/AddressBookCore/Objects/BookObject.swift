internal import Foundation

/// What a program holds of a book; the state is in ``Book``, which records keep as well.
final class BookObject: NSObject {
  // First: CoreFoundation reads it, see RuntimeType.
  private let cfinfo: UInt64 = RuntimeType.book.info

  let book: Book

  init(_ book: Book) {
    self.book = book
    super.init()
    book.handle = self
  }

  deinit {
    let book = self.book
    locked { book.abandon() }
  }

  override var description: String { "<ABAddressBook>" }
}
