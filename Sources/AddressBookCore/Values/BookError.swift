internal import CAddressBook
internal import ContactLog
internal import CoreFoundation
internal import Foundation

/// Why a function of the API says no.
struct BookError: Error {
  /// The two codes of the API.
  enum Code: Int {
    /// The store, or the source, does not allow it.
    case store = 0
    /// There is no access.
    case user = 1
  }

  let code: Code
  let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The store's own error in the API's terms.
  init(_ error: any Error) {
    if let error = error as? BookError {
      self = error
    } else if let error = error as? StoreError {
      self.init(error.code == .permission ? .user : .store, error.reason)
    } else {
      self.init(.store, "\(error)")
    }
  }

  /// As C code takes it.
  var object: CFError {
    // Names of keys as CFError.h has them; the constants are variables, which Swift 6 does not read.
    let info = CF.dictionary([(CF.string("NSLocalizedDescription"), CF.string(reason))])
    let domain = CF.string("ABAddressBookErrorDomain")
    // Sound: both are what CF makes under these names.
    return CFErrorCreate(
      kCFAllocatorDefault, CF.cast(domain), code.rawValue,
      CF.cast(info))
  }
}

/// Where a function puts its error; `nil`: the caller does not want it.
typealias ErrorPointer = UnsafeMutablePointer<Unmanaged<CFError>?>

/// Runs `body` under the lock; false, and the error for the caller, where it throws.
func attempt(_ error: ErrorPointer?, _ body: () throws -> Void) -> Bool {
  do {
    try locked(body)
    return true
  } catch let failure {
    if let error = unsafe error {
      unsafe error.pointee = unsafe Unmanaged.passRetained(BookError(failure).object)
    }
    return false
  }
}
