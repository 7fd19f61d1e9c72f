import CommandLineTool
import ContactLog
import ContactModel

/// The command `link`.
enum LinkCommand: Command {
  static let spec = CommandSpec(
    "link", "Say that people are one, or that they are not",
    text: """
      Linked people stay records of their own, such as one for each source; 'show' names them, and \
      'duplicates' does not propose them. To make one record of two, use 'merge'.

      With --apart it is said that they are not one, whatever it looks like: then neither 'duplicates' \
      nor an import takes the one for the other, and 'link' and 'merge' refuse them (exit code 5) until \
      'unlink' takes that back.
      """,
    arguments: [ArgumentSpec("PERSON", "Two or more people", count: .oneOrMore)],
    options: [OptionSpec("apart", "Say that they are not one")] + Edit.options,
    examples: [
      .init("link 12 40", "says that persons 12 and 40 are one"),
      .init("link --apart 12 41", "says that they are two, so that nobody proposes it again"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    try Edit.run(context) { edit in
      let people = try edit.people(atLeast: 2)
      let isApart = context.line.flag("apart")
      for (a, b) in People.pairs(people) {
        let relation = try edit.store.read { snapshot in
          try isApart
            ? snapshot.links(of: a).contains(b) : snapshot.keptApart(from: a).contains(b)
        }
        if relation {
          throw Failure(
            .blocked,
            "\(a) and \(b) are \(isApart ? "linked" : "kept apart"); nothing was done:"
              + " 'contactlog unlink \(a) \(b)' takes that back")
        }
        if isApart { try edit.session.keepApart(a, b) } else { try edit.session.link(a, b) }
      }
      return people
    }
  }
}

/// The command `unlink`.
enum UnlinkCommand: Command {
  static let spec = CommandSpec(
    "unlink", "Take back that people are one, or that they are not",
    text: """
      Whatever was said of each two of them: that they are one, or kept apart. Of one person alone, all \
      links with others are ended, and who is kept apart from it stays so.
      """,
    arguments: [ArgumentSpec("PERSON", "One person, or two and more", count: .oneOrMore)],
    options: Edit.options,
    examples: [
      .init("unlink 12 40", "says nothing about the two any more"),
      .init("unlink 12", "takes person 12 out of all links"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    try Edit.run(context) { edit in
      let people = try edit.people(atLeast: 1)
      var pairs = People.pairs(people)
      if people.count == 1 {
        pairs = try edit.store.read { try $0.links(of: people[0]) }.map { (people[0], $0) }
      }
      var hasFound = false
      for (a, b) in pairs {
        let isSaid = try edit.store.read { snapshot in
          try snapshot.links(of: a).contains(b) || snapshot.keptApart(from: a).contains(b)
        }
        guard isSaid else { continue }
        hasFound = true
        try edit.session.unlink(a, b)
      }
      guard hasFound else {
        throw Failure(.nothingFound, "nothing is said about these people; there is nothing to undo")
      }
      return people
    }
  }
}

extension Edit {
  /// The people of the command line, each once.
  fileprivate func people(atLeast count: Int) throws -> [RecordID] {
    var people: [RecordID] = []
    for word in context.line.allArguments("PERSON") {
      let id = try record(word, RecordLookup(kind: .person))
      if !people.contains(id) { people.append(id) }
    }
    guard people.count >= count else {
      throw Failure(.usage, "name at least \(count) different people")
    }
    return people
  }
}

private enum People {
  /// Each two of them.
  static func pairs(_ people: [RecordID]) -> [(RecordID, RecordID)] {
    people.indices.flatMap { index in people[(index + 1)...].map { (people[index], $0) } }
  }
}
