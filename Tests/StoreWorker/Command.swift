import ContactLog
import ContactModel
import Foundation

/// What the worker can do.
enum Command: String {
  /// Saves people for ever and tells each commit's number.
  case save
  /// Imports cards for ever and tells each commit's number.
  case `import`
  /// Rebuilds for ever.
  case rebuild
  /// Replays for ever, into folders whose names begin with the argument.
  case replay
  /// Makes a store.
  case create
  /// Sets two people's notes to one value, a number of times.
  case pair
  /// Reads two people's notes until its input ends, and tells how often they differed.
  case watch
  /// Holds the writer's lock until its input ends.
  case lock
  /// Holds a snapshot until its input ends.
  case read
  /// Sets a value: record, property, text.
  case set
  /// Has the store keep the order of these locales too.
  case locales
  /// Rebuilds and tells the digests.
  case digests
  /// Tells what verify finds.
  case verify
  /// Flips bits of a copy, reads all there is, and compares: first, count, seed.
  case flip
  /// Damages copies of the file and has each verified: first, count, seed.
  case tamper
  /// Replays an exported log: source, the event at which to die, and after how many bytes to write.
  case replayLog
  /// Follows another store until its input ends.
  case follow
  /// Waits for the end of its input, then lists people as of a commit, from copies alone: commit.
  case past

  func run(_ path: String, _ arguments: [String]) throws {
    switch self {
    case .save: try saveForEver(path)
    case .import: try importForEver(path)
    case .rebuild: try repeatForEver(path) { store, _ in try store.rebuild() }
    case .replay:
      try repeatForEver(path) { store, round in
        _ = try store.replay(into: "\(arguments[0])-\(round)")
      }
    case .create: try Store.create(at: path).close()
    case .pair: try savePairs(path, count: Int(arguments[0]) ?? 0)
    case .watch: try watchPairs(path)
    case .lock:
      let store = try Store.open(at: path)
      try store.rebuild { done, all in if done == all { waitForInput("locked") } }
    case .read:
      let store = try Store.open(at: path)
      try store.read { _ in waitForInput("reading") }
    case .set:
      guard let id = RecordID(arguments[0]), let property = Property(name: arguments[1]) else {
        return
      }
      let session = try Store.open(at: path).session(author: "worker", program: "StoreWorker")
      try session.set(property, of: id, to: .text(arguments[2]))
      say("commit \(try session.save()?.number ?? 0)")
    case .locales:
      let store = try Store.open(at: path)
      var settings = try store.settings()
      settings.locales = arguments
      try store.set(settings)
      say("set")
    case .digests:
      let store = try Store.open(at: path)
      try store.rebuild()
      for (name, digest) in try store.digests() { say("\(name) \(digest.hex)") }
    case .verify:
      let proof = try Store.verify(at: path)
      say(proof.fault.map { "fault \($0.kind.rawValue) \($0)" } ?? "sound")
    case .flip:
      let numbers = arguments.compactMap { Int($0) }
      try Damage(of: path).flip(first: numbers[0], count: numbers[1], seed: UInt64(numbers[2]))
    case .tamper:
      let numbers = arguments.compactMap { Int($0) }
      try Tamper(of: path).run(first: numbers[0], count: numbers[1], seed: UInt64(numbers[2]))
    case .replayLog:
      let last = UInt64(arguments[1]) ?? .max
      var options = Store.Options()
      if arguments.count > 2, let chunk = Int(arguments[2]) { options.replayChunk = chunk }
      let report = try Store.replay(
        .exported(arguments[0]), into: path, options: options,
        progress: { done, _ in if done >= last { kill(getpid(), SIGKILL) } })
      say("applied \(report.applied)")
    case .past:
      var options = Store.Options()
      (options.pastOverlay, options.pastShare) = (0, 1_000_000)
      let store = try Store.open(at: path, options: options)
      waitForInput("ready")
      let names = try store.read(asOf: .commit(UInt64(arguments[0]) ?? 0)) { snapshot in
        try snapshot.list(.person).records.map { try snapshot.record($0)?.compositeName() ?? "?" }
      }
      say(names.joined(separator: ","))
    case .follow:
      let (target, source) = (try Store.open(at: path), try Store.open(at: arguments[0]))
      let isOver = Flag()
      Thread.detachNewThread {
        _ = FileHandle.standardInput.readDataToEndOfFile()
        isOver.raise()
      }
      say("ready")
      let fault = try target.follow(source, until: { isOver.isRaised }) { say("applied \($0)") }
      say(try fault.map { "fault \($0)" } ?? "followed to \(try target.read { $0.commit })")
    }
  }
}

/// Writes a line at once, whoever kills the process next.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Says something and waits for the end of the input.
func waitForInput(_ line: String) {
  say(line)
  _ = FileHandle.standardInput.readDataToEndOfFile()
}

/// Does something with a store again and again, and tells each time.
func repeatForEver(_ path: String, _ body: (Store, Int) throws -> Void) throws -> Never {
  let store = try Store.open(at: path)
  say("ready")
  var round = 0
  while true {
    round += 1
    try body(store, round)
    say("\(round)")
  }
}
