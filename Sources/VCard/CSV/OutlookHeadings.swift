import ContactModel

/// The headings of Outlook in English, German and French.
enum OutlookHeadings {
  /// A column with its headings.
  struct Column {
    let target: CSVTarget
    let english: String
    let german: String
    let french: String
    /// As other versions have it.
    var others: [String] = []

    init(
      _ target: CSVTarget, _ english: String, _ german: String, _ french: String,
      _ others: [String] = []
    ) {
      self.target = target
      self.english = english
      self.german = german
      self.french = french
      self.others = others
    }

    /// The heading in a language.
    func heading(_ language: CSVLayout.Language) -> String {
      switch language {
      case .english: english
      case .german: german
      case .french: french
      }
    }
  }

  /// All columns in the order in which Outlook has them.
  static let all: [Column] = names + streets + phones + rest

  static let names: [Column] = [
    .init(.value(.prefix), "Title", "Anrede", "Titre"),
    .init(.value(.firstName), "First Name", "Vorname", "Prénom"),
    .init(
      .value(.middleName), "Middle Name", "Weitere Vornamen", "Deuxième prénom",
      ["Zweiter Vorname"]),
    .init(.value(.lastName), "Last Name", "Nachname", "Nom"),
    .init(.value(.suffix), "Suffix", "Suffix", "Suffixe"),
    .init(.value(.nickname), "Nickname", "Spitzname", "Surnom"),
    .init(.value(.firstNamePhonetic), "Given Yomi", "Vorname Yomi", "Prénom Yomi"),
    .init(.value(.lastNamePhonetic), "Surname Yomi", "Nachname Yomi", "Nom Yomi"),
    .init(.value(.organization), "Company", "Firma", "Société"),
    .init(.value(.department), "Department", "Abteilung", "Service"),
    .init(.value(.jobTitle), "Job Title", "Position", "Fonction", ["Profession"]),
  ]

  static let streets: [Column] =
    address(.work, "Business", "geschäftlich", "bureau")
    + address(.home, "Home", "privat", "domicile") + otherAddress

  private static func address(
    _ label: Label.Standard, _ english: String, _ german: String, _ french: String
  ) -> [Column] {
    let line = { CSVTarget.part(CSVTarget.addressSlot(label), .streetLine($0)) }
    return [
      .init(
        .address(label, "street"), "\(english) Street", "Straße \(german)", "Rue (\(french))"),
      .init(
        line(2), "\(english) Street 2", "Straße \(german) 2", "Rue (\(french)) 2",
        ["Rue 2 (\(french))"]),
      .init(
        line(3), "\(english) Street 3", "Straße \(german) 3", "Rue (\(french)) 3",
        ["Rue 3 (\(french))"]),
      .init(.address(label, "city"), "\(english) City", "Ort \(german)", "Ville (\(french))"),
      .init(
        .address(label, "state"), "\(english) State",
        label == .home ? "Bundesland/Kanton \(german)" : "Region \(german)",
        "Dép/Région (\(french))", ["Region \(german)", "Bundesland/Kanton \(german)"]),
      .init(
        .address(label, "zip"), "\(english) Postal Code", "Postleitzahl \(german)",
        "Code postal (\(french))"),
      .init(
        .address(label, "country"), "\(english) Country/Region", "Land/Region \(german)",
        "Pays/Région (\(french))", ["\(english) Country", "Land \(german)", "Pays (\(french))"]),
      .init(
        .address(label, "poBox"), "\(english) Address PO Box", "Postfach \(german)",
        "B.P. professionnelle (\(french))", ["B.P. (\(french))"]),
    ]
  }

  private static let otherAddress: [Column] = {
    let line = { CSVTarget.part(CSVTarget.addressSlot(.other), .streetLine($0)) }
    return [
      .init(.address(.other, "street"), "Other Street", "Weitere Straße", "Rue (autre)"),
      .init(line(2), "Other Street 2", "Weitere Straße 2", "Rue (autre) 2", ["Rue 2 (autre)"]),
      .init(line(3), "Other Street 3", "Weitere Straße 3", "Rue (autre) 3", ["Rue 3 (autre)"]),
      .init(.address(.other, "city"), "Other City", "Weiterer Ort", "Ville (autre)"),
      .init(
        .address(.other, "state"), "Other State", "Weiteres/r Bundesland/Kanton",
        "Dép/Région (autre)", ["Weiteres/e Bundesland/Kanton", "Weitere Region"]),
      .init(
        .address(.other, "zip"), "Other Postal Code", "Weitere Postleitzahl",
        "Code postal (autre)"),
      .init(
        .address(.other, "country"), "Other Country/Region", "Weiteres/e Land/Region",
        "Pays/Région (autre)", ["Other Country", "Weiteres Land"]),
      .init(
        .address(.other, "poBox"), "Other Address PO Box", "Weiteres Postfach", "B.P. (autre)"),
    ]
  }()

  static let phones: [Column] = [
    phone(
      "assistant", .standard(.assistant), "Assistant's Phone", "Telefon Assistent",
      "Téléphone de l'assistant(e)"),
    phone("workFax", .standard(.workFax), "Business Fax", "Fax geschäftlich", "Télécopie (bureau)"),
    phone(
      "work", .standard(.work), "Business Phone", "Telefon geschäftlich", "Téléphone (bureau)",
      ["Tél. professionnel"]),
    phone(
      "work 2", .standard(.work), "Business Phone 2", "Telefon geschäftlich 2",
      "Téléphone 2 (bureau)"),
    phone("callback", .custom("callback"), "Callback", "Rückmeldung", "Rappel"),
    phone("car", .custom("car"), "Car Phone", "Autotelefon", "Téléphone (voiture)"),
    phone(
      "company", .custom("company"), "Company Main Phone", "Telefon Firma",
      "Téléphone société"),
    phone("homeFax", .standard(.homeFax), "Home Fax", "Fax privat", "Télécopie (domicile)"),
    phone(
      "home", .standard(.home), "Home Phone", "Telefon privat", "Téléphone (domicile)",
      ["Telefon (privat)"]),
    phone(
      "home 2", .standard(.home), "Home Phone 2", "Telefon privat 2",
      "Téléphone 2 (domicile)", ["Telefon (privat 2)"]),
    phone("isdn", .custom("ISDN"), "ISDN", "ISDN", "RNIS"),
    phone("mobile", .standard(.mobile), "Mobile Phone", "Mobiltelefon", "Tél. mobile"),
    phone("otherFax", .standard(.otherFax), "Other Fax", "Weiteres Fax", "Télécopie (autre)"),
    phone("other", .standard(.other), "Other Phone", "Weiteres Telefon", "Téléphone (autre)"),
    phone("pager", .standard(.pager), "Pager", "Pager", "Récepteur de radiomessagerie"),
    phone("main", .standard(.main), "Primary Phone", "Haupttelefon", "Téléphone principal"),
    phone("radio", .custom("radio"), "Radio Phone", "Funktelefon", "Radio téléphone"),
    phone(
      "tty", .custom("TTY/TDD"), "TTY/TDD Phone", "Telefon für Hörbehinderte",
      "Téléphone TDD/TTY"),
    phone("telex", .custom("telex"), "Telex", "Telex", "Télex"),
  ]

  private static func phone(
    _ key: String, _ label: Label, _ english: String, _ german: String, _ french: String,
    _ others: [String] = []
  ) -> Column {
    Column(.entry(.phones, key, label), english, german, french, others)
  }

  static let rest: [Column] = [
    .init(
      .entry(.dates, "anniversary", .anniversary), "Anniversary", "Jahrestag",
      "Anniversaire de mariage ou fête"),
    .init(
      .entry(.relatedNames, "assistant", .assistant), "Assistant's Name", "Name Assistent",
      "Nom de l'assistant(e)"),
    .init(.birthday, "Birthday", "Geburtstag", "Anniversaire", ["Date de naissance"]),
    .init(.categories(separator: ";"), "Categories", "Kategorien", "Catégories"),
    .init(.entry(.relatedNames, "child", .child), "Children", "Kinder", "Enfants"),
    .init(
      .entry(.emails, "1", nil), "E-mail Address", "E-Mail-Adresse", "Adresse de messagerie"),
    .init(
      .entry(.emails, "2", nil), "E-mail 2 Address", "E-Mail 2: Adresse",
      "Adresse de messagerie 2"),
    .init(
      .entry(.emails, "3", nil), "E-mail 3 Address", "E-Mail 3: Adresse",
      "Adresse de messagerie 3"),
    .init(.line("X-GENDER"), "Gender", "Geschlecht", "Sexe"),
    .init(
      .part(.init(property: .instantMessages, key: "im", label: nil), .field("username")),
      "IMAddress", "Chatadresse", "Adresse de messagerie instantanée"),
    .init(
      .entry(.relatedNames, "manager", .manager), "Manager's Name", "Name des/der Vorgesetzten",
      "Responsable", ["Nom du responsable"]),
    .init(.value(.note), "Notes", "Notizen", "Notes"),
    .init(
      .entry(.relatedNames, "spouse", .spouse), "Spouse", "Partner", "Conjoint(e)", ["Partner/in"]),
    .init(.entry(.urls, "page", nil), "Web Page", "Webseite", "Page Web"),
    .init(
      .entry(.urls, "personal", .home), "Personal Web Page", "Private Webseite",
      "Page Web personnelle"),
  ]
}
