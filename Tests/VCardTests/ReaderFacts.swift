import ContactModel
import Testing
import VCard

/// What another reader finds in a card: the values of each property's lines.
struct ReaderFacts: Decodable {
  var n: [[String]]
  var fn: [[String]]
  var note: [[String]]
  var title: [[String]]
  var nickname: [[String]]
  var org: [[String]]
  var tel: [[String]]
  var types: [[String]]
  var email: [[String]]
  var adr: [[String]]
  var categories: [[String]]
  var bday: String?
  /// How many octets the photo has.
  var photo: Int?

  /// Expects what the card says.
  func compare(_ card: Card, _ at: String) {
    if card.kind == .group {
      #expect(fn.first?.first == card.text(.name) ?? "", "\(at)")
      return
    }
    let parts: [Property] = [.lastName, .firstName, .middleName, .prefix, .suffix]
    #expect(n.first == parts.map { card.text($0) ?? "" }, "\(at)")
    if let name = card.text(.formattedName) { #expect(fn.first == [name], "\(at)") }
    for (found, property) in [(note, Property.note), (title, .jobTitle), (nickname, .nickname)] {
      if let text = card.text(property) {
        #expect(found.first?.joined(separator: ",") == text, "\(at): \(property)")
      }
    }
    if let organization = card.text(.organization) {
      #expect(org.first?.first == organization, "\(at)")
    }
    #expect(email.map { $0.joined(separator: ",") } == card.texts(.emails), "\(at)")
    #expect(categories.flatMap { $0 } == card.categories, "\(at)")
    comparePhones(card, at)
    compareAddresses(card, at)
    if case .date(let date)? = card.values[.birthday], date.year != nil, date.day != nil {
      #expect(bday.flatMap { PartialDate($0) } == date, "\(at)")
    }
    if case .data(let bytes, _, _)? = card.photo {
      #expect(photo == bytes.count, "\(at)")
    }
  }

  private func comparePhones(_ card: Card, _ at: String) {
    #expect(tel.map { $0.joined(separator: ";") } == card.texts(.phones), "\(at)")
    for (entry, types) in zip(card.entries[.phones] ?? [], types) {
      let types = types.map { $0.lowercased() }
      switch entry.label {
      case .standard(.home)?: #expect(types.contains("home"), "\(at)")
      case .standard(.work)?: #expect(types.contains("work"), "\(at)")
      case .standard(.mobile)?: #expect(types.contains("cell"), "\(at)")
      case .standard(.homeFax)?: #expect(Set(types).isSuperset(of: ["home", "fax"]), "\(at)")
      case .standard(.workFax)?: #expect(Set(types).isSuperset(of: ["work", "fax"]), "\(at)")
      case .standard(.pager)?: #expect(types.contains("pager"), "\(at)")
      default: break
      }
    }
  }

  private func compareAddresses(_ card: Card, _ at: String) {
    let keys = ["poBox", "extended", "street", "city", "state", "zip", "country"]
    let addresses = (card.entries[.addresses] ?? []).compactMap(\.value.fields)
    #expect(adr == addresses.map { fields in keys.map { fields[$0] ?? "" } }, "\(at)")
  }
}
