import _FoundationICU

extension Charset {
  /// Calls `body` with each letter and the place of the octet that it starts at.
  ///
  /// Octets without a meaning are read as Windows-1252. The corresponding C functions are
  /// `ucnv_toUnicode` and `ucnv_getInvalidChars`.
  ///
  /// - Returns: Whether all octets had a meaning.
  /// - Complexity: Linear in the octets; a converter is opened, which takes about a microsecond
  ///   after the first time.
  @discardableResult
  public func forEachLetter(
    of octets: Span<UInt8>, _ body: (_ letter: Unicode.Scalar, _ offset: Int) -> Void
  ) -> Bool {
    if self == .windows1252 {
      for index in octets.indices { body(Self.western(octets[index]), index) }
      return true
    }
    var status = U_ZERO_ERROR
    guard let converter = unsafe swift_ucnv_open(name, &status) else {
      for index in octets.indices { body(Self.western(octets[index]), index) }
      return false
    }
    defer { unsafe swift_ucnv_close(converter) }
    unsafe swift_ucnv_setToUCallBack(
      converter, swift_UCNV_TO_U_CALLBACK_STOP, nil, nil, nil, &status)
    return unsafe octets.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return true }
      // Sound: octets are read as signed ones of the same size, within the call.
      let start = unsafe base.assumingMemoryBound(to: CChar.self)
      return unsafe Self.convert(converter, start, raw.count, body)
    }
  }

  /// Runs a converter over `count` octets.
  private static func convert(
    _ converter: OpaquePointer, _ start: UnsafePointer<CChar>, _ count: Int,
    _ body: (Unicode.Scalar, Int) -> Void
  ) -> Bool {
    let capacity = 256
    let end = unsafe start + count
    return unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { units in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: capacity) { offsets in
        guard let first = units.baseAddress else { return false }
        var isSound = true
        var source: UnsafePointer<CChar>? = unsafe start
        var high: UInt16?
        while let from = unsafe source {
          let done = unsafe from - start
          var target: UnsafeMutablePointer<UInt16>? = unsafe first
          var status = U_ZERO_ERROR
          // Sound: ICU reads up to `end`, writes up to the capacity of both buffers, and moves the
          // two pointers to where it stopped.
          unsafe swift_ucnv_toUnicode(
            converter, &target, first + capacity, &source, end, offsets.baseAddress, 1, &status)
          let made = unsafe target.map { unsafe $0 - first } ?? 0
          for index in 0..<made {
            let unit = unsafe units[index]
            let offset = unsafe done + max(0, Int(offsets[index]))
            emit(unit, offset, &high, body)
          }
          if status == U_BUFFER_OVERFLOW_ERROR { continue }
          if status.rawValue <= 0 { break }
          isSound = false
          unsafe emitInvalid(converter, start, from, &source, end, body)
        }
        return isSound
      }
    }
  }

  private static func emit(
    _ unit: UInt16, _ offset: Int, _ high: inout UInt16?, _ body: (Unicode.Scalar, Int) -> Void
  ) {
    if UTF16.isLeadSurrogate(unit) {
      high = unit
      return
    }
    if let lead = high, UTF16.isTrailSurrogate(unit) {
      let value = 0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(unit & 0x3FF))
      body(Unicode.Scalar(value) ?? "\u{FFFD}", offset)
    } else {
      body(Unicode.Scalar(unit) ?? "\u{FFFD}", offset)
    }
    high = nil
  }

  /// Hands on the octets at which the converter stopped, as Windows-1252.
  private static func emitInvalid(
    _ converter: OpaquePointer, _ start: UnsafePointer<CChar>, _ from: UnsafePointer<CChar>,
    _ source: inout UnsafePointer<CChar>?, _ end: UnsafePointer<CChar>,
    _ body: (Unicode.Scalar, Int) -> Void
  ) {
    guard let stop = unsafe source else { return }
    var octets = [CChar](repeating: 0, count: 32)
    var length = Int8(32)
    var status = U_ZERO_ERROR
    // Sound: ICU writes at most `length` octets and sets `length` to how many there are.
    unsafe swift_ucnv_getInvalidChars(converter, &octets, &length, &status)
    let count = status.rawValue <= 0 ? max(0, Int(length)) : 0
    let offset = unsafe stop - start
    for index in 0..<count {
      body(western(UInt8(bitPattern: octets[index])), max(0, offset - count + index))
    }
    // Always goes on, whatever a converter answers.
    if count == 0, unsafe stop == from, unsafe stop < end {
      body(western(UInt8(bitPattern: unsafe stop.pointee)), offset)
      unsafe source = unsafe stop + 1
    }
  }

  /// An octet read as Windows-1252, or, where that has none, as the control of that number.
  private static func western(_ octet: UInt8) -> Unicode.Scalar {
    octet < 0x80 || octet >= 0xA0 ? Unicode.Scalar(octet) : upperControls[Int(octet) - 0x80]
  }

  /// What the octets from 0x80 to 0x9F are in Windows-1252.
  private static let upperControls: [Unicode.Scalar] = {
    var letters = (UInt8(0x80)...0x9F).map { Unicode.Scalar($0) }
    var status = U_ZERO_ERROR
    guard let converter = unsafe swift_ucnv_open("windows-1252", &status) else { return letters }
    defer { unsafe swift_ucnv_close(converter) }
    for (index, letter) in letters.enumerated() {
      let octet = [CChar(bitPattern: UInt8(letter.value))]
      var units: [UInt16] = [0, 0]
      // Sound: one octet is read and at most two units are written.
      let count = unsafe swift_ucnv_toUChars(converter, &units, 2, octet, 1, &status)
      if status.rawValue <= 0, count == 1, units[0] != 0xFFFD, let found = Unicode.Scalar(units[0])
      {
        letters[index] = found
      }
      status = U_ZERO_ERROR
    }
    return letters
  }()
}
