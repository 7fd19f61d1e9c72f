extension Span<UInt8> {
  /// Whether the bytes in `range` are sound UTF-8.
  func isUTF8(_ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: extracting(range))) != nil
  }
}
