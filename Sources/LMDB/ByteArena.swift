/// Bytes that grow at the end, faster than an array of them.
///
/// `Array.append(contentsOf:)` costs about 80 instructions for a number of eight bytes; storing
/// into room made beforehand costs a fifth of that. The room is zeroed once, and kept.
struct ByteArena: Sendable {
  private var storage: [UInt8] = []
  private(set) var count = 0

  init(capacity: Int) { makeRoom(for: capacity) }

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    @inline(__always)
    get { storage.span.extracting(first: count) }
  }

  mutating func removeAll(keepingCapacity: Bool) {
    if !keepingCapacity { storage = [] }
    count = 0
  }

  mutating func truncate(to count: Int) {
    self.count = min(self.count, max(count, 0))
  }

  @inline(__always)
  mutating func append<T: FixedWidthInteger & BitwiseCopyable>(bigEndian value: T) {
    let size = MemoryLayout<T>.size
    if storage.count - count < size { makeRoom(for: size) }
    // Sound: there is room for `size` bytes at `count`.
    unsafe storage.withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: value.bigEndian, toByteOffset: count, as: T.self)
    }
    count += size
  }

  @inline(__always)
  mutating func append(_ span: Span<UInt8>) {
    if storage.count - count < span.count { makeRoom(for: span.count) }
    // Sound: there is room for the bytes at `count`, and both pointers live for the call only.
    unsafe span.withUnsafeBytes { source in
      unsafe storage.withUnsafeMutableBytes { target in
        if let from = source.baseAddress, let to = target.baseAddress {
          unsafe (to + count).copyMemory(from: from, byteCount: source.count)
        }
      }
    }
    count += span.count
  }

  @inline(never)
  private mutating func makeRoom(for size: Int) {
    let wanted = max(count + size, 2 * storage.count)
    storage.append(contentsOf: repeatElement(0, count: wanted - storage.count))
  }
}
