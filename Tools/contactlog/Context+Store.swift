import CommandLineTool
import ContactLog
import ContactModel

extension Context {
  /// What commits name as their program.
  static let program = "contactlog"

  /// How this run opens stores.
  func storeOptions() throws -> Store.Options {
    var options = Store.Options()
    options.waiting = .milliseconds(try waitMilliseconds())
    options.allowedFileSystems = Set(line.allOptions("allow-fs"))
    return options
  }

  /// Opens the store.
  func openStore() throws -> Store {
    try Store.open(at: storePath(), options: storeOptions())
  }

  /// The command that takes a commit back, ready to be pasted.
  func undoCommand(_ commit: String) -> String {
    let place = line.option("store").map { " --store \(Self.quote($0))" } ?? ""
    return "contactlog undo \(commit)\(place)"
  }

  private static func quote(_ word: String) -> String {
    let plain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0))
    }
    if plain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
  }
}
