public import Terminal

/// A line on a terminal that tells how far long work is.
///
/// Written at most ten times a second, and only where a person watches; it is wiped at the end.
public final class Progress {
  private let sink: any TextSink
  private let isShown: Bool
  private let now: () -> ContinuousClock.Instant
  private var last: ContinuousClock.Instant?

  /// Progress on a stream, shown where that is a terminal.
  public convenience init(on stream: StandardStream = .error) {
    self.init(
      sink: StreamWriter(stream), isShown: stream.isTerminal, now: { ContinuousClock().now })
  }

  init(sink: any TextSink, isShown: Bool, now: @escaping () -> ContinuousClock.Instant) {
    self.sink = sink
    self.isShown = isShown
    self.now = now
  }

  /// Shows where the work stands, such as `imported 12,000 of 31,000 cards`.
  ///
  /// - Parameter text: Made only when it will be shown.
  public func update(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let time = now()
    if let last, time - last < .milliseconds(100) { return }
    last = time
    // A terminal that went away stops the progress, not the work.
    do throws(OutputError) {
      try sink.write("\r\(Sanitizer.clean(text()))\u{1B}[K")
      try sink.flush()
    } catch {}
  }

  /// Wipes the line.
  public func finish() {
    guard isShown, last != nil else { return }
    last = nil
    do throws(OutputError) {
      try sink.write("\r\u{1B}[K")
      try sink.flush()
    } catch {}
  }
}
