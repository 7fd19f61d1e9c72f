/// What a card holds under its properties: a map in order of property.
///
/// A card has a dozen of them at most. Walking over them is faster than hashing, and a card is read
/// and thrown away in the time that a hash table takes to be made.
public struct PropertyMap<Content> {
  // Two arrays, as one of pairs would be thrown away pair by pair with a look at their types.
  @usableFromInline var properties: [Property] = []
  @usableFromInline var contents: [Content] = []

  /// A map without properties.
  @inlinable public init() {}

  /// Makes room for so many properties.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) {
    properties.reserveCapacity(count)
    contents.reserveCapacity(count)
  }

  /// How many properties there are.
  @inlinable public var count: Int { properties.count }
  /// Whether there is none.
  @inlinable public var isEmpty: Bool { properties.isEmpty }
  /// The properties, in order.
  @inlinable public var keys: [Property] { properties }
  /// What they hold, in order of property.
  @inlinable public var values: [Content] { contents }

  /// The place of a property, or the one where it belongs.
  ///
  /// Found from the end, as most maps are filled in order.
  @inlinable
  func place(_ property: Property) -> (index: Int, isFound: Bool) {
    var index = properties.count
    while index > 0, properties[index - 1].rawValue > property.rawValue { index -= 1 }
    let isFound = index > 0 && properties[index - 1].rawValue == property.rawValue
    return (isFound ? index - 1 : index, isFound)
  }

  /// What a property holds; setting `nil` removes it.
  ///
  /// - Complexity: Linear in the number of properties.
  @inlinable
  public subscript(property: Property) -> Content? {
    get {
      let (index, isFound) = place(property)
      return isFound ? contents[index] : nil
    }
    _modify {
      let (index, isFound) = place(property)
      // Taken out while it is changed, so that a list is not copied.
      var content: Content? = isFound ? contents.remove(at: index) : nil
      defer {
        if let content {
          contents.insert(content, at: index)
          if !isFound { properties.insert(property, at: index) }
        } else if isFound {
          properties.remove(at: index)
        }
      }
      yield &content
    }
  }

  /// What a property holds, or something else where it holds nothing; changing it sets it.
  ///
  /// - Complexity: Linear in the number of properties.
  @inlinable
  public subscript(
    property: Property, default other: @autoclosure () -> Content
  ) -> Content {
    get { self[property] ?? other() }
    _modify {
      let (index, isFound) = place(property)
      if !isFound {
        properties.insert(property, at: index)
        contents.insert(other(), at: index)
      }
      yield &contents[index]
    }
  }

  /// Sets what a property holds; quicker than the subscript.
  ///
  /// - Complexity: Linear in the number of properties.
  @inlinable
  public mutating func set(_ property: Property, _ content: Content) {
    let (index, isFound) = place(property)
    if isFound {
      contents[index] = content
    } else if index == properties.count {
      properties.append(property)
      contents.append(content)
    } else {
      properties.insert(property, at: index)
      contents.insert(content, at: index)
    }
  }

  /// The map with other contents under the same properties.
  public func mapValues<Other>(_ transform: (Content) throws -> Other) rethrows -> PropertyMap<
    Other
  > {
    var map = PropertyMap<Other>()
    map.properties = properties
    map.contents = try contents.map(transform)
    return map
  }

  /// The map with those properties only for which something holds.
  public func filter(_ isKept: (_ pair: (key: Property, value: Content)) -> Bool) -> Self {
    var map = Self()
    for pair in self where isKept(pair) { map[pair.key] = pair.value }
    return map
  }
}

extension PropertyMap: Sequence {
  /// Walks over the properties in order.
  public struct Iterator: IteratorProtocol {
    fileprivate let map: PropertyMap
    private var index = 0

    fileprivate init(_ map: PropertyMap) { self.map = map }

    /// The next property and what it holds.
    public mutating func next() -> (key: Property, value: Content)? {
      guard index < map.count else { return nil }
      defer { index += 1 }
      return (map.properties[index], map.contents[index])
    }
  }

  /// Walks over the properties in order.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension PropertyMap: ExpressibleByDictionaryLiteral {
  /// A map written as a literal; of equal properties the last one counts.
  public init(dictionaryLiteral elements: (Property, Content)...) {
    for (property, content) in elements { self[property] = content }
  }
}

extension PropertyMap: Sendable where Content: Sendable {}
extension PropertyMap: Equatable where Content: Equatable {}
extension PropertyMap: Hashable where Content: Hashable {}
