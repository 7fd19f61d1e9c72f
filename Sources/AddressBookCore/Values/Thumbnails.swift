internal import CAddressBook
internal import ContactModel
internal import FileSystem
internal import Foundation
internal import Synchronization

/// Small square images of people, made by a helper program.
///
/// Decoders of images have bugs, and images come from strangers: none is decoded in this process.
/// What was made is kept as long as it is small, and only here, so that nothing of a person lies
/// anywhere but in the store.
enum Thumbnails {
  /// The longest side, in pixels.
  static let side = 320

  /// What the helper could be asked, or had been.
  enum Answer {
    /// A JPEG file, or `nil` where the image has no thumbnail.
    case made([UInt8]?)
    /// There is nobody to make one.
    case unavailable
  }

  /// The thumbnail of an image.
  ///
  /// - Parameters:
  ///   - hash: The name of a stored image; `nil` for one that is pending.
  ///   - image: Reads it, if it is needed.
  static func answer(_ hash: ContentHash?, of image: () -> [UInt8]?) -> Answer {
    guard let helper else { return .unavailable }
    if let hash, let known = kept.withLock({ $0.made[hash] }) { return .made(known) }
    guard let bytes = image() else { return .made(nil) }
    let made = thumbnail(of: bytes, helper)
    if let hash { kept.withLock { $0.keep(made, hash) } }
    return .made(made)
  }

  private static func thumbnail(of bytes: [UInt8], _ helper: Helper) -> [UInt8]? {
    let answer = helper.run(
      [String(side)], input: bytes, outputLimit: 1 << 20, milliseconds: 15_000)
    // The length before it: half an answer of a helper that was stopped is none.
    guard let answer, answer.count > 4 else { return nil }
    let length = answer[..<4].reduce(0) { $0 << 8 | Int($1) }
    return answer.count == 4 + length ? Array(answer[4...]) : nil
  }

  // MARK: The helper

  #if Thumbnails
    private static let helper: Helper? = {
      // Sound: both texts are the loader's and the environment's, copied at once.
      if let named = unsafe CLRuntimeThumbnailer() {
        return existing(unsafe String(cString: named))
      }
      guard let library = unsafe CLRuntimeLibraryPath().map({ unsafe String(cString: $0) }) else {
        return nil
      }
      let folder = URL(filePath: library).resolvingSymlinksInPath().deletingLastPathComponent()
      // As installed, and as built.
      let places = ["../libexec/contactlog/contactlog-thumbnail", "contactlog-thumbnail"]
      return places.lazy.compactMap {
        existing(folder.appending(path: $0).path(percentEncoded: false))
      }.first
    }()

    private static func existing(_ path: String) -> Helper? {
      Permission.allowsRunning(path) ? Helper(path) : nil
    }
  #else
    private static let helper: Helper? = nil
  #endif

  // MARK: What was made

  private struct Kept {
    var made: [ContentHash: [UInt8]?] = [:]
    var bytes = 0

    mutating func keep(_ thumbnail: [UInt8]?, _ hash: ContentHash) {
      let size = 64 + (thumbnail?.count ?? 0)
      if bytes + size > 8 << 20 { self = Kept() }
      bytes += size
      made[hash] = thumbnail
    }
  }

  private static let kept = Mutex(Kept())
}
