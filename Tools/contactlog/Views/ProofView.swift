import CommandLineTool
import ContactLog
import ContactModel

/// What verifying, replaying or rebuilding found.
struct ProofView {
  private var applied: UInt64?
  private var commits: UInt64?
  private var events: UInt64?
  private var head: String?
  private var digests: [(name: String, digest: ContentHash)] = []
  private var fault: LogFault?

  /// What the store proved.
  init(_ proof: StoreProof, applied: UInt64? = nil) {
    self.applied = applied
    commits = proof.commits
    events = proof.events
    head = proof.head.hex
    digests = proof.digests
    fault = proof.fault
  }

  /// A store that cannot even be opened.
  init(damage reason: String) { fault = LogFault(damage: reason) }

  /// A store whose indices were just made anew.
  init(rebuilt store: Store) throws {
    digests = try store.digests()
    (commits, events, head) = try store.read { ($0.commit, $0.position, $0.hash.hex) }
  }

  /// 0 sound, 3 a projection differs, 4 the log is damaged.
  var code: ExitCode {
    fault.map { Self.code(of: $0.kind) } ?? .ok
  }

  /// What a kind of fault is for the program that started the tool.
  static func code(of kind: LogFault.Kind) -> ExitCode {
    switch kind {
    case .projection: .differs
    case .damaged, .chain: .chainBroken
    case .cut: .badData
    }
  }

  /// Writes the proof, and the fault on standard error as well.
  func write(_ context: Context, store: String) throws -> ExitCode {
    try context.output.object(json, lines: lines(store))
    if let faultText { context.diagnostics.report(faultText) }
    return code
  }

  private var faultText: String? {
    fault.map { "\($0)" }
  }

  private var json: JSON {
    .fields([
      "ok": .bool(fault == nil), "applied": applied.map { .number($0) },
      "commits": commits.map { .number($0) },
      "events": events.map { .number($0) }, "head": .text(head),
      "digests": .object(digests.map { JSON.Field($0.name, .string($0.digest.hex)) }),
      "fault": fault.map { fault in
        .fields([
          "kind": .string(fault.kind.rawValue),
          "commit": fault.commit == 0 ? nil : .number(fault.commit),
          "record": fault.record.map { .string("\($0)") },
          "page": fault.page.map { .number($0) }, "place": .text(fault.place),
          "reason": .string(fault.reason),
        ])
      },
    ])
  }

  private func lines(_ store: String) -> [(label: String, value: String)] {
    var lines = [(label: "store", value: store), ("sound", fault == nil ? "yes" : "no")]
    if let applied { lines.append(("new commits", Plural.grouped(Int(applied)))) }
    if let commits { lines.append(("commits", Plural.grouped(Int(commits)))) }
    if let events { lines.append(("events", Plural.grouped(Int(events)))) }
    if let head { lines.append(("head", head)) }
    // Of a log that is not whole no indices were made.
    if fault == nil || fault?.kind == .projection {
      lines += digests.map { ("digest of \($0.name)", String($0.digest.hex.prefix(16))) }
    }
    if let faultText { lines.append(("fault", faultText)) }
    return lines
  }
}
