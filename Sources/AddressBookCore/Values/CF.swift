internal import CoreFoundation
internal import Foundation

/// Makes CoreFoundation objects that C code can use as its own.
///
/// Foundation's Swift classes will not do everywhere: CFShow of a Swift array crashes, and so does
/// CFErrorGetCode of an NSError. So everything that leaves is made by CoreFoundation.
enum CF {
  static func string(_ text: String) -> AnyObject {
    let bytes = Array(text.utf8)
    // Sound: CoreFoundation copies the bytes within the call.
    return unsafe bytes.withUnsafeBufferPointer {
      unsafe CFStringCreateWithBytes(
        kCFAllocatorDefault, $0.baseAddress, $0.count, utf8, false)
    }
  }

  private static let utf8 = CFStringBuiltInEncodings.UTF8.rawValue

  static func integer(_ number: Int64) -> AnyObject {
    var number = number
    // Sound: the number is read within the call.
    return unsafe CFNumberCreate(kCFAllocatorDefault, CFNumberType.sInt64Type, &number)
  }

  static func real(_ number: Double) -> AnyObject {
    var number = number
    // Sound: the number is read within the call.
    return unsafe CFNumberCreate(kCFAllocatorDefault, CFNumberType.float64Type, &number)
  }

  /// A date of seconds since 2001-01-01T00:00:00Z.
  static func date(_ seconds: Double) -> AnyObject {
    CFDateCreate(kCFAllocatorDefault, seconds)
  }

  static func data(_ bytes: [UInt8]) -> AnyObject {
    // Sound: CoreFoundation copies the bytes within the call.
    unsafe bytes.withUnsafeBufferPointer {
      unsafe CFDataCreate(kCFAllocatorDefault, $0.baseAddress, $0.count)
    }
  }

  static func array(_ objects: [AnyObject]) -> AnyObject {
    var pointers = unsafe objects.map {
      unsafe UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) as UnsafeRawPointer?
    }
    // Sound: the array retains its objects, which live until the call is over.
    return withExtendedLifetime(objects) {
      unsafe withUnsafePointer(to: kCFTypeArrayCallBacks) {
        unsafe CFArrayCreate(kCFAllocatorDefault, &pointers, pointers.count, $0)
      }
    }
  }

  static func dictionary(_ pairs: [(key: AnyObject, value: AnyObject)]) -> AnyObject {
    var keys = unsafe pairs.map {
      unsafe UnsafeRawPointer(Unmanaged.passUnretained($0.key).toOpaque()) as UnsafeRawPointer?
    }
    var values = unsafe pairs.map {
      unsafe UnsafeRawPointer(Unmanaged.passUnretained($0.value).toOpaque()) as UnsafeRawPointer?
    }
    // Sound: the dictionary retains keys and values, which live until the call is over.
    return withExtendedLifetime(pairs) {
      unsafe withUnsafePointer(to: kCFTypeDictionaryKeyCallBacks) { keyCallBacks in
        unsafe withUnsafePointer(to: kCFTypeDictionaryValueCallBacks) { valueCallBacks in
          unsafe CFDictionaryCreate(
            kCFAllocatorDefault, &keys, &values, pairs.count, keyCallBacks, valueCallBacks)
        }
      }
    }
  }

  /// An object under the name of its CoreFoundation type.
  ///
  /// The caller knows the type. Not a downcast: that checks the class, and CoreFoundation's types have
  /// others here than in Swift.
  static func cast<T: AnyObject>(_ object: AnyObject) -> T {
    // Sound: the reference is the same, and counted the same.
    unsafe Unmanaged<T>.fromOpaque(Unmanaged.passUnretained(object).toOpaque())
      .takeUnretainedValue()
  }

  /// Whether two objects are equal, as CoreFoundation has it.
  static func areEqual(_ a: AnyObject, _ b: AnyObject) -> Bool {
    if a === b { return true }
    // What is no CoreFoundation object would end the process: its type is none, 0.
    guard let first = a as? NSObject, b is NSObject else { return false }
    guard CFGetTypeID(a) != 0, CFGetTypeID(b) != 0 else { return first.isEqual(b) }
    return CFEqual(a, b)
  }

  /// A copy that nobody can change.
  ///
  /// Texts, data, dictionaries and arrays are copied deeply; other objects cannot change, or are
  /// not ours to copy.
  static func copy(_ object: AnyObject) -> AnyObject {
    if object is MultiValueObject || object is RecordObject || object is BookObject {
      return object
    }
    switch object {
    case is NSNumber, is NSDate: return object
    case is NSString, is String: return text(object).map(string) ?? object
    case let data as NSData: return CF.data(Array(data as Data))
    case let dictionary as NSDictionary:
      return CF.dictionary(
        pairs(dictionary).map { (copy($0.key), copy($0.value)) })
    case let array as NSArray: return CF.array(array.map { copy($0 as AnyObject) })
    default: return object
    }
  }

  /// The text of a string object; `nil` for anything else.
  static func text(_ object: AnyObject?) -> String? { object as? String }

  /// Keys and values of a dictionary, whoever made it.
  static func pairs(_ dictionary: NSDictionary) -> [(key: AnyObject, value: AnyObject)] {
    var pairs: [(key: AnyObject, value: AnyObject)] = []
    // Iterated, not looked up: a lookup in a dictionary made by C with a Swift key reads freed memory.
    for (key, value) in dictionary { pairs.append((key as AnyObject, value as AnyObject)) }
    return pairs
  }
}
