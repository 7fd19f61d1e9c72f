import CAddressBook
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct ImageTests {
  @Test func `an image comes back byte for byte, before and after the save`() throws {
    let book = try TestBook()
    let person = newPerson("Ada")
    for bytes in [Images.png, Images.jpeg] {
      #expect(ABPersonSetImageData(person, core(bytes), nil) == true)
      if id(person) == -1 { book.add(person) }
      for _ in 1...2 {
        #expect(ABPersonHasImageData(person) == true)
        #expect(data(ABPersonCopyImageData(person)) == bytes)
        #expect(
          data(ABPersonCopyImageDataWithFormat(person, kABPersonImageFormatOriginalSize)) == bytes)
        #expect(book.save() == true)
      }
    }
    #expect(data(ABPersonCopyImageData(try TestBook().find(1))) == Images.jpeg)
  }

  @Test func `an image is taken away by removing it or by setting none`() throws {
    let book = try TestBook()
    let person = book.person("Ada")
    #expect(ABPersonRemoveImageData(person, nil) == true, "none to remove is fine")
    for remove in [
      { ABPersonRemoveImageData(person, nil) }, { ABPersonSetImageData(person, nil, nil) },
    ] {
      ABPersonSetImageData(person, core(Images.png), nil)
      book.save()
      #expect(remove() == true)
      for _ in 1...2 {
        #expect(ABPersonHasImageData(person) == false)
        #expect(ABPersonCopyImageData(person) == nil)
        #expect(ABPersonCopyImageDataWithFormat(person, kABPersonImageFormatThumbnail) == nil)
        book.save()
      }
    }
  }

  @Test func `what is no image is refused`() throws {
    let person = newPerson("Ada")
    for bytes in [Data(), Data("a".utf8), Data(repeating: 0, count: 100)] {
      #expect(errorCode { ABPersonSetImageData(person, core(bytes), $0) } == (false, 0))
    }
    let large = Images.jpeg + Data(count: 16 << 20)
    #expect(errorCode { ABPersonSetImageData(person, core(large), $0) } == (false, 0))
    #expect(ABPersonHasImageData(person) == false)
    #expect(ABPersonSetImageData(nil, core(Images.png), nil) == false)
    let group = ABGroupCreate()!.takeRetainedValue()
    #expect(ABPersonSetImageData(group, core(Images.png), nil) == false)
    #expect(ABPersonHasImageData(group) == false)
  }
}
