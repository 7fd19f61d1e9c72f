/// Paragraphs broken into lines.
enum TextWrap {
  /// The text in lines of at most `width` columns; each but the first is indented by `hanging`.
  ///
  /// Paragraphs are separated by empty lines; a line that begins with two spaces stays as it is.
  static func lines(_ text: String, width: Int, hanging: Int = 0) -> [String] {
    var out: [String] = []
    var open = false
    let indent = String(repeating: " ", count: hanging)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") || line.isEmpty {
        out.append(String(line))
        open = false
        continue
      }
      for word in line.split(separator: " ") {
        if open, let last = out.last,
          DisplayWidth.of(last) + 1 + DisplayWidth.of(String(word)) <= width
        {
          out[out.count - 1] = last + " " + word
        } else {
          out.append((out.isEmpty ? "" : indent) + word)
          open = true
        }
      }
    }
    return out
  }

  /// Two columns: names on the left, wrapped text on the right.
  static func pairs(_ pairs: [(String, String)], width: Int) -> String {
    let left = min(28, (pairs.map { DisplayWidth.of($0.0) }.max() ?? 0)) + 4
    return pairs.map { name, text in
      let used = DisplayWidth.of(name) + 2
      let start =
        used + 2 > left
        ? "  \(name)\n" + String(repeating: " ", count: left)
        : "  \(name)" + String(repeating: " ", count: left - used)
      let wrapped = lines(text, width: max(20, width - left))
      return start + wrapped.joined(separator: "\n" + String(repeating: " ", count: left)) + "\n"
    }.joined()
  }
}
