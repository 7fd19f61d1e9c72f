extension Record {
  /// The written form of a slot: `12/jobTitle`, `12/phones/3`, `12/phones/3/label`,
  /// `group:3/members/12`.
  public func name(of slot: Slot) -> String {
    func entry(_ property: Property, _ position: Position) -> String {
      let identifier = self.entry(property, at: position)?.identifier
      return "\(id)/\(property)/\(identifier.map { "\($0)" } ?? "?")"
    }
    switch slot {
    case .existence: return "\(id)"
    case .value(let property): return "\(id)/\(property)"
    case .entry(let property, let position): return entry(property, position)
    case .entryValue(let property, let position): return entry(property, position) + "/value"
    case .entryLabel(let property, let position): return entry(property, position) + "/label"
    case .entryPlace(let property, let position): return entry(property, position) + "/place"
    case .member(let other): return "\(id)/members/\(other)"
    case .link(let other): return "\(id)/links/\(other)"
    }
  }
}
