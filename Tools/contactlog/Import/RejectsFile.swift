import CommandLineTool
import Terminal
import VCard

/// The files that refused cards are written to, to be mended and imported.
///
/// Cards stand in them byte for byte. One file takes what can be read together: cards, or rows of
/// tables with the same headings; others get files of their own, `NAME.2` and so on. A file appears
/// at the end, whole or not at all; none that would be empty.
final class RejectsFile {
  /// What decides whether refused cards may share a file.
  private struct Kind: Equatable {
    let format: CardFormat
    let prologue: [UInt8]
  }

  private final class Part {
    let kind: Kind
    let path: String
    let file: OutputFile
    var cards = 0
    /// How the last line written ends.
    var needsLineEnd = false
    var lineEnd: [UInt8] = [0x0D, 0x0A]

    init(_ kind: Kind, _ path: String, _ file: OutputFile) {
      self.kind = kind
      self.path = path
      self.file = file
    }
  }

  private let path: String
  private let replaces: Bool
  /// The first file, made before anything is imported, so that a wrong path is noticed in time.
  private var first: OutputFile?
  private var parts: [Part] = []
  private var open: Part?

  init(path: String, replacing: Bool) throws(Failure) {
    self.path = path
    replaces = replacing
    first = try Self.create(path, replacing: replacing)
  }

  private static func create(_ path: String, replacing: Bool) throws(Failure) -> OutputFile {
    do throws(SystemError) {
      return try OutputFile(path: path, replacing: replacing)
    } catch {
      throw Failure(error, creating: path)
    }
  }

  /// The files written, once they are finished.
  var paths: [String] { parts.map(\.path) }

  /// Adds bytes of a refused card, which may go on.
  func add(_ bytes: [UInt8], of source: CardSource) throws {
    guard !bytes.isEmpty else { return }
    let part = try open ?? part(for: Kind(format: source.format, prologue: source.prologue))
    if open == nil {
      if part.cards == 0 { try write(part.kind.prologue, to: part) }
      if part.needsLineEnd { try write(part.lineEnd, to: part) }
      part.lineEnd = Self.lineEnd(bytes)
      open = part
    }
    try write(bytes, to: part)
    part.needsLineEnd = bytes.last != 0x0A && bytes.last != 0x0D
  }

  /// Ends a refused card.
  func endCard() {
    open?.cards += 1
    open = nil
  }

  /// Makes the files durable and visible.
  func finish() throws {
    for part in parts {
      if part.needsLineEnd { try write(part.lineEnd, to: part) }
      do throws(OutputError) {
        try part.file.finish()
      } catch {
        throw failure(error, part.path)
      }
    }
    first = nil
  }

  private func part(for kind: Kind) throws -> Part {
    if let part = parts.first(where: { $0.kind == kind }) { return part }
    let name = parts.isEmpty ? path : "\(path).\(parts.count + 1)"
    let file = try first ?? Self.create(name, replacing: replaces)
    first = nil
    let part = Part(kind, name, file)
    parts.append(part)
    return part
  }

  private func write(_ bytes: [UInt8], to part: Part) throws {
    do throws(OutputError) {
      try part.file.write(bytes: bytes)
    } catch {
      throw failure(error, part.path)
    }
  }

  private func failure(_ error: OutputError, _ path: String) -> Failure {
    guard case .failed(let reason) = error else { return Failure(output: error) }
    return Failure(.ioError, "cannot write '\(path)': \(reason.text)")
  }

  /// The line end that a card uses.
  private static func lineEnd(_ bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return [0x0D, 0x0A]
    }
    if bytes[end] == 0x0A { return [0x0A] }
    return end + 1 < bytes.count && bytes[end + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }
}
