internal import ContactModel
internal import CoreFoundation
internal import Foundation

// What C hands over may be anything: each function looks at what it was given.

/// The book behind a handle; `nil` for anything else.
func book(_ object: AnyObject?) -> Book? { (object as? BookObject)?.book }

/// A record; `nil` for anything else.
func record(_ object: AnyObject?) -> RecordObject? { object as? RecordObject }

/// A person; `nil` for anything else.
func person(_ object: AnyObject?) -> RecordObject? {
  record(object).flatMap { $0.kind == .person ? $0 : nil }
}

/// A group; `nil` for anything else.
func group(_ object: AnyObject?) -> RecordObject? {
  record(object).flatMap { $0.kind == .group ? $0 : nil }
}

/// A multi-value; `nil` for anything else.
func multiValue(_ object: AnyObject?) -> MultiValueObject? { object as? MultiValueObject }

/// Something for the caller to keep.
func copied<T: AnyObject>(_ object: T?) -> Unmanaged<T>? {
  unsafe object.map { unsafe Unmanaged.passRetained($0) }
}

/// A text for the caller to keep.
func copied(text: String?) -> Unmanaged<CFString>? {
  // Sound: CF.string makes CFStrings.
  unsafe copied(text.map { CF.cast(CF.string($0)) })
}

/// Records for the caller to keep.
func copied(records: [RecordObject]?) -> Unmanaged<CFArray>? {
  // Sound: CF.array makes CFArrays.
  unsafe copied(records.map { CF.cast(CF.array($0)) })
}
