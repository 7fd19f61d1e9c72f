internal import ContactLog
internal import CoreFoundation
internal import Foundation

/// Someone to call when others have saved.
// Sound: the context is the caller's, and only handed back.
@safe struct Observer {
  typealias Callback =
    @convention(c) (AnyObject?, CFDictionary?, UnsafeMutableRawPointer?) -> Void

  let callback: Callback
  let context: UnsafeMutableRawPointer?
  /// Where the call is made.
  let loop: LoopSource

  /// Whether function and context are these.
  func matches(_ callback: Callback, _ context: UnsafeMutableRawPointer?) -> Bool {
    // Sound: a C function is its address.
    unsafe unsafeBitCast(self.callback, to: UnsafeRawPointer.self)
      == unsafeBitCast(callback, to: UnsafeRawPointer.self) && self.context == context
  }
}

/// A book's source in the run loop of a registering thread.
///
/// A source and not a block: it keeps the run loop running, and however many commits there were, a
/// signalled source fires once.
final class LoopSource {
  let loop: CFRunLoop
  private let source: CFRunLoopSource

  /// What the run loop holds of the book.
  private final class Target {
    weak var book: Book?
    weak var source: LoopSource?
    init(_ book: Book) { self.book = book }
  }

  init(_ book: Book) {
    loop = CFRunLoopGetCurrent()
    let target = Target(book)
    var context = unsafe CFRunLoopSourceContext(
      version: 0, info: Unmanaged.passUnretained(target).toOpaque(),
      // Sound: the run loop holds a reference to the target as long as it may call.
      retain: { info in
        guard let info = unsafe info else { return nil }
        _ = unsafe Unmanaged<Target>.fromOpaque(info).retain()
        return unsafe info
      },
      release: { info in
        if let info = unsafe info { unsafe Unmanaged<Target>.fromOpaque(info).release() }
      },
      copyDescription: nil, equal: nil, hash: nil, schedule: nil, cancel: nil,
      perform: { info in
        guard let info = unsafe info else { return }
        let target = unsafe Unmanaged<Target>.fromOpaque(info).takeUnretainedValue()
        if let book = locked({ target.book }), let source = locked({ target.source }) {
          book.call(from: source)
        }
      })
    source = unsafe CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
    target.source = self
    CFRunLoopAddSource(loop, source, kCFRunLoopCommonModes)
  }

  deinit { CFRunLoopSourceInvalidate(source) }

  /// Has the observers called by the thread of the run loop.
  func signal() {
    CFRunLoopSourceSignal(source)
    CFRunLoopWakeUp(loop)
  }
}

extension Book {
  /// Adds an observer, called by the run loop of this thread.
  ///
  /// The same function and context again change nothing.
  func observe(_ callback: Observer.Callback, _ context: UnsafeMutableRawPointer?) {
    guard !observers.contains(where: { unsafe $0.matches(callback, context) }) else {
      return
    }
    let current: CFRunLoop = CFRunLoopGetCurrent()
    let loop = observers.first { $0.loop.loop === current }?.loop ?? LoopSource(self)
    unsafe observers.append(Observer(callback: callback, context: context, loop: loop))
    watchStore()
  }

  /// Takes the observer with this function and context out.
  func stopObserving(_ callback: Observer.Callback, _ context: UnsafeMutableRawPointer?) {
    observers.removeAll { unsafe $0.matches(callback, context) }
    if observers.isEmpty { watch = nil }
  }

  /// Listens to the store, if there is somebody to tell and a store.
  func watchStore() {
    guard watch == nil, !observers.isEmpty, let store else { return }
    // Sound: the book is only touched under the lock.
    nonisolated(unsafe) weak let book = self
    watch = try? store.observeChanges { commit in
      // A save holds the lock until its own commit is noted.
      locked {
        guard let book = unsafe book, book.ownCommits.remove(commit.number) == nil else { return }
        book.signal()
      }
    }
  }

  private func signal() {
    var told: [LoopSource] = []
    for observer in observers where !told.contains(where: { $0 === observer.loop }) {
      told.append(observer.loop)
      observer.loop.signal()
    }
  }

  /// Calls the observers of a run loop, each unless an earlier one has taken it out.
  func call(from loop: LoopSource) {
    let (handle, waiting) = locked {
      (self.handle, observers.filter { $0.loop === loop })
    }
    guard let handle else { return }
    for observer in waiting {
      let isThere = locked {
        observers.contains { unsafe $0.matches(observer.callback, observer.context) }
      }
      // Outside the lock: the program may do anything.
      if isThere { unsafe observer.callback(handle, nil, observer.context) }
    }
  }
}
