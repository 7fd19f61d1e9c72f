import ContactModel
import TestSupport
import Testing

struct PropertyMapTests {
  @Test func `a map is what a dictionary would be`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      var map = PropertyMap<[Int]>()
      var model: [Property: [Int]] = [:]
      for step in 0..<30 {
        let property = Property(rawValue: UInt16.random(in: 0..<8, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: (map[property], model[property]) = ([step], [step])
        case 1: (map[property], model[property]) = (nil, nil)
        case 2:
          map[property, default: []].append(step)
          model[property, default: []].append(step)
        case 3:
          map[property]?.append(step)
          model[property]?.append(step)
        case 4:
          map.set(property, [step, step])
          model[property] = [step, step]
        default:
          map[property]?.removeAll()
          model[property]?.removeAll()
        }
        #expect(map[property] == model[property])
        #expect(map.keys == model.keys.sorted())
        #expect(map.count == model.count && map.isEmpty == model.isEmpty)
        #expect(map.map(\.value) == map.values)
      }
      #expect(map.mapValues(\.count).values == map.values.map(\.count))
      #expect(map.values == model.sorted { $0.key < $1.key }.map(\.value))
      #expect(Dictionary(uniqueKeysWithValues: map.map { ($0.key, $0.value) }) == model)
      let few = map.filter { $0.value.count == 1 }
      #expect(few.keys == model.filter { $0.value.count == 1 }.keys.sorted())
    }
  }

  @Test func `equal contents are equal maps, in whatever order they came`() {
    let (a, b): (PropertyMap<Int>, PropertyMap<Int>) = (
      [.note: 1, .firstName: 2], [.firstName: 2, .note: 1]
    )
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a != [.firstName: 2])
  }
}
