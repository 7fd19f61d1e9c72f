public import Terminal

/// A way to make words stand out.
public enum Style: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"

  /// The text in this style, or as it is where colours are off.
  ///
  /// - ECMA-48, 8.3.117 (SGR)
  public func apply(to text: String, enabled: Bool) -> String {
    enabled && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// What the place the output goes to can show.
public struct Display: Sendable {
  /// Columns to cut tables to; nil where nothing must be cut.
  public var width: Int?
  /// Whether colours may be used.
  public var hasColors: Bool

  /// A display with these abilities.
  public init(width: Int? = nil, hasColors: Bool = false) {
    self.width = width
    self.hasColors = hasColors
  }

  /// A file or pipe: nothing is cut, nothing is coloured.
  public static let plain = Display()

  /// What a standard stream can show.
  ///
  /// Colours need a terminal, no `NO_COLOR` (see no-color.org) and a `TERM` other than `dumb`.
  /// `COLUMNS` goes before the width the terminal tells.
  public static func of(
    _ stream: StandardStream, environment: EnvironmentVariables = .process
  ) -> Display {
    guard stream.isTerminal else { return .plain }
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let hasColors = environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    return Display(width: columns ?? stream.width ?? 80, hasColors: hasColors)
  }
}
