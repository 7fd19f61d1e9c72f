/// A cell of a table being written.
struct CSVCell {
  /// A column, by its place among the others.
  struct Column: Hashable, Comparable {
    /// A run of columns that belong together, such as all telephones.
    let section: Int
    /// Which entry of the section, from 1.
    let number: Int
    /// Which column of the entry.
    let part: Int
    let heading: String

    static func < (a: Column, b: Column) -> Bool {
      (a.section, a.number, a.part, a.heading) < (b.section, b.number, b.part, b.heading)
    }
  }

  let column: Column
  let text: String
}
