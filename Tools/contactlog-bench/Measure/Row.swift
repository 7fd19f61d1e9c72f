import Foundation

/// One line of the report: a JSON object whose fields keep their order.
struct Row {
  enum Field {
    case text(String)
    case integer(Int)
    case real(Double)
    case flag(Bool)
  }

  private var fields: [(name: String, field: Field)] = []

  init(scenario: String, subject: String) {
    set("scenario", scenario)
    set("subject", subject)
  }

  mutating func set(_ name: String, _ value: String) { fields.append((name, .text(value))) }
  mutating func set(_ name: String, _ value: Int) { fields.append((name, .integer(value))) }
  mutating func set(_ name: String, _ value: Double) { fields.append((name, .real(value))) }
  mutating func set(_ name: String, _ value: Bool) { fields.append((name, .flag(value))) }

  /// Median, least and most of durations, in microseconds.
  mutating func set(_ timings: Timings) {
    set("count", timings.count)
    set("medianMicroseconds", timings.median * 1e6)
    set("minMicroseconds", timings.minimum * 1e6)
    set("maxMicroseconds", timings.maximum * 1e6)
    if timings.count >= 100 { set("p99Microseconds", timings.percentile(99) * 1e6) }
  }

  /// The object as one line of JSON, without a line end.
  var json: String {
    let pairs = fields.map { name, field in
      switch field {
      case .text(let text): "\(Self.quoted(name)):\(Self.quoted(text))"
      case .integer(let number): "\(Self.quoted(name)):\(number)"
      case .real(let number): "\(Self.quoted(name)):\(Self.written(number))"
      case .flag(let flag): "\(Self.quoted(name)):\(flag)"
      }
    }
    return "{\(pairs.joined(separator: ","))}"
  }

  /// Four significant digits are more than a measurement gives.
  private static func written(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    guard number != 0, abs(number) < 1e15 else { return "0" }
    let digits = max(0, 3 - Int(log10(abs(number)).rounded(.down)))
    let scale = pow(10, Double(digits))
    let rounded = (number * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
