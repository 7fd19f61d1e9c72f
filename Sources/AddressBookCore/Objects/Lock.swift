internal import Foundation

/// Guards all state of this library.
///
/// Apple gives a book to one thread at a time; a program that does not keep to it shall get wrong
/// answers at worst, never a crash. One lock for all books: records of two books are compared.
/// Recursive, because releasing an object may end another one.
private let everything = NSRecursiveLock()

/// Runs `body` while no other thread is in the library.
func locked<R>(_ body: () throws -> R) rethrows -> R {
  everything.lock()
  defer { everything.unlock() }
  return try body()
}

/// An object with a reference for the caller, as Create and Copy functions give.
func retained(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  unsafe object.map { unsafe Unmanaged.passRetained($0) }
}

/// An object without a reference for the caller, as Get functions give: something else keeps it.
func borrowed(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  unsafe object.map { unsafe Unmanaged.passUnretained($0) }
}
