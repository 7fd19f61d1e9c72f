import CommandLineTool
import ContactLog
import ContactModel

/// What verifying, replaying or rebuilding found.
struct ProofView {
  private var commits: UInt64?
  private var events: UInt64?
  private var head: String?
  private var digests: [(name: String, digest: ContentHash)] = []
  private var fault: (kind: LogFault.Kind, commit: UInt64, reason: String)?

  /// What the store proved.
  init(_ proof: StoreProof) {
    commits = proof.commits
    events = proof.events
    head = proof.head.hex
    digests = proof.digests
    fault = proof.fault.map { ($0.kind, $0.commit, $0.reason) }
  }

  /// A store that cannot even be opened.
  init(damage reason: String) { fault = (.damaged, 0, reason) }

  /// A store whose indices were just made anew.
  init(rebuilt store: Store) throws {
    digests = try store.digests()
    (commits, events, head) = try store.read { ($0.commit, $0.position, $0.hash.hex) }
  }

  /// 0 sound, 3 a projection differs, 4 the log is damaged.
  var code: ExitCode {
    switch fault?.kind {
    case nil: .ok
    case .projection: .differs
    case .damaged, .chain: .chainBroken
    }
  }

  /// Writes the proof, and the fault on standard error as well.
  func write(_ context: Context, store: String) throws -> ExitCode {
    try context.output.object(json, lines: lines(store))
    if let faultText { context.diagnostics.report(faultText) }
    return code
  }

  private var faultText: String? {
    fault.map { $0.commit == 0 ? $0.reason : "commit \($0.commit): \($0.reason)" }
  }

  private var json: JSON {
    .fields([
      "ok": .bool(fault == nil), "commits": commits.map { .number($0) },
      "events": events.map { .number($0) }, "head": .text(head),
      "digests": .object(digests.map { JSON.Field($0.name, .string($0.digest.hex)) }),
      "fault": fault.map { fault in
        .fields([
          "kind": .string(fault.kind.rawValue),
          "commit": fault.commit == 0 ? nil : .number(fault.commit),
          "reason": .string(fault.reason),
        ])
      },
    ])
  }

  private func lines(_ store: String) -> [(label: String, value: String)] {
    var lines = [(label: "store", value: store), ("sound", fault == nil ? "yes" : "no")]
    if let commits { lines.append(("commits", Plural.grouped(Int(commits)))) }
    if let events { lines.append(("events", Plural.grouped(Int(events)))) }
    if let head { lines.append(("head", head)) }
    lines += digests.map { ("digest of \($0.name)", String($0.digest.hex.prefix(16))) }
    if let faultText { lines.append(("fault", faultText)) }
    return lines
  }
}
