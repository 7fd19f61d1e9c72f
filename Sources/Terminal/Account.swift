import Glibc

/// The user the process runs as.
///
/// - C: `getuid(2)`, `getpwuid_r(3)`
public struct Account: Hashable, Sendable {
  /// The login name, or nil where the system has none for this user.
  public let name: String?
  /// The home folder of the account, or nil.
  public let home: String?

  /// Looks the current user up.
  public static func current() -> Account {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    // The strings of the entry live in `buffer`, which outlives their copying here.
    return unsafe buffer.withUnsafeMutableBufferPointer { space in
      guard let address = space.baseAddress else { return Account(name: nil, home: nil) }
      let code = unsafe getpwuid_r(getuid(), &entry, address, space.count, &found)
      guard code == 0, unsafe found != nil else { return Account(name: nil, home: nil) }
      return unsafe Account(name: text(entry.pw_name), home: text(entry.pw_dir))
    }
  }

  private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    let text = unsafe String(cString: pointer)
    return text.isEmpty ? nil : text
  }
}
