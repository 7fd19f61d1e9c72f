import CAddressBook
import CoreFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct AccessTests {
  private var path: String { TemporaryDirectory.path + "/above/store" }

  private func create(
    _ more: [String: Any] = [:], error: UnsafeMutablePointer<Unmanaged<CFError>?>? = nil
  ) -> AnyObject? {
    var options: [AnyHashable: Any] = ["CLStoreFolder": path]
    for (key, value) in more { options[key] = value }
    return ABAddressBookCreateWithOptions(core(NSDictionary(dictionary: options)), error)?
      .takeRetainedValue()
  }

  /// Asks for access and waits for the answer.
  private func request(_ book: AnyObject) async -> (Bool, Int?) {
    let answered = Mutex(false)
    // Recursive: an answer that does not wait for the function's return would find it unasked.
    let lock = NSRecursiveLock()
    return await withCheckedContinuation { continuation in
      lock.withLock {
        ABAddressBookRequestAccessWithCompletion(book) { granted, error in
          lock.withLock { answered.withLock { $0 = true } }
          continuation.resume(returning: (granted, error.map { CFErrorGetCode($0) }))
        }
        let isEarly = answered.withLock { $0 }
        #expect(!isEarly, "the answer comes later")
      }
    }
  }

  @Test func `without a store a book is empty and refuses changes until access is given`()
    async throws
  {
    let book = try #require(create())
    #expect(ABAddressBookGetPersonCount(book) == 0)
    #expect(array(ABAddressBookCopyArrayOfAllPeople(book))?.isEmpty == true)
    #expect(array(ABAddressBookCopyPeopleWithName(book, cf("a")))?.isEmpty == true)
    #expect(ABAddressBookCopyDefaultSource(book) != nil)
    let person = newPerson("Ada")
    #expect(errorCode { ABAddressBookAddRecord(book, person, $0) } == (false, 1))
    #expect(ABAddressBookSave(book, nil) == true, "nothing to save")
    #expect(FileManager.default.fileExists(atPath: path) == false)
    #expect(await request(book) == (true, nil))
    #expect(ABAddressBookAddRecord(book, person, nil) == true, "the same book is usable now")
    #expect(ABAddressBookSave(book, nil) == true)
    #expect(await request(book) == (true, nil), "known already, and still answered")
  }

  @Test func `an option makes the store at once`() throws {
    let book = try #require(create(["CLCreate": true]))
    #expect(ABAddressBookAddRecord(book, newPerson("Ada"), nil) == true)
    #expect(ABAddressBookSave(book, nil) == true)
  }

  @Test func `a store closed to this program by its owner gives no book`() async throws {
    let open = create(["CLCreate": true])
    #expect(open != nil)
    let policies = [
      ("other\n", false), ("other\nmine\n", true), (" mine\r\n", true), ("*", true), ("", false),
    ]
    for (names, isClosed) in policies {
      try Data(names.utf8).write(to: URL(filePath: path + "/closed-to"))
      var error: Unmanaged<CFError>?
      let book = create(["CLProgram": "mine"], error: &error)
      #expect((book == nil) == isClosed, "\(names)")
      let code = error.map { CFErrorGetCode($0.takeRetainedValue()) }
      #expect(code == (isClosed ? 1 : nil))
    }
  }

  @Test func `a folder that cannot be used gives no book`() async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: path + "/data.mdb"))
    var error: Unmanaged<CFError>?
    #expect(create(error: &error) == nil)
    #expect(error?.takeRetainedValue() != nil)
  }

  @Test func `the error is taken away where there is none`() throws {
    var error: Unmanaged<CFError>? = Unmanaged.passRetained(
      CFErrorCreate(kCFAllocatorDefault, cf("x"), 7, nil))
    let stale = error?.takeRetainedValue()
    _ = stale
    #expect(create(["CLCreate": true], error: &error) != nil)
    #expect(error == nil)
  }
}
