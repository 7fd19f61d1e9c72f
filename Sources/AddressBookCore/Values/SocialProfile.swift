internal import ContactModel

/// Fills in what a social profile leaves out, as iOS does: address from service and name, and back.
enum SocialProfile {
  private static let places: [(service: String, address: String)] = [
    ("twitter", "http://twitter.com/"), ("facebook", "http://facebook.com/"),
    ("myspace", "http://www.myspace.com/"), ("linkedin", "http://www.linkedin.com/in/"),
    ("flickr", "http://www.flickr.com/photos/"), ("sinaweibo", "http://weibo.com/n/"),
  ]

  static func filled(_ fields: Fields) -> Fields {
    var fields = fields
    if fields["url"] == nil, let service = fields["service"], let name = fields["username"],
      let place = places.first(where: { $0.service == service.lowercased() })
    {
      fields["url"] = place.address + name
    } else if let url = fields["url"],
      let place = places.first(where: { url.lowercased().hasPrefix($0.address) })
    {
      if fields["service"] == nil { fields["service"] = place.service }
      let name = url.dropFirst(place.address.count)
      if fields["username"] == nil, !name.isEmpty, !name.contains("/") {
        fields["username"] = String(name)
      }
    }
    return fields
  }
}
