/// Rows for programs: fields separated by tabs, one row a line.
///
/// `\t`, `\n`, `\r` and `\\` stand for tab, newline, return and backslash; other control characters
/// are written `\u{1B}`. Every row has the same number of fields.
public enum TSV {
  /// One row with its newline.
  public static func row(_ fields: [String]) -> String {
    fields.map(Sanitizer.cleanReversibly).joined(separator: "\t") + "\n"
  }
}
