internal import CAddressBook
internal import CoreFoundation
internal import Foundation

// The functions that take closures.

/// Asks for access; the answer comes later, on any queue, also when it is known already.
public func ABAddressBookRequestAccessWithCompletion(
  _ addressBook: ABAddressBook!, _ completion: ABAddressBookRequestAccessCompletionHandler!
) {
  guard let completion else { return }
  CAddressBook.ABAddressBookRequestAccessWithCompletion(addressBook) { granted, error in
    completion(granted, error.map(native))
  }
}

/// A closure that C calls through a function of ours.
// Sound: the context is the caller's, and only handed back.
@safe private final class Registration {
  weak var book: AnyObject?
  var isEnded = false
  let callback: ABExternalChangeCallback
  let context: UnsafeMutableRawPointer?

  init(
    _ book: AnyObject, _ callback: @escaping ABExternalChangeCallback,
    _ context: UnsafeMutableRawPointer?
  ) {
    self.book = book
    unsafe self.callback = unsafe callback
    unsafe self.context = unsafe context
  }
}

/// All registrations of books that are there: C may be calling one that has just ended.
// Sound: what it has is only touched under its lock.
private final class Registrations: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [Registration] = []

  func add(_ registration: Registration) {
    lock.withLock { all.append(registration) }
  }

  /// Marks those of a book with a context as ended, and returns them.
  func end(_ book: AnyObject, _ context: UnsafeMutableRawPointer?) -> [Registration] {
    lock.withLock {
      all.removeAll { $0.book == nil }
      let ended = all.filter {
        unsafe !$0.isEnded && $0.book === book && $0.context == context
      }
      for registration in ended { registration.isEnded = true }
      return ended
    }
  }
}

private let registrations = Registrations()

/// Calls the closure whose registration is the context.
private let trampoline:
  @convention(c) (AnyObject?, CoreFoundation.CFDictionary?, UnsafeMutableRawPointer?) -> Void = {
    book, _, pointer in
    guard let pointer = unsafe pointer else { return }
    // Sound: a registration lives as long as its book.
    let registration = unsafe Unmanaged<Registration>.fromOpaque(pointer).takeUnretainedValue()
    unsafe registration.callback(book, nil, registration.context)
  }

/// Has a closure called, on the run loop of this thread, when others have saved.
///
/// Closures cannot be compared: within a book a registration is known by its context, and a second one
/// with the same context takes the place of the first.
public func ABAddressBookRegisterExternalChangeCallback(
  _ addressBook: ABAddressBook!, _ callback: ABExternalChangeCallback!,
  _ context: UnsafeMutableRawPointer!
) {
  guard let addressBook, let callback = unsafe callback else { return }
  unsafe ABAddressBookUnregisterExternalChangeCallback(addressBook, callback, context)
  let registration = unsafe Registration(addressBook, callback, context)
  registrations.add(registration)
  unsafe CAddressBook.ABAddressBookRegisterExternalChangeCallback(
    addressBook, trampoline, Unmanaged.passUnretained(registration).toOpaque())
}

/// Ends the registration of a book with this context.
public func ABAddressBookUnregisterExternalChangeCallback(
  _ addressBook: ABAddressBook!, _ callback: ABExternalChangeCallback!,
  _ context: UnsafeMutableRawPointer!
) {
  guard let addressBook, unsafe callback != nil else { return }
  for registration in unsafe registrations.end(addressBook, context) {
    unsafe CAddressBook.ABAddressBookUnregisterExternalChangeCallback(
      addressBook, trampoline, Unmanaged.passUnretained(registration).toOpaque())
  }
}
