import _FoundationICU

extension Folding {
  // Sound: ICU's normalizer instances are immutable singletons.
  nonisolated(unsafe) private static let caseFold: OpaquePointer? = {
    var status = U_ZERO_ERROR
    return unsafe swift_unorm2_getNFKCCasefoldInstance(&status)
  }()

  nonisolated(unsafe) private static let decomposition: OpaquePointer? = {
    var status = U_ZERO_ERROR
    return unsafe swift_unorm2_getNFDInstance(&status)
  }()

  /// Hands the folded scalars of text to `body`: two normalizations, then one scalar at a time.
  static func forEachFoldedScalar(of text: String, _ body: (UInt32) -> Void) {
    unsafe withUTF16(text) { units in
      unsafe normalize(units, with: caseFold) { units in
        unsafe normalize(units, with: decomposition) { units in
          unsafe decode(units) { FoldedScalar.map($0, body) }
        }
      }
    }
  }

  /// Normalizes into a buffer on the stack, or a longer one where that is too short.
  private static func normalize(
    _ units: UnsafeBufferPointer<UInt16>, with normalizer: OpaquePointer?,
    _ body: (UnsafeBufferPointer<UInt16>) -> Void
  ) {
    guard let normalizer = unsafe normalizer else { return unsafe body(units) }
    var capacity = 3 * units.count + 16
    var done = false
    while !done {
      unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { buffer in
        var status = U_ZERO_ERROR
        // Sound: ICU writes at most `capacity` units, and returns how many there are.
        let length = Int(
          unsafe swift_unorm2_normalize(
            normalizer, units.baseAddress, Int32(units.count), buffer.baseAddress,
            Int32(capacity), &status))
        if status == U_BUFFER_OVERFLOW_ERROR, length > capacity {
          capacity = length
          return
        }
        done = true
        if status.rawValue <= 0 {
          unsafe body(UnsafeBufferPointer(rebasing: buffer[..<length]))
        }
      }
    }
  }

  private static func decode(
    _ units: UnsafeBufferPointer<UInt16>, _ body: (UInt32) -> Void
  ) {
    var index = 0
    while index < units.count {
      let unit = unsafe UInt32(units[index])
      index += 1
      if unit & 0xFC00 == 0xD800, index < units.count {
        let low = unsafe UInt32(units[index])
        index += 1
        body(0x1_0000 + (unit & 0x3FF) << 10 + low & 0x3FF)
      } else {
        body(unit)
      }
    }
  }
}
