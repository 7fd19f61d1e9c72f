import CommandLineTool
import ContactLog
import ContactModel

extension Failure {
  /// What a command could not foresee: an error of the store, else a fault of the program.
  ///
  /// The text of an unknown error may hold data, so only its type is told.
  init(any error: any Error) {
    switch error {
    case let error as StoreError: self.init(error)
    case let fault as LogFault: self.init(fault)
    default:
      self.init(.software, "unexpected fault (\(type(of: error))); please report this")
    }
  }

  init(_ error: StoreError) {
    self.init(Self.code(of: error.code), error.reason + Self.hint(for: error))
  }

  init(_ fault: LogFault) {
    self.init(ProofView.code(of: fault.kind), fault.description)
  }

  private static func code(of code: StoreError.Code) -> ExitCode {
    switch code {
    case .noStore, .notAStore: .noInput
    case .exists: .cannotCreate
    case .damaged, .newerFormat: .unavailable
    case .permission: .noPermission
    case .busy, .conflict, .alreadyOpen: .tryAgain
    case .full, .io, .outcomeUnknown, .replaced: .ioError
    case .fileSystem: .configuration
    case .notFound, .removed, .notRemoved: .nothingFound
    case .invalid: .badData
    case .superseded, .merged, .keptApart, .undecided: .blocked
    case .diverged: .chainBroken
    case .undone: .undone
    case .held: .held
    case .closed: .software
    }
  }

  private static func hint(for error: StoreError) -> String {
    switch error.code {
    case .conflict:
      ": " + error.conflicts.map { "\($0.record)/\($0.slot.property)" }.joined(separator: ", ")
        + "; nothing was written"
    case .held: "; --confirm-mass-change saves it all the same"
    case .damaged: "; 'contactlog verify' says more"
    default: ""
    }
  }
}
