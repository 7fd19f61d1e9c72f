/// Why text could not be written.
public enum OutputError: Error, Hashable, Sendable {
  /// The reader of the pipe has gone (`EPIPE`): the tool ends silently.
  case closed
  /// The system refused the write.
  case failed(SystemError)
}
