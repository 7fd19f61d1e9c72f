internal import ContactLog
internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABPerson.h>: images.

@_cdecl("ABPersonSetImageData")
public func abPersonSetImageData(
  _ object: AnyObject?, _ data: CFData?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let person = person(object) else { return false }
  return unsafe attempt(error) {
    try person.checkWritable()
    guard let data = data as AnyObject? else { return person.put(.empty, .image) }
    guard let bytes = (data as? NSData).map({ Array($0 as Data) }) else {
      throw BookError(.store, "an image is given as data")
    }
    guard let mediaType = ImageKind.mediaType(of: bytes) else {
      throw BookError(.store, "the data is no image of a known kind")
    }
    guard bytes.count <= 16 << 20 else { throw BookError(.store, "an image has at most 16 MiB") }
    person.put(.image(bytes, mediaType: mediaType), .image)
  }
}

@_cdecl("ABPersonCopyImageData")
public func abPersonCopyImageData(_ object: AnyObject?) -> Unmanaged<CFData>? {
  // Sound: CF.data makes CFData.
  unsafe copied(
    locked { person(object)?.image }.map { CF.cast(CF.data($0)) })
}

@_cdecl("ABPersonCopyImageDataWithFormat")
public func abPersonCopyImageDataWithFormat(
  _ object: AnyObject?, _ format: UInt32
) -> Unmanaged<CFData>? {
  let thumbnail: UInt32 = 0
  let original: UInt32 = 2
  guard format == thumbnail else {
    return format == original ? unsafe abPersonCopyImageData(object) : nil
  }
  guard let found = locked({ person(object)?.content(.image) }) else { return nil }
  var hash: ContentHash?
  if case .single(let value) = found { hash = value.blob?.hash }
  // Outside the lock: it takes a while.
  let answer = Thumbnails.answer(hash) { locked { person(object)?.image } }
  switch answer {
  // Sound: CF.data makes CFData.
  case .made(let bytes): return unsafe copied(bytes.map { CF.cast(CF.data($0)) })
  case .unavailable: return unsafe abPersonCopyImageData(object)
  }
}

@_cdecl("ABPersonHasImageData")
public func abPersonHasImageData(_ object: AnyObject?) -> Bool {
  locked { person(object)?.content(.image) != nil }
}

@_cdecl("ABPersonRemoveImageData")
public func abPersonRemoveImageData(
  _ object: AnyObject?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  unsafe abPersonSetImageData(object, nil, error)
}

extension RecordObject {
  /// The bytes of the person's image, as they were set.
  var image: [UInt8]? {
    switch content(.image) {
    case .image(let bytes, _): return bytes
    case .single(let value):
      guard let hash = value.blob?.hash else { return nil }
      return book?.read { (snapshot: borrowing Snapshot) in try snapshot.blob(hash) } ?? nil
    case .list, .empty, nil: return nil
    }
  }
}
