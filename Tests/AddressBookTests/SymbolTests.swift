import Foundation
import TestSupport
import Testing

/// Every row of the list of symbols, from C and as Swift imports it.
@Suite(.temporaryDirectory) struct SymbolTests {
  private struct Symbol {
    let header, kind, name, signature: String

    /// Return type, and type and name of each parameter.
    var parts: (result: String, parameters: [(type: String, name: String)])? {
      guard let match = signature.wholeMatch(of: /(.+?)\b(AB\w+)\((.*)\)/) else { return nil }
      let parameters = match.3 == "void" ? [] : match.3.components(separatedBy: ", ")
      return (
        match.1.trimmingCharacters(in: .whitespaces),
        parameters.compactMap { parameter in
          parameter.wholeMatch(of: /(.+?)(\w+)/).map {
            (String($0.1).trimmingCharacters(in: .whitespaces), String($0.2))
          }
        }
      )
    }
  }

  private static let headers = [
    "ABAddressBook.h", "ABRecord.h", "ABMultiValue.h", "ABGroup.h", "ABSource.h", "ABPerson.h",
  ]

  private static func symbols() throws -> [Symbol]? {
    try SharedFolder.rows(ofTable: "reference/ab_symbols.tsv")?
      .map { Symbol(header: $0[0], kind: $0[1], name: $0[2], signature: $0[3]) }
      .filter { headers.contains($0.header) }
  }

  @Test func `every function and constant is there for C, with its type and value`() async throws {
    guard let symbols = try Self.symbols() else { return }
    var lines = ["#include <AddressBook/AddressBook.h>", "#include <stdio.h>", "static int wrong;"]
    var checks: [String] = []
    var counts: [String: Int] = [:]
    for symbol in symbols {
      switch symbol.kind {
      case "function":
        // A declaration of another type than the header's does not compile.
        lines.append("extern \(symbol.signature);")
        let count = try #require(symbol.parts).parameters.count
        let arguments = [String](repeating: "0", count: count).joined(separator: ", ")
        // Called with nothing at all: no crash.
        checks.append("(void)\(symbol.name)(\(arguments));")
      case "constant":
        if let match = symbol.signature.firstMatch(of: /^const CFStringRef = "([^"]*)"/) {
          checks.append("CHECK(CFEqual(\(symbol.name), CFSTR(\"\(match.1)\")))")
        } else if let match = symbol.signature.firstMatch(of: /^const CFNumberRef = (\d+)/) {
          checks.append("{ int n = -1; CFNumberGetValue(\(symbol.name), kCFNumberIntType, &n);")
          checks.append("CHECK(n == \(match.1)) }")
        } else if let match = symbol.signature.firstMatch(of: /^const \w+ = (\d+)/) {
          checks.append("CHECK(\(symbol.name) == \(match.1))")
        } else {
          checks.append("CHECK(\(symbol.name) >= 0)")
        }
      case "enum" where symbol.name.hasPrefix("k"):
        let value = try #require(
          symbol.signature.matches(of: /0x[0-9a-fA-F]+|-?\d+/).last
        ).output
        if symbol.signature.contains("= 0x3 | mask") {
          checks.append("CHECK(\(symbol.name) == (0x3 | kABSourceTypeSearchableMask))")
        } else {
          checks.append("CHECK((long)\(symbol.name) == (long)\(value))")
        }
      default:
        lines.append("typedef __typeof__((\(symbol.name))0) check_\(symbol.name);")
      }
      let kind = symbol.kind == "enum" && !symbol.name.hasPrefix("k") ? "type" : symbol.kind
      counts[kind, default: 0] += 1
    }
    #expect(counts == ["function": 71, "constant": 90, "enum": 38, "type": 16])
    lines.append(
      "#define CHECK(x) if (!(x)) { printf(\"%s\\n\", #x); wrong = 1; }")
    lines += ["int main(void) {"] + checks + ["return wrong; }"]
    let source = TemporaryDirectory.url.appending(path: "symbols.c")
    try lines.joined(separator: "\n").write(to: source, atomically: true, encoding: .utf8)
    let program = try await Toolchain().compileC(
      source, to: TemporaryDirectory.url.appending(path: "symbols"), more: ["-Wno-nonnull"])
    let output = try await program.run(
      environment: ["CONTACTLOG_STORE": TemporaryDirectory.path + "/store"])
    #expect(output.output == "")
    #expect(output.status == 0 && !output.signalled, "\(output.errors)")
  }

  @Test func `Swift imports every function with Apple's signature`() async throws {
    guard let symbols = try Self.symbols() else { return }
    let toolchain = try await Toolchain()
    let text = try await toolchain.tool("swift-synthesize-interface").run([
      "-module-name", "CAddressBook", "-I", toolchain.headers,
    ]).output
    let lines = Set(text.split(separator: "\n").map(String.init))
    let parameterTypes = [
      "ABAddressBookRef": "ABAddressBook!", "ABRecordRef": "ABRecord!",
      "ABMultiValueRef": "ABMultiValue!", "ABMutableMultiValueRef": "ABMutableMultiValue!",
      "CFTypeRef": "CFTypeRef!", "CFStringRef": "CFString!", "CFArrayRef": "CFArray!",
      "CFDictionaryRef": "CFDictionary!", "CFDataRef": "CFData!",
      "CFErrorRef *": "UnsafeMutablePointer<Unmanaged<CFError>?>!",
      "ABMultiValueIdentifier *": "UnsafeMutablePointer<ABMultiValueIdentifier>!",
      "void *": "UnsafeMutableRawPointer!", "ABExternalChangeCallback": "ABExternalChangeCallback!",
      "ABAddressBookRequestAccessCompletionHandler":
        "ABAddressBookRequestAccessCompletionHandler!",
    ]
    let resultTypes = [
      "ABAddressBookRef": "Unmanaged<ABAddressBook>!", "ABRecordRef": "Unmanaged<ABRecord>!",
      "ABMutableMultiValueRef": "Unmanaged<ABMutableMultiValue>!",
      "CFTypeRef": "Unmanaged<CFTypeRef>!", "CFStringRef": "Unmanaged<CFString>!",
      "CFArrayRef": "Unmanaged<CFArray>!", "CFDataRef": "Unmanaged<CFData>!", "bool": "Bool",
    ]
    for symbol in symbols where symbol.kind == "function" {
      let parts = try #require(symbol.parts)
      let parameters = parts.parameters.map {
        "_ \($0.name): \(parameterTypes[$0.type] ?? $0.type)"
      }
      let result =
        parts.result == "void" ? "" : " -> \(resultTypes[parts.result] ?? parts.result)"
      let wanted =
        "public func \(symbol.name)(\(parameters.joined(separator: ", ")))\(result)"
      #expect(lines.contains(wanted) == true, "\(wanted)")
    }
    for wanted in [
      "public typealias ABRecord = CFTypeRef", "public typealias ABPersonSortOrdering = UInt32",
      "public typealias ABPersonCompositeNameFormat = UInt32",
      "public var kABPersonType: Int { get }", "public var kABRecordInvalidID: Int32 { get }",
      "public var kABMultiValueMask: Int32 { get }", "public let kABHomeLabel: CFString!",
      "public let kABPersonKindPerson: CFNumber!",
      "public let kABPersonFirstNameProperty: ABPropertyID",
    ] { #expect(lines.contains(wanted) == true, "\(wanted)") }
  }
}
