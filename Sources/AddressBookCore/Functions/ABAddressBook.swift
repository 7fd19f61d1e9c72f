internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABAddressBook.h>

@_cdecl("ABAddressBookGetAuthorizationStatus")
public func abAddressBookGetAuthorizationStatus() -> CFIndex {
  locked { Book(Book.Options()).access.rawValue }
}

@_cdecl("ABAddressBookCreateWithOptions")
public func abAddressBookCreateWithOptions(
  _ options: CFDictionary?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Unmanaged<AnyObject>? {
  if let error = unsafe error { unsafe error.pointee = nil }
  var made: BookObject?
  _ = unsafe attempt(error) {
    made = BookObject(try Book.opened(Book.Options(options as AnyObject? as? NSDictionary)))
  }
  return unsafe retained(made)
}

@_cdecl("ABAddressBookCreate")
public func abAddressBookCreate() -> Unmanaged<AnyObject>? {
  unsafe abAddressBookCreateWithOptions(nil, nil)
}

@_cdecl("ABAddressBookRequestAccessWithCompletion")
public func abAddressBookRequestAccessWithCompletion(
  _ object: AnyObject?, _ completion: (@convention(block) (Bool, CFError?) -> Void)?
) {
  guard let completion else { return }
  let book = locked { AddressBookCore.book(object) } ?? Book(Book.Options())
  // Sound: the block is called once, by whichever thread the queue takes; books are under the lock.
  nonisolated(unsafe) let request = (book, completion)
  DispatchQueue.global().async {
    let (book, completion) = unsafe request
    do {
      try locked { try book.requestAccess() }
      completion(true, nil)
    } catch {
      completion(false, BookError(error).object)
    }
  }
}

@_cdecl("ABAddressBookSave")
public func abAddressBookSave(
  _ object: AnyObject?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let book = book(object) else { return false }
  return unsafe attempt(error) { try book.save() }
}

@_cdecl("ABAddressBookHasUnsavedChanges")
public func abAddressBookHasUnsavedChanges(_ object: AnyObject?) -> Bool {
  locked { book(object)?.hasChanges ?? false }
}

@_cdecl("ABAddressBookAddRecord")
public func abAddressBookAddRecord(
  _ object: AnyObject?, _ added: AnyObject?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let book = book(object), let record = record(added) else { return false }
  var isAdded = false
  return unsafe attempt(error) { isAdded = try book.add(record) } && isAdded
}

@_cdecl("ABAddressBookRemoveRecord")
public func abAddressBookRemoveRecord(
  _ object: AnyObject?, _ removed: AnyObject?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let book = book(object), let record = record(removed) else { return false }
  return unsafe attempt(error) { try book.remove(record) }
}

@_cdecl("ABAddressBookCopyLocalizedLabel")
public func abAddressBookCopyLocalizedLabel(_ label: CFString?) -> Unmanaged<CFString>? {
  guard let text = CF.text(label) else { return nil }
  guard case .standard(let standard) = Conversion.label(text) else {
    return unsafe copied(text: text)
  }
  return unsafe copied(text: Localization.current.word(standard))
}

@_cdecl("ABAddressBookRevert")
public func abAddressBookRevert(_ object: AnyObject?) {
  locked { book(object)?.revert() }
}

// MARK: - Changes by others

@_cdecl("ABAddressBookRegisterExternalChangeCallback")
public func abAddressBookRegisterExternalChangeCallback(
  _ object: AnyObject?,
  _ callback: (@convention(c) (AnyObject?, CFDictionary?, UnsafeMutableRawPointer?) -> Void)?,
  _ context: UnsafeMutableRawPointer?
) {
  guard let callback = unsafe callback else { return }
  locked { unsafe book(object)?.observe(callback, context) }
}

@_cdecl("ABAddressBookUnregisterExternalChangeCallback")
public func abAddressBookUnregisterExternalChangeCallback(
  _ object: AnyObject?,
  _ callback: (@convention(c) (AnyObject?, CFDictionary?, UnsafeMutableRawPointer?) -> Void)?,
  _ context: UnsafeMutableRawPointer?
) {
  guard let callback = unsafe callback else { return }
  locked { unsafe book(object)?.stopObserving(callback, context) }
}
