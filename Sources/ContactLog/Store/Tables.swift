internal import LMDB

/// The tables of a store.
///
/// Layout of each: docs/format.md and docs/projections.md.
struct Tables: Sendable {
  /// The log: what the projections follow from.
  let meta, events, commits, batches, times, blobs, settings: Table
  /// Both sets of projections; the head says which one is live.
  let projections: [Projections]

  /// One set of projections.
  struct Projections: Sendable {
    let records, members, memberships, links, order, words, phones, emails, uids, cards: Table

    static let names = [
      "records", "members", "memberships", "links", "order", "words", "phones", "emails", "uids",
      "cards",
    ]

    /// A set of tables, in the order of their names above.
    init(_ tables: [Table]) {
      records = tables[0]
      members = tables[1]
      memberships = tables[2]
      links = tables[3]
      order = tables[4]
      words = tables[5]
      phones = tables[6]
      emails = tables[7]
      uids = tables[8]
      cards = tables[9]
    }

    /// All tables, in the order of their names above.
    var all: [Table] {
      [records, members, memberships, links, order, words, phones, emails, uids, cards]
    }
  }

  static let logNames = ["meta", "events", "commits", "batches", "times", "blobs", "settings"]
  static let setNames = ["a", "b"]

  /// Opens all tables, once, in one transaction.
  init(_ environment: Environment, create: Bool) throws(LMDBError) {
    let names =
      Self.logNames
      + Self.setNames.flatMap { set in Projections.names.map { "\($0).\(set)" } }
    let tables = try environment.openTables(names, create: create)
    meta = tables[0]
    events = tables[1]
    commits = tables[2]
    batches = tables[3]
    times = tables[4]
    blobs = tables[5]
    settings = tables[6]
    projections = Self.setNames.indices.map { set in
      let at = Self.logNames.count + set * Projections.names.count
      return Projections(Array(tables[at..<at + Projections.names.count]))
    }
  }

  /// Whether keys of the table are numbers, so may stand in an error.
  static func keysAreNumbers(_ name: String) -> Bool {
    ["events", "commits", "times", "records", "members", "memberships", "links"]
      .contains { name == $0 || name.hasPrefix($0 + ".") }
  }
}
