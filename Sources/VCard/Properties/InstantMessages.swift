import ContactModel

/// The services that people have accounts with.
struct MessageService {
  /// As the model and Apple name it.
  let name: String
  /// The property that had it before `IMPP`.
  let property: String?
  /// The scheme of its addresses, as iOS writes it.
  let scheme: String

  static let all: [MessageService] = [
    .init(name: "AIM", property: "X-AIM", scheme: "aim"),
    .init(name: "ICQ", property: "X-ICQ", scheme: "icq"),
    .init(name: "MSN", property: "X-MSN", scheme: "msnim"),
    .init(name: "Yahoo", property: "X-YAHOO", scheme: "ymsgr"),
    .init(name: "Jabber", property: "X-JABBER", scheme: "xmpp"),
    .init(name: "Skype", property: "X-SKYPE", scheme: "skype"),
    .init(name: "QQ", property: "X-QQ", scheme: "x-apple"),
    .init(name: "GoogleTalk", property: "X-GTALK", scheme: "xmpp"),
    .init(name: "GaduGadu", property: "X-GADUGADU", scheme: "x-apple"),
    .init(name: "Facebook", property: nil, scheme: "xmpp"),
    .init(name: "SIP", property: "X-SIP", scheme: "sip"),
    .init(name: "GroupWise", property: "X-GROUPWISE", scheme: "x-apple"),
  ]

  /// Other spellings of the older properties.
  static let aliases = [
    ("X-SKYPE-USERNAME", "Skype"), ("X-GOOGLE-TALK", "GoogleTalk"), ("X-GOOGLETALK", "GoogleTalk"),
    ("X-GADU-GADU", "GaduGadu"),
  ]

  /// The services that iOS writes twice, under the older name and as `IMPP`.
  static let doubled: Set<String> = ["AIM", "ICQ", "MSN", "Yahoo", "Jabber"]

  static func named(_ name: String) -> MessageService? { all.first { $0.name == name } }

  /// The service that a scheme names by itself.
  static func of(scheme: String) -> String {
    switch scheme.lowercased() {
    case "msn": "MSN"
    case "gtalk": "GoogleTalk"
    case let known: all.first { $0.scheme == known && known != "x-apple" }?.name ?? scheme
    }
  }
}

extension CardProperty {
  /// `IMPP` (RFC 6350 section 6.4.3) with Apple's `X-SERVICE-TYPE`, and each service's older name.
  ///
  /// An account that iOS writes both ways is one entry.
  static let instantMessages = CardProperty(["IMPP"] + olderNames.map(\.0), .address) {
    line, builder in
    guard !line.isEmpty else { return }
    if line.tag == 0 {
      readMessage(line, &builder)
      return
    }
    let service = olderNames[line.tag - 1].1
    var name = line.text
    if service == "SIP", name.lowercased().hasPrefix("sip:") { name.removeFirst(4) }
    guard !name.isEmpty else { return }
    builder.add(.instantMessages, .fields(Fields(inOrder: accountKeys, [service, name])), line)
    builder.letAccountWait()
  } write: { card, output in
    output.forEach(.instantMessages, of: card) { entry, output in
      guard let fields = entry.value.fields, let user = fields["username"], !user.isEmpty else {
        return
      }
      let words = homeOrWork(entry.label)
      let service = fields["service"].flatMap { $0.isEmpty ? nil : $0 }
      let known = service.flatMap { MessageService.named($0) }
      if output.version != .v4, let known, MessageService.doubled.contains(known.name),
        let property = known.property
      {
        output.labelled(entry, property, words: words) { $0.text(user) }
      }
      let parameters = service.map { [CardOutput.Parameter("X-SERVICE-TYPE", $0)] } ?? []
      output.labelled(entry, "IMPP", parameters, words: words) {
        $0.address("\(known?.scheme ?? "x-apple"):\(AddressText.encoded(user))")
      }
    }
  }

  private static let olderNames: [(String, String)] =
    MessageService.all.compactMap { service in service.property.map { ($0, service.name) } }
    + MessageService.aliases

  private static func readMessage(_ line: borrowing ContentLine, _ builder: inout CardBuilder) {
    let (scheme, rest) = AddressText.parts(line.text)
    let user = AddressText.decoded(rest)
    guard !user.isEmpty else { return }
    let named = line.parameter("X-SERVICE-TYPE") ?? line.parameter("SERVICE-TYPE")
    var service = named ?? scheme.map { MessageService.of(scheme: $0) }
    if named == nil, service == "x-apple" { service = nil }
    // The second of a pair: the first was the older property with the same account.
    if let index = builder.takeWaitingAccount(service ?? "", user) {
      builder.share(.instantMessages, index, line)
      return
    }
    let fields =
      service.map { Fields(inOrder: accountKeys, [$0, user]) } ?? Fields(inOrder: userKey, [user])
    builder.add(.instantMessages, .fields(fields), line)
  }

  private static let accountKeys = ["service", "username"]
  private static let userKey = ["username"]
}

// MARK: - Accounts that are written twice

extension CardBuilder {
  /// Lets the account added last wait for a second line that says it again.
  mutating func letAccountWait() {
    let entries = card.entries[.instantMessages] ?? []
    guard let last = entries.last.map({ Self.account($0) }) else { return }
    waitingAccounts.append(entries.count - 1) {
      Self.isSame(Self.account(entries[$0]), last)
    } hashAt: {
      Self.hash(Self.account(entries[$0]))
    }
  }

  /// The place of the first waiting account of a service and a name; it waits no more.
  mutating func takeWaitingAccount(_ service: String, _ user: String) -> Int? {
    let entries = card.entries[.instantMessages] ?? []
    guard !entries.isEmpty else { return nil }
    let account = (service: service, user: user)
    return waitingAccounts.take(Self.hash(account)) {
      Self.isSame(Self.account(entries[$0]), account)
    }
  }

  private typealias Account = (service: String, user: String)

  private static func account(_ entry: Card.Entry) -> Account {
    guard case .fields(let fields) = entry.value else { return ("", "") }
    return (fields["service"] ?? "", fields["username"] ?? "")
  }

  /// Services are the same in any case.
  private static func isSame(_ a: Account, _ b: Account) -> Bool {
    a.user.hasSameBytes(as: b.user)
      && (a.service.hasSameBytes(as: b.service)
        || a.service.lowercased().hasSameBytes(as: b.service.lowercased()))
  }

  private static func hash(_ account: Account) -> Int {
    var hasher = Hasher()
    account.service.lowercased().hashBytes(into: &hasher)
    account.user.hashBytes(into: &hasher)
    return hasher.finalize()
  }
}
