import CommandLineTool
import ContactLog
import ContactModel
import Terminal

/// What became of each card of an import: a row each, as they come.
final class ImportedCards {
  private let rows: RowWriter
  /// Output that failed; told at the end, as the import is not to stop in the middle of a commit.
  private var failure: OutputError?

  init(_ output: Output) {
    rows = output.rows([
      Column("card"), Column("outcome"), Column("record"), Column("name", isFlexible: true),
      Column("details", isFlexible: true),
    ])
  }

  /// Adds a card.
  func add(_ card: CardOutcome) {
    guard failure == nil else { return }
    do throws(OutputError) {
      try rows.add(
        [
          Self.place(card), card.kind.rawValue, card.record.map { "\($0)" } ?? "",
          card.name ?? "", Self.details(card),
        ], json: Self.json(card))
    } catch { failure = error }
  }

  /// Ends the rows.
  func finish() throws {
    if let failure { throw failure }
    if rows.count > 0 { try rows.finish() }
  }

  // MARK: - Words

  static func place(_ card: CardOutcome) -> String { "\(card.file):\(card.line)" }

  /// What changed, why it was refused, and who it may be of.
  static func details(_ card: CardOutcome) -> String {
    var parts: [String] = []
    if !card.changed.isEmpty {
      parts.append(card.changed.map(name).joined(separator: ", "))
    }
    if card.kind == .failed { parts.append(reason(card.property, card.reason)) }
    if !card.duplicates.isEmpty { parts.append(duplicates(card)) }
    return parts.joined(separator: "; ")
  }

  static func reason(_ property: String, _ reason: String) -> String {
    property.isEmpty ? reason : "\(property): \(reason)"
  }

  /// Who a card may be of, and what they have in common.
  static func duplicates(_ card: CardOutcome) -> String {
    let others = card.duplicates.map { other in
      let who =
        other.record.map { "\($0)" }
        ?? other.card.map { "the card at \($0.file):\($0.line)" } ?? "another card"
      return "\(who) (\(reasons(other)))"
    }
    let isMerged = card.kind == .updated || card.kind == .same
    return (isMerged ? "taken for " : "may be ") + others.joined(separator: " or ")
  }

  private static func reasons(_ other: ProposedDuplicate) -> String {
    let words = other.reasons.filter { $0 != .name }.map {
      $0 == .phones ? "phone number" : "e-mail address"
    }
    return words.isEmpty ? "same name" : "same name and " + words.joined(separator: " and ")
  }

  /// A property in a report; members stand for the groups somebody is in, or who is in a group.
  private static func name(_ property: Property) -> String {
    property == .members ? "memberships" : property.name
  }

  // MARK: - JSON

  static func json(_ card: CardOutcome) -> JSON {
    .fields([
      "card": .string(card.kind.rawValue), "file": .string(card.file),
      "line": .number(card.line), "number": card.number == 0 ? nil : .number(card.number),
      "name": .text(card.name), "record": card.record.map { .string("\($0)") },
      "changed": .list(card.changed.map { .string(name($0)) }),
      "property": card.property.isEmpty ? nil : .string(card.property),
      "reason": card.reason.isEmpty ? nil : .string(card.reason),
      "duplicates": .list(card.duplicates.map(json)),
    ])
  }

  private static func json(_ other: ProposedDuplicate) -> JSON {
    .fields([
      "record": other.record.map { .string("\($0)") },
      "file": other.card.map { .string($0.file) }, "line": other.card.map { .number($0.line) },
      "reasons": .array(other.reasons.map { .string($0.name) }),
    ])
  }
}
