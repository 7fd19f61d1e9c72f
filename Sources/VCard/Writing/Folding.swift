/// Long lines (RFC 6350 section 3.2): at most 75 octets, a blank before what goes on.
enum Folding {
  private static let limit = 75

  /// Appends a line and its end, folded.
  static func append(_ line: [UInt8], to output: inout [UInt8]) {
    if line.count <= limit {
      output += line
    } else if line.allSatisfy({ $0 < 0x80 }) {
      appendPlain(line, to: &output)
    } else {
      appendLetters(String(decoding: line, as: UTF8.self), to: &output)
    }
    output += [ASCII.carriageReturn, ASCII.lineFeed]
  }

  private static func appendPlain(_ line: [UInt8], to output: inout [UInt8]) {
    output.reserveCapacity(output.count + line.count + line.count / 24)
    var start = 0
    var room = limit
    while start < line.count {
      if start > 0 { output += [ASCII.carriageReturn, ASCII.lineFeed, ASCII.space] }
      let end = min(line.count, start + room)
      output += line[start..<end]
      start = end
      room = limit - 1
    }
  }

  private static func appendLetters(_ line: String, to output: inout [UInt8]) {
    var column = 0
    func fold() {
      output += [ASCII.carriageReturn, ASCII.lineFeed, ASCII.space]
      column = 1
    }
    for letter in line {
      let width = letter.utf8.count
      if column + width <= limit {
        output += Array(letter.utf8)
        column += width
      } else if width < limit {
        fold()
        output += Array(letter.utf8)
        column += width
      } else {
        // A letter with more marks than fit on a line is parted between them.
        for scalar in letter.unicodeScalars {
          let octets = Array(String(scalar).utf8)
          if column + octets.count > limit { fold() }
          output += octets
          column += octets.count
        }
      }
    }
  }
}
