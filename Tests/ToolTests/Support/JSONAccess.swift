import Foundation

/// Short ways into what `JSONSerialization` gives.
extension [String: Any] {
  func text(_ name: String) -> String? { self[name] as? String }
  func number(_ name: String) -> Int? { self[name] as? Int }
  func object(_ name: String) -> [String: Any]? { self[name] as? [String: Any] }
  func list(_ name: String) -> [[String: Any]]? { self[name] as? [[String: Any]] }
  func isNull(_ name: String) -> Bool { self[name] is NSNull }
}

/// The names of the first object in JSON text, in the order they are written.
func fieldNames(_ json: String) -> [String] {
  var names: [String] = []
  var depth = 0
  var inString = false
  var isEscaped = false
  var current = ""
  var isName = true
  for character in json {
    if inString {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        inString = false
        if depth == 1, isName { names.append(current) }
        continue
      }
      current.append(character)
      continue
    }
    switch character {
    case "\"":
      inString = true
      current = ""
    case "{", "[": depth += 1
    case "}", "]":
      depth -= 1
      if depth == 0 { return names }
    case ":" where depth == 1: isName = false
    case "," where depth == 1: isName = true
    default: break
    }
  }
  return names
}
