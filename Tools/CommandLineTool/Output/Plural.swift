/// Counts as people write them.
public enum Plural {
  /// `1 card`, `2 cards`, `12,000 cards`.
  public static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// The number with a comma after each three digits.
  public static func grouped(_ number: Int) -> String {
    var out = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { out.append(",") }
      out.append(digit)
    }
    return (number < 0 ? "-" : "") + String(out.reversed())
  }
}
