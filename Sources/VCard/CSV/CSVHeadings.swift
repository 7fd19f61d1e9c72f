import ContactModel

/// What the headings of tables mean, whatever program wrote them.
///
/// Each dialect is a table of its own; a file may mix them.
enum CSVHeadings {
  /// The meaning of a heading; `nil` when nobody knows it.
  static func target(_ heading: String) -> CSVTarget? {
    let key = normalised(heading)
    return byName[key] ?? GoogleHeadings.numbered(key) ?? numbered(key)
  }

  /// The meanings of all headings of a table.
  ///
  /// `Title` is what stands before a name where there is a column for the job's title as well; of
  /// two columns `Titre` the second is that of the job.
  static func targets(_ headings: [String]) -> [CSVTarget?] {
    var targets = headings.map(target)
    let hasJob = targets.contains(.value(.jobTitle)) || targets.contains(.value(.suffix))
    for index in headings.indices where targets[index] == .value(.prefix) {
      let isSecond = targets[..<index].contains(.value(.prefix))
      if isSecond || normalised(headings[index]) == "title" && !hasJob {
        targets[index] = .value(.jobTitle)
      }
    }
    return targets
  }

  /// Small letters, single blanks, plain apostrophes.
  static func normalised(_ heading: String) -> String {
    heading.lowercased().replacing("\u{2019}", with: "'")
      .split { $0 == " " || $0 == "\u{A0}" || $0 == "\t" || $0 == "\n" || $0 == "\r" }
      .joined(separator: " ")
  }

  private static let byName: [String: CSVTarget] = {
    var names: [String: CSVTarget] = [:]
    for (heading, target) in GoogleHeadings.single + OtherHeadings.all {
      names[normalised(heading)] = target
    }
    for column in OutlookHeadings.all {
      for heading in [column.english, column.german, column.french] + column.others
      where !heading.isEmpty && names[normalised(heading)] == nil {
        names[normalised(heading)] = column.target
      }
    }
    return names
  }()

  /// `home phone 3`: one more entry like the first.
  private static func numbered(_ key: String) -> CSVTarget? {
    guard let blank = key.lastIndex(of: " "), let number = Int(key[key.index(after: blank)...]),
      case .part(let slot, .value)? = byName[String(key[..<blank])]
    else { return nil }
    return .part(
      .init(property: slot.property, key: "\(slot.key) \(number)", label: slot.label), .value)
  }
}
