import CommandLineTool
import ContactLog
import Terminal

/// The command `init`.
enum InitCommand: Command {
  static let spec = CommandSpec(
    "init", "Make a new, empty store",
    text: """
      The folder must not exist or be empty. It is for you only (mode 0700). A store is made whole \
      or not at all.
      """,
    examples: [
      .init("init", "makes the store in your data folder"),
      .init("init --store ./friends", "makes it in the folder friends"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let path = try context.storePath()
    if context.line.option("store") == nil {
      do throws(SystemError) {
        try Folder.createParents(of: path)
      } catch {
        throw Failure(error, creating: path)
      }
    }
    let store = try create(at: path, context.storeOptions())
    try context.output.object(
      .fields([
        "store": .string(store.path), "book": .string(store.book),
        "instance": .string(store.instance),
      ]),
      lines: [("store", store.path), ("book", store.book), ("instance", store.instance)])
    return .ok
  }

  private static func create(at path: String, _ options: Store.Options) throws -> Store {
    do {
      return try Store.create(at: path, options: options)
    } catch let error as StoreError where error.code == .noStore {
      throw Failure(
        .cannotCreate, "cannot create '\(path)': the folder above it is missing or no folder")
    }
  }
}
