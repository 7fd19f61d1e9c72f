import Terminal

/// Errors and warnings: one line each on standard error, named after the tool.
public struct Diagnostics {
  private let tool: String
  private let sink: any TextSink

  /// Messages of a tool to a sink.
  public init(tool: String, sink: any TextSink) {
    self.tool = tool
    self.sink = sink
  }

  /// Writes `tool: message`, cleaned of control characters.
  ///
  /// Where not even standard error can be written there is nobody left to tell.
  public func report(_ message: String) {
    do throws(OutputError) {
      try sink.write("\(tool): \(Sanitizer.clean(message))\n")
      try sink.flush()
    } catch {}
  }
}
