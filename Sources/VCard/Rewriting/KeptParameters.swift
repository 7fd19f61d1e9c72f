import ContactModel

/// The parameters of a line as it came that the model does not know, for a line of the writer's.
enum KeptParameters {
  /// Parameters that the writer says itself, from the model.
  private static let known = Set<String>([
    "TYPE", "ENCODING", "CHARSET", "VALUE", "PREF", "X-APPLE-OMIT-YEAR", "X-SERVICE-TYPE",
    "SERVICE-TYPE", "X-USER", "USERNAME", "X-USERID", "DERIVED", "X-SECONDARY-SURNAME",
    "X-GENERATION",
  ]).union(Addresses.moreKeys.map(\.parameter))

  /// The parameters to keep.
  ///
  /// - Parameters:
  ///   - head: The line as it came.
  ///   - line: The line that the writer has in its place.
  ///   - hasSameValue: Whether both say the same, so that what is said of the value holds.
  ///   - label: The label, which may be a word of `TYPE` itself.
  static func of(
    _ head: LineHeadText, for line: WrittenLine, hasSameValue: Bool, label: Label?,
    _ version: VCardVersion
  ) -> [CardOutput.Parameter] {
    let written = Set(line.parameters.map { $0.name.uppercased() })
    var kept: [CardOutput.Parameter] = []
    for parameter in head.parameters where !parameter.name.isEmpty {
      let name = parameter.name.uppercased()
      guard !known.contains(name), !written.contains(name), isAllowed(name, version),
        hasSameValue || !LineHeadText.boundToValue.contains(name)
      else { continue }
      let value = parameter.values.joined(separator: ",")
      guard
        version != .v21
          || value.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != ASCII.quote })
      else { continue }
      kept.append(.init(parameter.name, value, isRaw: true))
    }
    return kept + words(head, line, label, version)
  }

  /// Before 4.0 a parameter must be one of a few, or anybody's own.
  private static func isAllowed(_ name: String, _ version: VCardVersion) -> Bool {
    version == .v4 || name.hasPrefix("X-") || name == "LANGUAGE"
  }

  /// The words of `TYPE` that say nothing of what the value is for.
  private static func words(
    _ head: LineHeadText, _ line: WrittenLine, _ label: Label?, _ version: VCardVersion
  ) -> [CardOutput.Parameter] {
    guard let label, line.name != "X-SOCIALPROFILE" else { return [] }
    let written = Set(
      line.parameters.filter(\.isType).flatMap { $0.value.uppercased().split(separator: ",") })
    return head.words.compactMap { word in
      let capitals = word.uppercased()
      let isPlain = capitals.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
      guard isPlain, !written.contains(capitals[...]), TypeWords.table[word] == nil,
        !["QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT", "B", "Q", "UTF-8"].contains(capitals),
        Label(word) != label, !capitals.hasPrefix("X-") || Label(String(word.dropFirst(2))) != label
      else { return nil }
      return CardOutput.Parameter(version == .v21 ? "" : "TYPE", word, isRaw: true)
    }
  }
}
