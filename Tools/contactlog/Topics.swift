import CommandLineTool

/// Chapters of help besides the commands.
enum Topics {
  static let all = [
    records, queries, slots, properties, changes, times, output, json, environment,
    places,
  ]

  private static let queries = HelpTopic(
    name: "queries", summary: "How to say what find looks for",
    text: """
      A query is one term or several, all of which must hold. A term is a word, or several in quotation \
      marks, with a field in front if wanted:

        zoe                 a word of a name begins so
        name:zoe            the same
        text:sailing        a word of any text begins so: notes, addresses, labels, ...
        phone:"030 1234"    this number; if nobody has it, one with its digits in it
        email:zoe@          an address begins so; email:@example.org: it ends so
        org:acme            a word of the organisation begins so
        group:family        a member of the group, or of a group in it
        has:photo           also phone, email, address, birthday, note, nickname, organization, date, url, message, relation, profile, group, link
        changed-since:2026-05-01  also 2026-05, 2026, 2026-05-01T09:30:00Z; days begin in UTC
        created-by:ada      who made the record
        -has:phone          a - turns a term round

      A word with an @ in it is an address, and a query of nothing but a number is a phone number. A \
      backslash keeps a quotation mark or backslash within quotation marks. A query that begins with a \
      - needs -- in front: contactlog find -- -has:phone.
      """)

  private static let records = HelpTopic(
    name: "records", summary: "How people and groups are named",
    text: """
      A person is named by number (12 or person:12), a group by group:3, a source by source:0. A \
      uid, which is the same in every store of the book, names a record too. So does a name, as \
      long as only one record has it. Where several have it, the candidates are listed and nothing is \
      done (exit code 2). Commands that only read take the beginnings of its words, whatever capitals \
      and accents; commands that change something want the whole name, so that nobody is taken for \
      somebody else.

      Numbers are never used again, so a removed person keeps its own.
      """)

  private static let slots = HelpTopic(
    name: "slots", summary: "How single values are named",
    text: """
      A slot is the unit that is set, blamed and undone:

        12/jobTitle        a single value of person 12
        12/phones/3        the entry of the phones with the id 3
        12/phones/3/label  its label
        group:3/members/12 a membership
        12                 whether the record exists (in history)

      'contactlog show' lists the ids of entries. They never change while other entries do.
      """)

  private static let properties = HelpTopic(
    name: "properties", summary: "What a record can hold",
    text: """
      Single values: firstName, middleName, lastName, prefix, suffix, nickname, \
      firstNamePhonetic, middleNamePhonetic, lastNamePhonetic, organization, department, jobTitle, \
      note, birthday (1978-01-20, or --01-20 without a year), alternateBirthday, kind (person or \
      organization); for a group: name.

      Lists, whose entries have an id, a label and a value: phones, emails, addresses, dates, \
      instantMessages, urls, relatedNames, socialProfiles. A label is one of the usual words (home, \
      work, mobile, ...) or your own.

      An address is given in parts: street, city, state, zip, country, countryCode. Instant messages \
      and social profiles have service and username; a social profile also url and userIdentifier:

        contactlog add 12 addresses street='12 Mill Lane' city=Ely country=England
        contactlog add 12 socialProfiles service=mastodon username=@ada@example.org
      """)

  private static let changes = HelpTopic(
    name: "changes", summary: "The kinds of change that history shows",
    text: """
      created, removed, restored: the record itself.

      mergedInto: the person went into another one; shown with both.

      valueSet, valueCleared: a single value.

      entryAdded, entryValueSet, entryLabelSet, entryMoved, entryRemoved, entryRestored: an entry of \
      a list.

      memberAdded, memberRemoved: a membership, shown with the group and with the member.

      linked, unlinked, keptApart: whether two records are the same human being.
      """)

  private static let times = HelpTopic(
    name: "times", summary: "How moments of the past are written",
    text: """
      Where COMMIT|TIME is asked for, a number is a commit, 0 the empty book before the first one, \
      'head' the last commit. Everything else is a time, and means the last commit made by then:

        2026-11-29                the whole day
        2026-11-29T10:30          a minute; with a blank instead of T as well
        2026-11-29T10:30:05.25Z   with Z or an offset such as +01:00, else in your time zone (TZ)
        now, today, yesterday
        90s ago, 15 minutes ago, 2h ago, 3 days ago, a week ago, 6 months ago, 1 year ago

      As of a day is as of its end, since a day is since its start. Days, weeks, months and years go \
      back in the calendar and keep the time of day; quote what has blanks in it.

      A commit that is not there, and a time before the first commit, are exit code 1; what is neither \
      commit nor time is exit code 64.
      """)

  private static let output = HelpTopic(
    name: "output", summary: "The forms of output",
    text: """
      A terminal gets a table, cut to its width and with times in the local time zone. --json gives \
      one object, or one on each line (list, find, log, history, blame, deleted, diff, when, group list, \
      group members); \
      times are RFC 3339 in UTC. --tsv gives a line of names and a line for each row; \\t, \\n, \\r, \
      \\\\ and \\u{1B} stand for what cannot stand in a field.

      In JSON, what is absent is not set. A reference to a record is {"kind", "id", "uid"}.

      Control characters and direction overrides in names and notes are never sent to a terminal.
      """)

  private static let json = HelpTopic(
    name: "json", summary: "The names in JSON",
    text: """
      What is absent is not set. A reference is {"kind", "id", "uid"}; kind is person, group or source.

        show      id, uid, kind (person, organization, group, source), name, firstName, middleName,
                  lastName, prefix, suffix, nickname, firstNamePhonetic, middleNamePhonetic,
                  lastNamePhonetic, formattedName, organization, department, jobTitle, note,
                  birthday, alternateBirthday, phones, emails, addresses, dates, instantMessages,
                  urls, relatedNames, socialProfiles (each a list of {"id", "label", "value"}),
                  image {"sha256", "bytes", "type"}, groups, links, members (references),
                  created, modified, extra (lines of a card, as read)
        list, find, group members
                  id, uid, kind, name
        group list
                  id, uid, kind, name, memberCount
        log       commit, time, author, program, kind, note, events, records, firstPosition,
                  lastPosition, hash, parent, undoes, undoneBy, importId, and with --changes or a
                  COMMIT changes [{"position", "record", "change", "slot", "entry", "after",
                  "restores", "old", "new"}]
        history   commit, position, time, author, program, record, change, slot, entry, after,
                  restores, old, new
        blame     record, slot, value, commit, position, time, author, program, and lastCommit,
                  lastPosition, lastTime, lastAuthor, lastProgram where an undo wrote the slot last;
                  with --all earlier [{"value", "commit", "position", "time", "author", "program"}]
        deleted   id, uid, kind, name, commit, time, author, program, note
        diff      record, change (added, removed, changed), name, changes [{"slot", "entry", "old",
                  "new"}], and with --vcard before, after
        when      record, condition, commit, time, author, program, kind, note
        import    read, added, same, updated, failed, commits {"first", "last"} or null, importId,
                  rejects [{"file", "line", "reason"}], unknownMembers, dryRun, held {"removed",
                  "emptied", "records"} where a dry run would be held, undo
        undo, undelete, restore
                  commit or null, undo, undoes, events, changes [{"slot", "from", "to"}],
                  obstacles [{"slot", "reason" (superseded, undone, gone, circular), "undoing", "then",
                  "now", "commit", "time", "author", "program", "left"}], dryRun
        verify, replay, rebuild
                  ok, commits, events, head, digests {"records", ...},
                  fault {"kind", "commit", "reason"}
        new, set, clear, add, label, remove, delete, group new, add, remove, delete
                  commit or null, undo, records (references)
        init      store, book, instance
        stat      store, book, instance, people, groups, sources, commits, events, head,
                  lastCommit, bytes
        settings  region, nameOrder, nameDisplay, locales, massChange {"records", "percent"} or null
        export -o written, file

      The value of an address is an object of street, city, state, zip, country, countryCode; that of an \
      instant message or social profile one of service, username, url, userIdentifier. In history, an \
      entry is {"id", "label", "value"}, a place {"after"}, and true stands for a record that exists \
      or a membership. A change's entry and after name entries by the position that added them: which \
      one was changed, and behind which one it was put (none: in front).
      """)

  private static let places = HelpTopic(
    name: "places", summary: "Where a store may be",
    text: """
      A store is a folder of your own that nobody else may write, on a local disk. Network file \
      systems, FUSE and overlayfs are refused, because they lose or mix up writes; --allow-fs KIND \
      accepts one at your own risk. Back a store up with 'contactlog replay', never by copying its \
      files while something writes.
      """)

  private static let environment = HelpTopic(
    name: "environment", summary: "Variables of the environment",
    text: """
      CONTACTLOG_STORE names the store, CONTACTLOG_AUTHOR the author of changes. XDG_DATA_HOME is \
      where the store is by default. NO_COLOR (set to anything) and TERM=dumb turn colours off, \
      COLUMNS sets the width of tables. TZ sets the time zone of times in tables.
      """)
}
