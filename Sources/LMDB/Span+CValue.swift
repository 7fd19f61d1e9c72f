import CLMDB
import Glibc

extension Span<UInt8> {
  /// Lends the bytes to C.
  ///
  /// Sound while LMDB neither writes through the pointer nor keeps it beyond the call: it
  /// takes keys and values as `MDB_val *` without `const`, and copies them.
  @inline(__always)
  func withCValue<R>(_ body: (inout MDB_val) -> R) -> R {
    unsafe withUnsafeBufferPointer { buffer in
      var value = unsafe MDB_val(
        mv_size: buffer.count, mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress))
      return unsafe body(&value)
    }
  }
}

extension MDB_val {
  /// The bytes that LMDB points to; the caller ties their lifetime to the transaction.
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let start = unsafe mv_data?.assumingMemoryBound(to: UInt8.self)
      let buffer = unsafe UnsafeBufferPointer(start: start, count: mv_size)
      let span = unsafe Span(_unsafeElements: buffer)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  func hasBytes(of key: Span<UInt8>) -> Bool {
    unsafe key.withUnsafeBufferPointer { buffer in
      guard unsafe buffer.count == mv_size, let start = buffer.baseAddress else { return false }
      return unsafe memcmp(start, mv_data, buffer.count) == 0
    }
  }
}
