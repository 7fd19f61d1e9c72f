import Glibc

/// What the system lets this process do with a file.
public enum Permission {
  /// Whether a file or folder may be read and written: `faccessat` for the effective user.
  public static func allowsReadingAndWriting(_ path: String) -> Bool {
    // Sound: the string lives for the call only.
    unsafe faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0
  }

  /// Whether a file may be run as a program: `faccessat` for the effective user.
  public static func allowsRunning(_ path: String) -> Bool {
    // Sound: the string lives for the call only.
    unsafe faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0
  }
}
