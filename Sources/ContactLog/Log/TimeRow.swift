internal import ContactModel

/// What the clock of a commit leads to: one row of table `times`.
struct TimeRow: Sendable, Equatable {
  /// The commit's number.
  let commit: UInt64
  /// How many records have events in it, so that a page of commits need not read them; `nil` in rows
  /// of before it was written down.
  let records: Int?

  /// The row's value.
  var bytes: [UInt8] {
    var encoder = CBOREncoder()
    if let records {
      encoder.array(2)
      encoder.unsigned(commit)
      encoder.unsigned(UInt64(records))
    } else {
      encoder.unsigned(commit)
    }
    return encoder.bytes
  }

  init(commit: UInt64, records: Int?) {
    self.commit = commit
    self.records = records
  }

  init(_ bytes: Span<UInt8>) throws {
    var decoder = CBORDecoder(bytes)
    // Major type 4: an array.
    if bytes.count > 0, bytes[0] >> 5 == 4 {
      guard try decoder.array() == 2 else { throw CBORError(code: .wrongFields, offset: 0) }
      commit = try decoder.unsigned()
      records = try decoder.unsigned(Int.self)
    } else {
      commit = try decoder.unsigned()
      records = nil
    }
    try decoder.finish()
  }
}
