extension Card {
  /// What a record says, as a card.
  ///
  /// Photo bytes stay in the store; categories and members are the names and identifiers given.
  public init(_ record: Record, categories: [String] = [], members: [String] = []) {
    self.init(kind: record.id.kind, uid: record.uid)
    for field in record.fields {
      guard let value = field.value else { continue }
      switch field.property {
      case .card: break
      case .image: photo = value.blob.map { .reference($0) }
      default: values[field.property] = value
      }
    }
    for list in record.lists where list.property != .takenCards {
      let kept = list.entries.filter { !$0.isRemoved }
      if kept.isEmpty { continue }
      entries[list.property] = kept.map { Entry(label: $0.label, value: $0.value) }
    }
    self.categories = categories
    self.members = members
  }
}
