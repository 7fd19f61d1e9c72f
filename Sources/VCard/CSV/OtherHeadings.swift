import ContactModel

/// The headings of Thunderbird and Roundcube, and plain words that many use.
enum OtherHeadings {
  static let all: [(String, CSVTarget)] = names + entries + addresses

  private static let names: [(String, CSVTarget)] = [
    ("Display Name", .formattedName), ("Full Name", .formattedName),
    ("Anzeigename", .formattedName),
    ("Nom à afficher", .formattedName), ("Spitzname", .value(.nickname)),
    ("Surnom", .value(.nickname)), ("Surname", .value(.lastName)), ("Prefix", .value(.prefix)),
    ("Organization", .value(.organization)), ("Organisation", .value(.organization)),
    ("Note", .value(.note)), ("Comment", .value(.note)), ("Comments", .value(.note)),
    ("Birth Year", .birthYear), ("Birth Month", .birthMonth), ("Birth Day", .birthDay),
    ("Geburtsjahr", .birthYear), ("Geburtsmonat", .birthMonth), ("Geburtstag Tag", .birthDay),
    ("Année de naissance", .birthYear), ("Mois", .birthMonth), ("Jour", .birthDay),
    ("Date of Birth", .birthday), ("Groups", .categories(separator: ";")),
    ("Category", .categories(separator: ";")),
  ]

  private static let entries: [(String, CSVTarget)] = [
    ("Primary Email", .entry(.emails, "1", nil)), ("Secondary Email", .entry(.emails, "2", nil)),
    ("Primäre E-Mail-Adresse", .entry(.emails, "1", nil)),
    ("Sekundäre E-Mail-Adresse", .entry(.emails, "2", nil)),
    ("Adresse électronique principale", .entry(.emails, "1", nil)),
    ("Adresse électronique secondaire", .entry(.emails, "2", nil)),
    ("Email", .entry(.emails, "1", nil)), ("E-mail", .entry(.emails, "1", nil)),
    ("Email Address", .entry(.emails, "1", nil)),
    ("Email Home", .entry(.emails, "home", .home)), ("Email Work", .entry(.emails, "work", .work)),
    ("Email Other", .entry(.emails, "other", .other)),
    ("Phone", .entry(.phones, "", nil)), ("Telephone", .entry(.phones, "", nil)),
    ("Phone Number", .entry(.phones, "", nil)), ("Telefon", .entry(.phones, "", nil)),
    ("Téléphone", .entry(.phones, "", nil)),
    ("Work Phone", .entry(.phones, "work", .work)), ("Mobile", .entry(.phones, "mobile", .mobile)),
    ("Mobile Number", .entry(.phones, "mobile", .mobile)),
    ("Home Mobile", .entry(.phones, "mobile", .mobile)),
    ("Cell", .entry(.phones, "mobile", .mobile)),
    ("Cell Phone", .entry(.phones, "mobile", .mobile)),
    ("Handy", .entry(.phones, "mobile", .mobile)), ("Portable", .entry(.phones, "mobile", .mobile)),
    ("Fax", .entry(.phones, "fax", .otherFax)), ("Fax Number", .entry(.phones, "fax", .otherFax)),
    ("Pager Number", .entry(.phones, "pager", .pager)),
    ("Phone Video", .entry(.phones, "video", .custom("video"))),
    ("Website", .entry(.urls, "", nil)), ("URL", .entry(.urls, "", nil)),
    ("Web Page 1", .entry(.urls, "work", .work)), ("Web Page 2", .entry(.urls, "home", .home)),
    ("Website Blog", .entry(.urls, "blog", .custom("blog"))),
    ("Website Home Page", .entry(.urls, "homepage", .homePage)),
    ("Website Other", .entry(.urls, "other", .other)),
    ("Website Profile", .entry(.urls, "profile", .custom("profile"))),
    ("Website Work", .entry(.urls, "work", .work)),
    ("Manager", .entry(.relatedNames, "manager", .manager)),
    ("Assistant", .entry(.relatedNames, "assistant", .assistant)),
    ("Screen Name", .part(message("screen"), .field("username"))),
    ("IM Aim", account("AIM")), ("IM Icq", account("ICQ")), ("IM Jabber", account("Jabber")),
    ("IM Msn", account("MSN")), ("IM Skype", account("Skype")), ("IM Yahoo", account("Yahoo")),
  ]

  private static func message(_ key: String) -> CSVTarget.Slot {
    .init(property: .instantMessages, key: key, label: nil)
  }

  /// An account of a service that the heading names.
  private static func account(_ service: String) -> CSVTarget {
    .part(message(service), .account(service))
  }

  private static let addresses: [(String, CSVTarget)] =
    [("Home", Label.Standard.home), ("Work", .work), ("Business", .work), ("Other", .other)]
    .flatMap { word, label -> [(String, CSVTarget)] in
      [
        ("\(word) Address", .address(label, "street")),
        ("\(word) Address 2", .part(CSVTarget.addressSlot(label), .streetLine(2))),
        ("\(word) City", .address(label, "city")), ("\(word) State", .address(label, "state")),
        ("\(word) Zip", .address(label, "zip")), ("\(word) ZipCode", .address(label, "zip")),
        ("\(word) Country", .address(label, "country")),
      ]
    } + [
      ("Address", plain("street")), ("Street", plain("street")), ("City", plain("city")),
      ("State", plain("state")), ("Region", plain("state")), ("Zip", plain("zip")),
      ("Zip Code", plain("zip")), ("Postal Code", plain("zip")), ("Country", plain("country")),
      ("Adresse", plain("street")), ("Straße", plain("street")), ("PLZ", plain("zip")),
      ("Postleitzahl", plain("zip")), ("Stadt", plain("city")), ("Land", plain("country")),
      ("Rue", plain("street")), ("Ville", plain("city")), ("Code postal", plain("zip")),
      ("Pays", plain("country")),
    ]

  private static func plain(_ field: String) -> CSVTarget {
    .part(.init(property: .addresses, key: "", label: nil), .field(field))
  }
}
