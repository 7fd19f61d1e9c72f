internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABSource.h>

@_cdecl("ABAddressBookCopyDefaultSource")
public func abAddressBookCopyDefaultSource(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  unsafe retained(locked { book(object)?.object(.localSource) })
}

@_cdecl("ABAddressBookGetSourceWithRecordID")
public func abAddressBookGetSourceWithRecordID(
  _ object: AnyObject?, _ id: Int32
) -> Unmanaged<AnyObject>? {
  unsafe borrowed(locked { book(object)?.find(.source, id) })
}

@_cdecl("ABAddressBookCopyArrayOfAllSources")
public func abAddressBookCopyArrayOfAllSources(_ object: AnyObject?) -> Unmanaged<CFArray>? {
  unsafe copied(records: locked { book(object)?.all(.source) })
}

extension RecordObject {
  /// The source the record belongs to; `nil` for one that is in no book and was made for none.
  var sourceObject: RecordObject? {
    guard let book else { return source }
    return source ?? book.object(.source(sourceNumber))
  }

  /// A new record for a source, `nil`: the default one; `nil` for what is no source, and for groups in
  /// a source that cannot have any.
  static func created(_ kind: RecordKind, in object: AnyObject?) -> RecordObject? {
    let new = RecordObject(kind)
    guard let object else { return new }
    guard let source = record(object), source.kind == .source, let number = source.id?.number else {
      return nil
    }
    if let book = source.book {
      let exchange: Int64 = 1
      if book.isReadOnly(number) { return nil }
      if kind == .group, book.sourceType(number) == exchange { return nil }
    }
    new.source = source
    return new
  }
}
