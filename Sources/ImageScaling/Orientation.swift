/// How a stored picture is turned to be shown: tag 0x0112 of EXIF, whose numbers these are.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirrored
  case turnedAround
  case flipped
  case transposed
  case turnedRight
  case transversed
  case turnedLeft

  /// The orientation that EXIF data names; upright where it names none.
  ///
  /// - Parameter exif: A TIFF header and what follows it.
  init(exif: Octets) {
    self = .upright
    let order: Octets.Order = exif.has("II", at: 0) ? .little : .big
    guard exif.has("II", at: 0) || exif.has("MM", at: 0), exif.number(2, 2, order) == 42,
      let directory = exif.number(4, 4, order), let count = exif.number(directory, 2, order)
    else { return }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = exif.number(entry, 2, order) else { return }
      // Of type SHORT, so that it stands in the first two bytes of the value.
      if tag == 0x0112, let value = exif.number(entry + 8, 2, order) {
        self = Self(rawValue: value) ?? .upright
        return
      }
    }
  }

  /// Where in the stored square of this side the shown point comes from.
  func source(x: Int, y: Int, side: Int) -> (x: Int, y: Int) {
    let last = side - 1
    return switch self {
    case .upright: (x, y)
    case .mirrored: (last - x, y)
    case .turnedAround: (last - x, last - y)
    case .flipped: (x, last - y)
    case .transposed: (y, x)
    case .turnedRight: (y, last - x)
    case .transversed: (last - y, last - x)
    case .turnedLeft: (last - y, x)
    }
  }
}
