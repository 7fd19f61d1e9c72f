/// Store against floor, repetition by repetition: what the machine does to both is left out.
struct Ratios {
  private var speed: [Double] = []
  private var median: [Double] = []
  private var written: [Double] = []
  private var disk: [Double] = []
  private var cpu: [Double] = []

  mutating func add(store: Pass, floor: Pass) {
    speed.append(floor.timings.total / store.timings.total)
    // Steps compare where both took the same ones.
    if store.timings.count == floor.timings.count {
      median.append(store.timings.median / floor.timings.median)
    }
    written.append(Double(store.written) / Double(floor.written))
    disk.append(Double(store.fileBytes) / Double(floor.fileBytes))
    cpu.append(store.cpu / floor.cpu)
  }

  /// `speed`: the store's share of the floor's; all others: how many times the floor's cost.
  func row(scenario: String) -> Row {
    var row = Row(scenario: scenario, subject: "ratio")
    for (name, values) in [
      ("speed", speed), ("medianTime", median), ("written", written), ("fileSize", disk),
      ("cpu", cpu),
    ] {
      let sorted = values.sorted()
      guard let least = sorted.first, let most = sorted.last else { continue }
      row.set(name, sorted[sorted.count / 2])
      row.set("\(name)Min", least)
      row.set("\(name)Max", most)
    }
    return row
  }
}
