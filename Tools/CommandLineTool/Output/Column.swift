/// A column of a table.
public struct Column: Sendable {
  /// The heading; also the name of the field in the first line of TSV.
  public var title: String
  /// Whether numbers line up at their last digit.
  public var alignsRight: Bool
  /// Whether the column gives way first where the terminal is narrow.
  public var isFlexible: Bool
  /// The style of its cells.
  public var style: Style?

  /// A column of words.
  public init(
    _ title: String, alignsRight: Bool = false, isFlexible: Bool = false, style: Style? = nil
  ) {
    self.title = title
    self.alignsRight = alignsRight
    self.isFlexible = isFlexible
    self.style = style
  }
}
