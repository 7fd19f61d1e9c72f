import CAddressBook
import ContactLog
import ContactModel
import CoreFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// What a callback is registered with.
private final class Counter: Sendable {
  let calls = Atomic(0)
  let wrong = Atomic(0)
}

private let count: ABExternalChangeCallback = { book, info, context in
  guard let context else { return }
  let counter = Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue()
  counter.calls.add(1, ordering: .relaxed)
  if info != nil || book == nil { counter.wrong.add(1, ordering: .relaxed) }
}

private let countAndStop: ABExternalChangeCallback = { book, _, context in
  guard let context else { return }
  Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue().calls.add(1, ordering: .relaxed)
  ABAddressBookUnregisterExternalChangeCallback(book, countAndStop, context)
}

@Suite(.temporaryDirectory, .serialized) struct CallbackTests {
  /// Runs `body` on a thread of its own, which has a run loop.
  private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      let folder = TemporaryDirectory.url
      Thread {
        TemporaryDirectory.$url.withValue(folder) { done.resume(with: Result(catching: body)) }
      }.start()
    }
  }

  /// Lets the run loop work until a condition holds, or the time is over.
  private static func run(_ seconds: Double = 5, until condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while !condition(), Date() < end {
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.02, true)
    }
    return condition()
  }

  @Test func `others' saves call, one's own do not`() async throws {
    try await onThread {
      let (book, other) = (try TestBook(), try TestBook())
      let counter = Counter()
      let context = Unmanaged.passUnretained(counter).toOpaque()
      ABAddressBookRegisterExternalChangeCallback(book.book, count, context)
      ABAddressBookRegisterExternalChangeCallback(book.book, count, context)
      ABAddressBookRegisterExternalChangeCallback(book.book, nil, context)
      let calls = { counter.calls.load(ordering: .relaxed) }
      book.person("Ada")
      #expect(!Self.run(0.3) { calls() > 0 }, "its own save")
      for number in 1...3 {
        other.person("Bob")
        #expect(Self.run { calls() == number }, "one call for a batch")
      }
      #expect(counter.wrong.load(ordering: .relaxed) == 0, "info is NULL")
      #expect(book.count == 4)
      ABAddressBookUnregisterExternalChangeCallback(book.book, count, nil)
      other.person("Eve")
      #expect(Self.run { calls() == 4 }, "another context is another registration")
      ABAddressBookUnregisterExternalChangeCallback(book.book, count, context)
      other.person("Eve")
      #expect(!Self.run(0.3) { calls() > 4 })
    }
  }

  @Test func `without a run loop nobody is called`() async throws {
    try await onThread {
      let (book, other) = (try TestBook(), try TestBook())
      let counter = Counter()
      ABAddressBookRegisterExternalChangeCallback(
        book.book, count, Unmanaged.passUnretained(counter).toOpaque())
      other.person("Bob")
      Thread.sleep(forTimeInterval: 0.3)
      #expect(counter.calls.load(ordering: .relaxed) == 0)
      #expect(Self.run { counter.calls.load(ordering: .relaxed) == 1 }, "until it runs")
    }
  }

  @Test func `an observer may take itself out, and several are called`() async throws {
    try await onThread {
      let (book, other) = (try TestBook(), try TestBook())
      let (once, always) = (Counter(), Counter())
      ABAddressBookRegisterExternalChangeCallback(
        book.book, countAndStop, Unmanaged.passUnretained(once).toOpaque())
      ABAddressBookRegisterExternalChangeCallback(
        book.book, count, Unmanaged.passUnretained(always).toOpaque())
      for number in 1...2 {
        other.person("Bob")
        #expect(Self.run { always.calls.load(ordering: .relaxed) == number })
      }
      #expect(once.calls.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `a released book calls nobody`() async throws {
    try await onThread {
      let other = try TestBook()
      var book: TestBook? = try TestBook()
      let counter = Counter()
      ABAddressBookRegisterExternalChangeCallback(
        book?.book, count, Unmanaged.passUnretained(counter).toOpaque())
      book = nil
      other.person("Bob")
      #expect(!Self.run(0.3) { counter.calls.load(ordering: .relaxed) > 0 })
    }
  }

  @Test func `the native interface gives the same commits as a sequence and to a closure`()
    async throws
  {
    let store = try Store.create(at: TemporaryDirectory.path + "/native")
    let seen = Mutex<[UInt64]>([])
    let observation = try store.observeChanges { commit in
      seen.withLock { $0.append(commit.number) }
    }
    let changes = store.changes
    let session = store.session(author: "ada", program: "test")
    for name in ["a", "b", "c"] {
      try session.set(.firstName, of: session.createPerson(), to: .text(name))
      try session.save()
    }
    var numbers: [UInt64] = []
    for await commit in changes {
      numbers.append(commit.number)
      #expect(commit.header.author == "ada")
      if numbers.count == 3 { break }
    }
    #expect(numbers == [1, 2, 3])
    for _ in 0..<500 where seen.withLock({ $0.count }) < 3 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(seen.withLock { $0 } == [1, 2, 3])
    observation.cancel()
    try session.set(.firstName, of: session.createPerson(), to: "d")
    try session.save()
    try await Task.sleep(for: .milliseconds(100))
    #expect(seen.withLock { $0 } == [1, 2, 3])
    store.close()
  }
}
