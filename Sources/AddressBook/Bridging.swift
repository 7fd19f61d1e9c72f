internal import CAddressBook
internal import CoreFoundation
internal import Foundation

// Between Foundation's classes and CoreFoundation's types, which are the same objects. Dictionaries and
// errors are copied: looking a Swift string up in a dictionary made by CoreFoundation reads freed memory,
// and an error made by CoreFoundation is no NSError.

// Sound, in all functions of this file: the classes are bridged, an object of the one is one of the other.

func core(_ text: NSString?) -> CoreFoundation.CFString? {
  unsafe unsafeBitCast(text, to: CoreFoundation.CFString?.self)
}

func core(_ array: NSArray?) -> CoreFoundation.CFArray? {
  unsafe unsafeBitCast(array, to: CoreFoundation.CFArray?.self)
}

func core(_ dictionary: NSDictionary?) -> CoreFoundation.CFDictionary? {
  unsafe unsafeBitCast(dictionary, to: CoreFoundation.CFDictionary?.self)
}

func core(_ data: NSData?) -> CoreFoundation.CFData? {
  unsafe unsafeBitCast(data, to: CoreFoundation.CFData?.self)
}

func face(string: Unmanaged<CoreFoundation.CFString>?) -> Unmanaged<NSString>? {
  unsafe string.map {
    unsafe Unmanaged.passRetained(unsafeBitCast($0.takeRetainedValue(), to: NSString.self))
  }
}

func face(data: Unmanaged<CoreFoundation.CFData>?) -> Unmanaged<NSData>? {
  unsafe data.map {
    unsafe Unmanaged.passRetained(unsafeBitCast($0.takeRetainedValue(), to: NSData.self))
  }
}

func face(array: Unmanaged<CoreFoundation.CFArray>?) -> Unmanaged<NSArray>? {
  unsafe array.map {
    unsafe Unmanaged.passRetained(unsafeBitCast($0.takeRetainedValue(), to: NSArray.self))
  }
}

func face(values: Unmanaged<CoreFoundation.CFArray>?) -> Unmanaged<NSArray>? {
  unsafe values.map {
    let values = unsafe unsafeBitCast($0.takeRetainedValue(), to: NSArray.self)
    return unsafe Unmanaged.passRetained(NSArray(array: values.map { native($0 as AnyObject) }))
  }
}

func face(value: Unmanaged<AnyObject>?) -> Unmanaged<AnyObject>? {
  unsafe value.map { unsafe Unmanaged.passRetained(native($0.takeRetainedValue())) }
}

/// The object, or a dictionary of Foundation's own with the same content.
private func native(_ object: AnyObject) -> AnyObject {
  guard let dictionary = object as? NSDictionary else { return object }
  var pairs: [AnyHashable: Any] = [:]
  for (key, value) in dictionary {
    if let key = key as? String { pairs[key] = native(value as AnyObject) }
  }
  return NSDictionary(dictionary: pairs)
}

/// A constant as a text of Foundation's own.
func text(_ constant: CoreFoundation.CFString!) -> NSString? {
  (constant as AnyObject as? String).map { NSString(string: $0) }
}

/// Hands an error on as an NSError.
func reporting<R>(
  _ error: UnsafeMutablePointer<Unmanaged<NSError>?>?,
  _ body: (UnsafeMutablePointer<Unmanaged<CoreFoundation.CFError>?>?) -> R
) -> R {
  guard let error = unsafe error else { return body(nil) }
  var made: Unmanaged<CoreFoundation.CFError>?
  let result = unsafe body(&made)
  if let made = unsafe made?.takeRetainedValue() {
    unsafe error.pointee = unsafe Unmanaged.passRetained(native(error: made))
  }
  return result
}

func native(error: CoreFoundation.CFError) -> NSError {
  let domain = CFErrorGetDomain(error) as AnyObject as? String
  let reason = CFErrorCopyDescription(error) as AnyObject as? String
  return NSError(
    domain: domain ?? "", code: CFErrorGetCode(error),
    userInfo: [NSLocalizedDescriptionKey: reason ?? ""])
}
