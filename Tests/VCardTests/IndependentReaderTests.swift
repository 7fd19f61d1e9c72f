import ContactModel
import Foundation
import TestSupport
import Testing
import VCard

/// What other readers find in the cards that are written here: `vobject` for Python, and Evolution's
/// library.
///
/// Skipped with a visible line where one is missing. Debian has both: `python3-vobject` and
/// `libebook-contacts1.2-dev`.
struct IndependentReaderTests {
  /// Prints a line of JSON for each card of a file.
  private static let script = """
    import base64, io, json, sys, vobject
    def text(value):
        return ' '.join(value) if isinstance(value, list) else value
    def octets(text):
        # Of photos in 4.0, of which vobject's components drop what follows the comma, but its lines do not.
        photos = []
        for line, number in vobject.base.getLogicalLines(io.StringIO(text, newline='')):
            try:
                name, _, value, _ = vobject.base.parseLine(line, number)
            except vobject.base.ParseError:
                continue
            if name.upper() == 'BEGIN':
                photos.append(None)
            elif name.upper() == 'PHOTO' and value.startswith('data:') and photos[-1] is None:
                photos[-1] = len(base64.b64decode(value.partition(',')[2]))
        return photos
    with open(sys.argv[1], newline='', encoding='utf-8') as file:
        text_of_all = file.read()
        photos = octets(text_of_all)
        for index, card in enumerate(vobject.readComponents(text_of_all, validate=False)):
            names = ('n', 'fn', 'note', 'title', 'nickname', 'org', 'tel', 'types', 'email', 'adr',
                     'categories')
            facts = {name: [] for name in names}
            for line in card.getChildren():
                name, value = line.name.lower(), line.value
                if name == 'n':
                    value = [text(part) for part in (
                        value.family, value.given, value.additional, value.prefix, value.suffix)]
                elif name == 'adr':
                    value = [text(part) for part in (
                        value.box, value.extended, value.street, value.city, value.region,
                        value.code, value.country)]
                elif name == 'bday':
                    facts.setdefault('bday', value)
                elif name == 'photo' and isinstance(value, bytes):
                    facts.setdefault('photo', len(value))
                if name == 'tel':
                    facts['types'].append([word.lower() for word in line.params.get('TYPE', [])])
                if name in names:
                    facts[name].append(value if isinstance(value, list) else [value])
            if photos[index] is not None:
                facts['photo'] = photos[index]
            print(json.dumps(facts))
    """

  private func run(_ arguments: [String]) async throws -> Executable.Output {
    try await Executable(URL(filePath: "/usr/bin/env")).run(arguments, timeout: .seconds(120))
  }

  /// Every card of every file.
  private func cards() throws -> [Card] {
    try CardFixture.files().flatMap { file in
      CardFixture.split(file.bytes).compactMap { VCardParser().parse($0).card }
    }
  }

  /// The first Python that has the package; not all see what Debian installs.
  private func pythonWithVobject() async throws -> String? {
    for python in ["python3", "/usr/bin/python3"]
    where try await run([python, "-c", "import vobject"]).status == 0 {
      return python
    }
    return nil
  }

  @Test(.temporaryDirectory, arguments: [VCardVersion.v3, .v4])
  func `vobject finds in our cards what we wrote`(version: VCardVersion) async throws {
    let cards = try cards()
    guard !cards.isEmpty else { return }
    guard let python = try await pythonWithVobject() else {
      print("SKIPPED: python3 has no vobject, which would read our cards")
      return
    }
    let file = TemporaryDirectory.url.appending(path: "cards.vcf")
    try Data(cards.flatMap { CardFixture.bytes($0, version) }).write(to: file)
    let output = try await run([python, "-c", Self.script, file.path])
    try compare(cards, output)
  }

  @Test(.temporaryDirectory, arguments: [VCardVersion.v3, .v4])
  func `Evolution's library finds in our cards what we wrote`(version: VCardVersion) async throws {
    let cards = try cards()
    guard !cards.isEmpty else { return }
    let flags = try await run(["pkg-config", "--cflags", "--libs", "libebook-contacts-1.2"])
    guard flags.status == 0 else {
      print("SKIPPED: libebook-contacts is missing, which would read our cards")
      return
    }
    let source = SharedFolder.packageRoot.appending(path: "Tests/Fixtures/readers/libebook.c")
    let reader = TemporaryDirectory.url.appending(path: "reader")
    let words = flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
    let built = try await run(["cc", "-w", "-o", reader.path, source.path] + words)
    try #require(built.status == 0, "\(built.errors)")
    let file = TemporaryDirectory.url.appending(path: "cards.vcf")
    try Data(cards.flatMap { CardFixture.bytes($0, version) }).write(to: file)
    let output = try await run([reader.path, file.path])
    try compare(cards, output)
  }

  private func compare(_ cards: [Card], _ output: Executable.Output) throws {
    #expect(output.status == 0, "\(output.errors)")
    let found = try output.output.split(separator: "\n").map {
      try JSONDecoder().decode(ReaderFacts.self, from: Data($0.utf8))
    }
    #expect(found.count == cards.count)
    for (number, (card, facts)) in zip(cards, found).enumerated() {
      facts.compare(card, "card \(number) \(card.text(.lastName) ?? "")")
    }
  }
}
