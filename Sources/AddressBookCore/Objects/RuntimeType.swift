internal import CAddressBook
internal import Foundation

/// Makes the classes of this library real CoreFoundation types.
///
/// CoreFoundation reads a word behind an object's reference count: bits 8 and up are the type's
/// number. So the first stored property of each class is that word, and the class is registered as
/// the Swift class of the type; then CFRetain, CFEqual, CFHash, CFGetTypeID, CFShow, collections and
/// dictionary keys all work, by identity.
struct RuntimeType: Sendable {
  /// The word that every object of the type begins with.
  let info: UInt64

  static let book = RuntimeType("ABAddressBook", BookObject.self)
  static let record = RuntimeType("ABRecord", RecordObject.self)
  static let multiValue = RuntimeType("ABMultiValue", MultiValueObject.self)

  private init(_ name: StaticString, _ type: AnyClass) {
    // Sound: on this platform a class is its metadata's address, which is what an object begins with.
    let isa = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let id = unsafe name.utf8Start.withMemoryRebound(to: CChar.self, capacity: 1) {
      unsafe CLRuntimeRegisterClass($0, isa)
    }
    info = UInt64(id) << 8 | 0x80
  }
}

/// What CFShow and CFCopyDescription print of an object: its type, place and id, and no personal data.
@_cdecl("CLRuntimeCopyDescription")
public func clRuntimeCopyDescription(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  unsafe retained((object as? NSObject).map { CF.string($0.description) })
}
