internal import ContactModel
internal import FileSystem

/// Words for labels and properties in the user's language; English where it is none of these.
struct Localization: Sendable {
  private let labels: [Label.Standard: String]
  private let properties: [Int32: String]

  /// The language of `LC_ALL`, `LC_MESSAGES` or `LANG`, whichever is set first.
  static var current: Localization {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { FileSystem.Process.environment($0) }
    let language = names.first { !$0.isEmpty }?.prefix { $0 != "_" && $0 != "." && $0 != "-" }
    return language.flatMap { languages[$0.lowercased()] } ?? english
  }

  /// The word for a label.
  func word(_ label: Label.Standard) -> String { labels[label] ?? label.word }

  /// The name of a property; `nil` for none of people.
  func name(_ property: Int32) -> String? {
    properties[property] ?? APIProperty.find(property, .person)?.name
  }

  private static let english = Localization(labels: "", properties: "")
  private static let languages = ["de": german, "fr": french, "es": spanish, "it": italian]

  private static let order: [Label.Standard] = [
    .home, .work, .other, .mobile, .main, .homeFax, .workFax, .otherFax, .pager, .homePage, .school,
    .anniversary, .mother, .father, .parent, .brother, .sister, .child, .friend, .spouse, .partner,
    .assistant, .manager, .son, .daughter,
  ]

  /// Words in the order above, and in that of ``APIProperty/ofPeople``, with bars between.
  private init(labels: String, properties: String) {
    let words = labels.split(separator: "|").map(String.init)
    let names = properties.split(separator: "|").map(String.init)
    self.labels = Dictionary(uniqueKeysWithValues: zip(Self.order, words))
    self.properties = Dictionary(uniqueKeysWithValues: zip(APIProperty.ofPeople.map(\.id), names))
  }

  private static let german = Localization(
    labels: """
      Privat|Arbeit|Andere|Mobil|Zentrale|Fax (privat)|Fax (Arbeit)|Fax (andere)|Pager|Homepage|\
      Schule|Jahrestag|Mutter|Vater|Elternteil|Bruder|Schwester|Kind|Freund|Ehepartner|Partner|\
      Assistent|Vorgesetzter|Sohn|Tochter
      """,
    properties: """
      Vorname|Nachname|Telefon|E-Mail|Adresse|Zweiter Vorname|Vorname (phonetisch)|\
      Zweiter Vorname (phonetisch)|Nachname (phonetisch)|Firma|Abteilung|Datum|Sofortnachricht|\
      Notizen|Art|Geburtstag|Position|Spitzname|Namenspräfix|Namenssuffix|URL|\
      Name (verwandte Person)|Erstellungsdatum|Änderungsdatum|Soziales Profil|\
      Alternativer Geburtstag
      """)
  private static let french = Localization(
    labels: """
      domicile|travail|autre|mobile|principal|fax (domicile)|fax (travail)|fax (autre)|pager|\
      page d’accueil|école|anniversaire|mère|père|parent|frère|sœur|enfant|ami|conjoint|\
      partenaire|assistant|responsable|fils|fille
      """,
    properties: """
      Prénom|Nom|Téléphone|E-mail|Adresse|Deuxième prénom|Prénom phonétique|\
      Deuxième prénom phonétique|Nom phonétique|Société|Service|Date|Message instantané|Notes|\
      Type|Date de naissance|Poste|Surnom|Préfixe|Suffixe|URL|Nom associé|Date de création|\
      Date de modification|Profil social|Autre date de naissance
      """)
  private static let spanish = Localization(
    labels: """
      casa|trabajo|otro|móvil|principal|fax (casa)|fax (trabajo)|fax (otro)|buscapersonas|\
      página web|escuela|aniversario|madre|padre|progenitor|hermano|hermana|hijo o hija|amigo|\
      cónyuge|pareja|asistente|superior|hijo|hija
      """,
    properties: """
      Nombre|Apellidos|Teléfono|Correo|Dirección|Segundo nombre|Nombre fonético|\
      Segundo nombre fonético|Apellidos fonéticos|Empresa|Departamento|Fecha|\
      Mensajería instantánea|Notas|Tipo|Cumpleaños|Cargo|Apodo|Prefijo|Sufijo|URL|\
      Nombre relacionado|Fecha de creación|Fecha de modificación|Perfil social|\
      Cumpleaños alternativo
      """)
  private static let italian = Localization(
    labels: """
      casa|lavoro|altro|cellulare|principale|fax (casa)|fax (lavoro)|fax (altro)|cercapersone|\
      home page|scuola|anniversario|madre|padre|genitore|fratello|sorella|figlio o figlia|amico|\
      coniuge|partner|assistente|responsabile|figlio|figlia
      """,
    properties: """
      Nome|Cognome|Telefono|E-mail|Indirizzo|Secondo nome|Nome fonetico|Secondo nome fonetico|\
      Cognome fonetico|Azienda|Reparto|Data|Messaggio istantaneo|Note|Tipo|Compleanno|Qualifica|\
      Soprannome|Prefisso|Suffisso|URL|Nome correlato|Data di creazione|Data di modifica|\
      Profilo social|Compleanno alternativo
      """)
}
