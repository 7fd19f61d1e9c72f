/// How a run ended, for the program that started it.
///
/// Small numbers are answers; the numbers from 64 follow `sysexits.h`, where scripts may know them
/// from.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// Done as asked.
  case ok = 0
  /// Nothing matched: no such record, commit, group or answer.
  case nothingFound = 1
  /// A name fits several records; the candidates were listed and nothing was done.
  case ambiguous = 2
  /// `replay` or `verify`: projections differ from what the log says.
  case differs = 3
  /// `replay` or `verify`: the log itself is damaged or its chain of hashes is broken.
  case chainBroken = 4
  /// Later changes stand in the way; they were listed and nothing was done.
  case blocked = 5
  /// The commits to undo were undone already; nothing was done.
  case undone = 6
  /// Much of the book would be removed or emptied, and nobody confirmed it; nothing was done.
  case held = 7
  /// The command line cannot be understood (`EX_USAGE`).
  case usage = 64
  /// The input is wrong: a value, a date, a card that cannot be read (`EX_DATAERR`).
  case badData = 65
  /// An input file or the store does not exist (`EX_NOINPUT`).
  case noInput = 66
  /// The store cannot serve: damaged, or made by a newer version (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// A fault of the program itself (`EX_SOFTWARE`).
  case software = 70
  /// An output file or a store cannot be created, or exists already (`EX_CANTCREAT`).
  case cannotCreate = 73
  /// Reading or writing failed; the disk may be full (`EX_IOERR`).
  case ioError = 74
  /// Another program holds the store or changed the same values; trying again may help
  /// (`EX_TEMPFAIL`).
  case tryAgain = 75
  /// Access is refused (`EX_NOPERM`).
  case noPermission = 77
  /// A setting or the place of the store is unsafe or unusable (`EX_CONFIG`).
  case configuration = 78
  /// Stopped by Ctrl-C; what was done stands, and was reported.
  case interrupted = 130

  /// One sentence for the reference.
  public var meaning: String {
    switch self {
    case .ok: "Done as asked."
    case .nothingFound: "Nothing matched: no such record, commit, group or answer."
    case .ambiguous: "A name fits several records; the candidates are listed, nothing was done."
    case .differs: "replay, verify: a projection differs from what the log says."
    case .chainBroken: "replay, verify: the log is damaged or its chain of hashes is broken."
    case .blocked: "Later changes stand in the way of an undo; they are listed, nothing was done."
    case .undone: "The commits to undo were undone already; nothing was done."
    case .held:
      "Much of the book would be removed or emptied: confirm it; nothing was done."
    case .usage: "The command line cannot be understood."
    case .badData: "The input is wrong: a value, a date, a card that cannot be read."
    case .noInput: "An input file or the store does not exist."
    case .unavailable: "The store is damaged, or was written by a newer version."
    case .software: "A fault of the program itself."
    case .cannotCreate: "An output file or store cannot be created, or exists already."
    case .ioError: "Reading or writing failed; the disk may be full."
    case .tryAgain: "Another program holds the store or changed the same values; try again."
    case .noPermission: "Access is refused."
    case .configuration: "The place of the store is unsafe or unusable."
    case .interrupted: "Stopped by Ctrl-C; what was done stands and is reported."
    }
  }
}
