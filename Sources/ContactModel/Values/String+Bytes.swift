extension String {
  /// Whether both texts have the same UTF-8 bytes.
  ///
  /// Swift's `==` takes composed and decomposed letters as equal; an edit from one to the other
  /// must not vanish, so the store compares bytes everywhere.
  public func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
  }

  /// Feeds the UTF-8 bytes, and their count, to a hasher.
  public func hashBytes(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    for byte in utf8 { hasher.combine(byte) }
  }
}

extension String? {
  /// Whether both are absent or have the same UTF-8 bytes.
  public func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let a?, let b?): a.hasSameBytes(as: b)
    default: false
    }
  }
}
