/// What a record is.
public enum RecordKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A human being or an organisation.
  case person = 0
  /// A set of people and groups.
  case group = 1
  /// Where records belong to, such as an account.
  case source = 2

  /// The word used in written forms: `person`, `group`, `source`.
  public var name: String {
    switch self {
    case .person: "person"
    case .group: "group"
    case .source: "source"
    }
  }
}

/// Names a record within one store: its kind and a number.
///
/// Every kind has a number space of its own, dense from 1 (source 0 is the local source and
/// exists by definition). Numbers are never reused. Negative numbers are local to a session: they
/// stand for records that are not saved yet.
public struct RecordID: Hashable, Sendable {
  /// What the record is.
  public let kind: RecordKind
  /// The number within the kind.
  public let number: Int32

  /// Names the record of `kind` with `number`.
  public init(_ kind: RecordKind, _ number: Int32) {
    self.kind = kind
    self.number = number
  }

  /// Names a person.
  public static func person(_ number: Int32) -> RecordID { RecordID(.person, number) }
  /// Names a group.
  public static func group(_ number: Int32) -> RecordID { RecordID(.group, number) }
  /// Names a source.
  public static func source(_ number: Int32) -> RecordID { RecordID(.source, number) }
  /// The source every store has from its creation.
  public static let localSource = RecordID(.source, 0)

  /// Whether the record exists only in a session, before its first save.
  public var isUnsaved: Bool { number < 0 }

  /// The number by which events name the record: number × 4 + kind.
  ///
  /// Saved records only.
  public var code: UInt64 { UInt64(UInt32(bitPattern: number)) << 2 | UInt64(kind.rawValue) }

  /// The record with this ``code``; `nil` when the code names none.
  public init?(code: UInt64) {
    guard let kind = RecordKind(rawValue: UInt8(code & 3)), code >> 2 <= UInt64(Int32.max) else {
      return nil
    }
    self.init(kind, Int32(code >> 2))
  }
}

extension RecordID {
  /// Hashes kind and number as one word: ids are keys of every table in memory.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(kind.rawValue) << 32 | UInt64(UInt32(bitPattern: number)))
  }
}

extension RecordID: Comparable {
  /// Sources before people before groups, so that what is referred to comes first.
  public static func < (a: RecordID, b: RecordID) -> Bool {
    a.kind == b.kind ? a.number < b.number : a.kind.order < b.kind.order
  }
}

extension RecordKind {
  fileprivate var order: UInt8 {
    switch self {
    case .source: 0
    case .person: 1
    case .group: 2
    }
  }
}

extension RecordID: CustomStringConvertible {
  /// The written form: `12` for a person, `group:3`, `source:0`.
  public var description: String { kind == .person ? "\(number)" : "\(kind.name):\(number)" }

  /// Reads the written form: `12`, `person:12`, `group:3`, `source:0`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let kind: RecordKind?
    switch parts.count {
    case 1: kind = .person
    case 2: kind = RecordKind.allCases.first { $0.name == parts[0] }
    default: kind = nil
    }
    guard let kind, let digits = parts.last, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = Int32(digits)
    else { return nil }
    self.init(kind, number)
  }
}
