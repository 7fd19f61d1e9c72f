import _FoundationICU

extension Charset {
  /// What some octets may be, the likeliest first, by how often letters stand together in
  /// languages; a few words are needed.
  ///
  /// The corresponding C functions are `ucsdet_setText` and `ucsdet_detectAll`.
  ///
  /// - Complexity: Some ten microseconds, and linear in the octets up to a few thousand.
  public static func candidates(for octets: [UInt8]) -> [Charset] {
    var status = U_ZERO_ERROR
    guard let detector = unsafe swift_ucsdet_open(&status) else { return [] }
    defer { unsafe swift_ucsdet_close(detector) }
    return unsafe octets.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return [] }
      // Sound: the detector keeps the address, and is asked only while the octets stand there.
      let start = unsafe base.assumingMemoryBound(to: CChar.self)
      unsafe swift_ucsdet_setText(detector, start, Int32(clamping: raw.count), &status)
      var count: Int32 = 0
      guard let matches = unsafe swift_ucsdet_detectAll(detector, &count, &status),
        status.rawValue <= 0
      else { return [] }
      var charsets: [Charset] = []
      for index in 0..<Int(count) {
        // Sound: `detectAll` gave `count` matches, whose names are constant texts.
        guard let name = unsafe swift_ucsdet_getName(matches[index], &status) else { continue }
        if let charset = unsafe Charset(named: String(cString: name)) { charsets.append(charset) }
      }
      return charsets
    }
  }
}
