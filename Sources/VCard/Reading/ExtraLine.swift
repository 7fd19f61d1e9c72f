/// The lines that the model does not know: kept whole, in a form that every version can hold.
enum ExtraLine {
  /// The line as one text in UTF-8, with its group and parameters.
  ///
  /// The bytes stay as they are, except that quoted-printable and charsets are undone already, so
  /// their parameters go, that words which stand alone (2.1) get the name they stand for, and that
  /// letters which no name has become dashes: other programs refuse a whole file for them.
  ///
  /// - Parameter isText: Whether `ENCODING` goes too, as the value is not what that says; other
  ///   programs refuse a whole card for it.
  static func text(_ line: borrowing ContentLine, isText: Bool = false) -> String {
    let head = line.head
    let isAsWritten =
      !head.hasBareWords && head.charset == .none && head.encoding != .quotedPrintable
      && hasPlainName(line)
    return isAsWritten && !isText
      ? line.plain(head.group.lowerBound..<head.value.upperBound) : normalised(line, isText)
  }

  private static func hasPlainName(_ line: borrowing ContentLine) -> Bool {
    for index in line.head.group where !line.bytes[index].isLetterOfName { return false }
    for index in line.head.name where !line.bytes[index].isLetterOfName { return false }
    return true
  }

  private static func normalised(_ line: borrowing ContentLine, _ isText: Bool) -> String {
    let head = line.head
    let bytes = line.bytes
    var output: [UInt8] = []
    for index in head.group { output.append(bytes[index].asLetterOfName) }
    if !head.group.isEmpty { output.append(ASCII.dot) }
    for index in head.name { output.append(bytes[index].asLetterOfName) }
    var scanner = ParameterScanner(
      position: head.parameters.lowerBound, end: head.value.lowerBound, quoted: true)
    while let item = head.parameters.isEmpty ? nil : scanner.next(bytes) {
      let isEncoding =
        bytes.isWord("ENCODING", in: item.name)
        || item.name.isEmpty
          && (bytes.isWord("BASE64", in: item.value) || bytes.isWord("B", in: item.value))
      if !isText || !isEncoding { append(item, bytes, to: &output) }
    }
    output.append(ASCII.colon)
    for index in head.value {
      if bytes[index] == ASCII.lineFeed {
        output += [ASCII.backslash, UInt8(ascii: "n")]
      } else {
        output.append(bytes[index])
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(
    _ item: ParameterScanner.Item, _ bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    guard !item.value.isEmpty || !item.name.isEmpty else { return }
    let isNamed = !item.name.isEmpty
    if bytes.isWord("CHARSET", in: item.name) || bytes.isWord("QUOTED-PRINTABLE", in: item.value) {
      return
    }
    output.append(item.isListed ? ASCII.comma : ASCII.semicolon)
    if item.isListed {
      appendValue(item, bytes, to: &output)
      return
    }
    if isNamed {
      for index in item.name { output.append(bytes[index]) }
    } else if bytes.isWord("BASE64", in: item.value) || bytes.isWord("B", in: item.value) {
      output += Array("ENCODING=b".utf8)
      return
    } else {
      output += Array("TYPE".utf8)
    }
    output.append(ASCII.equals)
    appendValue(item, bytes, to: &output)
  }

  private static func appendValue(
    _ item: ParameterScanner.Item, _ bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    if item.isQuoted { output.append(ASCII.quote) }
    for index in item.value { output.append(bytes[index]) }
    if item.isQuoted { output.append(ASCII.quote) }
  }
}
