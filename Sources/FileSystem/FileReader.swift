import Glibc

/// Reads a file of any size in pieces, or standard input.
public struct FileReader: ~Copyable {
  /// The most bytes of one piece.
  public static let chunkSize = 256 << 10

  // Standard input stays open: it is the process's.
  private let file: Descriptor?

  /// Opens a file; `-` is standard input.
  ///
  /// Symbolic links are followed: the user named the file.
  ///
  /// - Throws: ``FileSystemError`` with the system's code.
  public init(path: String) throws(FileSystemError) {
    file = path == "-" ? nil : try Descriptor(path, O_RDONLY, followingLinks: true)
  }

  /// Replaces the buffer by the next bytes; `false`, and an empty buffer, at the end.
  ///
  /// The buffer keeps its memory, so that a loop allocates once.
  ///
  /// - Throws: ``FileSystemError`` with the system's code.
  public mutating func read(into buffer: inout [UInt8]) throws(FileSystemError) -> Bool {
    if buffer.count < Self.chunkSize {
      // An array: other sequences are appended one by one where nothing is optimised.
      buffer += [UInt8](repeating: 0, count: Self.chunkSize - buffer.count)
    }
    let number = descriptorNumber
    // Sound: at most as many bytes as the buffer has are written to it.
    let count = try retrying("read") {
      unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
    }
    buffer.removeLast(buffer.count - count)
    return count > 0
  }

  private var descriptorNumber: CInt {
    switch file {
    case .some(let file): file.number
    case .none: STDIN_FILENO
    }
  }
}
