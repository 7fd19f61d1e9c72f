import ContactModel

extension CardProperty {
  /// `MEMBER` (RFC 6350 section 6.6.5) and Apple's older name for it, each member once.
  static let members = CardProperty(["MEMBER", "X-ADDRESSBOOKSERVER-MEMBER"], .address) {
    line, builder in
    builder.addMember(line.text)
  } write: { card, output in
    let name = output.version == .v4 ? "MEMBER" : "X-ADDRESSBOOKSERVER-MEMBER"
    for member in card.members where !member.isEmpty { output.address(name, member) }
  }
}
