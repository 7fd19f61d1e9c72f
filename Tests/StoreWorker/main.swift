import ContactLog
import Foundation

// A process of its own for tests of the store: it works on a store, tells what it did line by line,
// and may be killed at any time.
//
//     StoreWorker COMMAND STORE [ARGUMENT ...]

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2, let command = Command(rawValue: arguments[0]) else {
  say("usage: StoreWorker COMMAND STORE [ARGUMENT ...]")
  exit(64)
}
do {
  try command.run(arguments[1], Array(arguments.dropFirst(2)))
} catch let error as StoreError {
  say("error \(error.code.rawValue) \(error.reason)")
  exit(1)
} catch {
  say("error \(error)")
  exit(1)
}
