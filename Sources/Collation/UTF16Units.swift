import _FoundationICU

/// Lends the UTF-16 form of a string, on the stack where it is short.
@inline(__always)
func withUTF16<R>(_ string: String, _ body: (UnsafeBufferPointer<UInt16>) -> R) -> R {
  let utf8 = string.utf8.span
  // A string has at most as many UTF-16 units as UTF-8 bytes.
  return unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: utf8.count + 1) { units in
    let count = unsafe transcode(utf8, units)
    return unsafe body(UnsafeBufferPointer(rebasing: units[..<count]))
  }
}

private func transcode(
  _ utf8: Span<UInt8>, _ units: UnsafeMutableBufferPointer<UInt16>
) -> Int {
  var count = 0
  while count < utf8.count {
    let byte = utf8[count]
    guard byte < 0x80 else { break }
    unsafe units[count] = UInt16(byte)
    count += 1
  }
  guard count < utf8.count else { return count }
  // Sound: the room left is passed, and the bytes of a String are valid UTF-8.
  let rest = utf8.extracting(count...)
  return unsafe rest.withUnsafeBufferPointer { source in
    unsafe source.withMemoryRebound(to: CChar.self) { source in
      var status = U_ZERO_ERROR
      var written: Int32 = 0
      if let start = units.baseAddress {
        unsafe swift_u_strFromUTF8(
          start + count, Int32(units.count - count), &written, source.baseAddress,
          Int32(source.count), &status)
      }
      return count + Int(written)
    }
  }
}
