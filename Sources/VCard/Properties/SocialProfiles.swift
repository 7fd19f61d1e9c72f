import ContactModel

extension CardProperty {
  /// `X-SOCIALPROFILE`, as iOS and Nextcloud write it, and `SOCIALPROFILE` (RFC 9554 section 3.5).
  static let socialProfiles = CardProperty(["X-SOCIALPROFILE", "SOCIALPROFILE"], .address) {
    line, builder in
    var fields = Fields()
    let service =
      line.parameter("X-SERVICE-TYPE") ?? line.parameter("SERVICE-TYPE") ?? line.customType
    fields["service"] = service.flatMap { $0.isEmpty ? nil : $0 }
    fields["username"] = line.parameter("X-USER") ?? line.parameter("USERNAME")
    fields["userIdentifier"] = line.parameter("X-USERID")
    if line.bytes.hasWord("X-APPLE:", at: line.head.value.lowerBound) {
      let user = AddressText.decoded(AddressText.parts(line.text).rest)
      if fields["username"] == nil, !user.isEmpty { fields["username"] = user }
    } else if !line.isEmpty {
      fields["url"] = line.text
    }
    guard fields["url"] != nil || fields["username"] != nil || fields["userIdentifier"] != nil
    else {
      builder.keep(line)
      return
    }
    builder.add(.socialProfiles, .fields(fields), line)
    // The word of `TYPE` is the service here, and no label.
    if line.head.types.label == nil { builder.unlabelLast(.socialProfiles) }
  } write: { card, output in
    output.forEach(.socialProfiles, of: card) { entry, output in
      guard let fields = entry.value.fields, !fields.isEmpty else { return }
      var parameters: [CardOutput.Parameter] = []
      if let service = fields["service"], !service.isEmpty {
        parameters.append(.init(isPlainWord(service) ? "type" : "X-SERVICE-TYPE", service))
      }
      if let user = fields["username"] { parameters.append(.init("x-user", user)) }
      if let id = fields["userIdentifier"] { parameters.append(.init("x-userid", id)) }
      let url = fields["url"].flatMap { $0.isEmpty ? nil : $0 }
      output.labelled(entry, "X-SOCIALPROFILE", parameters, words: homeOrWork(entry.label)) {
        $0.address(url ?? "x-apple:" + AddressText.encoded(fields["username"] ?? ""))
      }
    }
  }

  /// Whether a service's name can stand in `TYPE` and be found there again.
  private static func isPlainWord(_ service: String) -> Bool {
    TypeWords.table[service] == nil
      && service.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
  }
}
