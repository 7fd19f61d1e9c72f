/// Takes a written moment apart, from left to right.
struct TimeScanner {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = text[...].unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  func isAt(_ scalar: Unicode.Scalar) -> Bool { rest.first == scalar }

  mutating func take(_ choices: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, choices.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = self.digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Microseconds after the second; 0 where there is no point, nil where no digit follows it.
  mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    var (value, count) = (0, 0)
    while let digit = self.digit() {
      if count < 6 { value = value * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<max(count, 6) { value *= 10 }
    return value
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int? {
    if take("Z", "z") { return 0 }
    let sign = take("+") ? 1 : -1
    guard sign == 1 || take("-") else { return nil }
    guard let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  mutating func digit() -> Int? {
    guard let first = rest.first, ("0"..."9").contains(first) else { return nil }
    rest.removeFirst()
    return Int(first.value - 48)
  }
}
