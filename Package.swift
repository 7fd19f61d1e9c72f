// swift-tools-version: 6.2
import Foundation
import PackageDescription

// With libgd installed images have thumbnails unless the trait is switched off.
let hasImages = FileManager.default.fileExists(atPath: "/usr/include/gd.h")
// With libphonenumber installed the tool compares phone numbers by the numbering plans of all countries;
// without it by their digits.
let hasNumberingPlans = FileManager.default.fileExists(
  atPath: "/usr/include/phonenumbers/phonenumberutil.h")

// Swift 6 mode, warnings are errors, and every unsafe use is marked. No `unsafeFlags`, so the
// package can be a dependency of another.
let careful: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
]
let strict = careful + [.strictMemorySafety()]

// One module map for each C library.
let systemLibraries: [Target] = [
  .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
  .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
  .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CKernel"),
  .systemLibrary(name: "CGD", providers: [.apt(["libgd-dev"])]),
]
let gd: Target.Dependency = .target(name: "CGD", condition: .when(traits: ["Thumbnails"]))

// One small wrapper for each C library or kernel interface; unsafe code lives only here.
let wrappers: [Target] = [
  .target(name: "LMDB", dependencies: ["CLMDB"], swiftSettings: strict),
  .target(name: "Pages", swiftSettings: strict),
  .target(name: "Checksum", dependencies: ["CXXHash"], swiftSettings: strict),
  .target(name: "Hashing", dependencies: ["CCrypto"], swiftSettings: strict),
  .target(
    name: "Collation", swiftSettings: strict,
    linkerSettings: [.linkedLibrary("_FoundationICU")]),
  .target(
    name: "Charsets", swiftSettings: strict, linkerSettings: [.linkedLibrary("_FoundationICU")]),
  .target(name: "FileSystem", dependencies: ["CKernel"], swiftSettings: strict),
  .target(name: "FileWatch", swiftSettings: strict),
  .target(name: "Terminal", swiftSettings: strict),
  // Decoders of images: linked only by a program that runs for one image.
  .target(name: "ImageScaling", dependencies: [gd], swiftSettings: strict),
]

// Apart, so that a program that embeds the store can do without libphonenumber; C++ with C linkage.
let numberingPlans: [Target] =
  !hasNumberingPlans
  ? []
  : [
    .target(name: "CPhoneNumber", linkerSettings: [.linkedLibrary("phonenumber")]),
    .target(
      name: "PhoneNumbers", dependencies: ["ContactLog", "CPhoneNumber"], swiftSettings: strict),
  ]

let core: [Target] = [
  // Days and dates by arithmetic, for tools that know no contacts and for the model alike.
  .target(name: "CivilCalendar", swiftSettings: strict),
  .target(name: "ContactModel", swiftSettings: strict),
  .target(
    name: "VCard", dependencies: ["CivilCalendar", "ContactModel", "Charsets"],
    swiftSettings: strict),
  .target(
    name: "ContactLog",
    dependencies: [
      "CivilCalendar", "ContactModel", "LMDB", "Pages", "Checksum", "Hashing", "Collation",
      "FileSystem",
      "FileWatch",
    ],
    swiftSettings: strict),
  // Apple's AddressBook API: its C header and constants, and the functions behind them, exported
  // with C linkage. Unsafe code is allowed there, because C is on the other side.
  .target(name: "CAddressBook"),
  .target(
    name: "AddressBookCore",
    dependencies: [
      "CAddressBook", "CivilCalendar", "ContactLog", "ContactModel", "VCard", "FileSystem",
      "Terminal",
    ] + numberingPlans.suffix(1).map { .target(name: $0.name) },
    swiftSettings: strict),
  // The same functions for Swift code written for iOS; forwards only.
  .target(
    name: "AddressBook", dependencies: ["AddressBookCore", "CAddressBook"], swiftSettings: strict),
]

let tools: [Target] = [
  .target(
    name: "CommandLineTool", dependencies: ["CivilCalendar", "Terminal"],
    path: "Tools/CommandLineTool",
    swiftSettings: strict),
  .executableTarget(
    name: "contactlog",
    dependencies: ["CommandLineTool", "ContactLog", "ContactModel", "VCard", "Terminal"]
      + numberingPlans.suffix(1).map { .target(name: $0.name) },
    path: "Tools/contactlog", swiftSettings: strict),
  .executableTarget(
    name: "contactlog-bench",
    dependencies: [
      "ContactLog", "ContactModel", "VCard", "LMDB", "Checksum", "Hashing", "Collation",
      "FileSystem", "CAddressBook", "AddressBookCore",
    ] + numberingPlans.suffix(1).map { .target(name: $0.name) },
    path: "Tools/contactlog-bench", swiftSettings: strict),
  .executableTarget(
    name: "contactlog-thumbnail", dependencies: ["FileSystem", "ImageScaling", "Terminal"],
    path: "Tools/contactlog-thumbnail", swiftSettings: strict),
]

func test(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
    swiftSettings: strict)
}

let tests: [Target] = [
  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
  test("LMDB"), test("Pages", ["LMDB"]), test("Checksum"), test("Hashing"), test("Collation"),
  test("Charsets"),
  test("FileSystem"),
  test("CivilCalendar"), test("ContactModel"), test("VCard", ["ContactModel"]),
  // A process of its own for what must be killed, stopped, or run in another locale.
  .executableTarget(
    name: "StoreWorker", dependencies: ["ContactLog", "ContactModel"], path: "Tests/StoreWorker",
    swiftSettings: strict),
  test("ContactLog", ["ContactModel", "LMDB", "StoreWorker"]),
  test("FileWatch"),
  .testTarget(
    name: "ImageScalingTests", dependencies: ["ImageScaling", "TestSupport", gd],
    swiftSettings: careful),
  // Through the C module, as C sees it; what C calls is unsafe by nature.
  .testTarget(
    name: "AddressBookTests",
    dependencies: [
      "TestSupport", "AddressBookCore", "CAddressBook", "ContactLog", "ContactModel",
      "FileSystem", "contactlog", "contactlog-thumbnail",
    ], swiftSettings: careful),
  test("CommandLineTool", ["Terminal"]),
  .testTarget(
    name: "ToolTests", dependencies: ["TestSupport", "FileSystem", "contactlog"],
    swiftSettings: strict),
]

let optionalTests: [Target] =
  hasNumberingPlans ? [test("PhoneNumbers", ["ContactLog", "ContactModel"])] : []

let package = Package(
  name: "contactlog",
  products: [
    .library(name: "ContactLog", targets: ["ContactLog", "ContactModel"]),
    .library(name: "VCard", targets: ["VCard"]),
    .library(name: "LMDB", targets: ["LMDB"]),
    // Contains the store code: a process uses this or ContactLog, not both.
    .library(
      name: "AddressBook", type: .dynamic,
      targets: ["AddressBook", "AddressBookCore", "ContactLog", "ContactModel", "VCard"]),
    .executable(name: "contactlog", targets: ["contactlog"]),
    .executable(name: "contactlog-bench", targets: ["contactlog-bench"]),
    .executable(name: "contactlog-thumbnail", targets: ["contactlog-thumbnail"]),
  ] + (hasNumberingPlans ? [.library(name: "PhoneNumbers", targets: ["PhoneNumbers"])] : []),
  traits: [
    .default(enabledTraits: hasImages ? ["Thumbnails"] : []),
    .trait(name: "Thumbnails", description: "AddressBook scales images down (libgd-dev)"),
  ],
  targets: systemLibraries + wrappers + core + numberingPlans + tools + tests + optionalTests,
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
