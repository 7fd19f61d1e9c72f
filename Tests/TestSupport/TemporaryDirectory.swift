public import Foundation
public import Testing

/// Gives each test an empty directory of its own, removed afterwards.
///
///     @Suite(.temporaryDirectory) struct StoreTests { ... TemporaryDirectory.path ... }
public struct TemporaryDirectory: TestTrait, SuiteTrait, TestScoping {
  /// The directory of the running test.
  @TaskLocal public static var url = URL(filePath: "/nonexistent")

  /// The path of the directory, without a slash at its end.
  public static var path: String { url.path(percentEncoded: false) }

  public var isRecursive: Bool { true }

  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    let url = FileManager.default.temporaryDirectory
      .appending(path: "contactlog-\(UUID().uuidString)", directoryHint: .notDirectory)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: url) }
    try await Self.$url.withValue(url) { try await body() }
  }
}

extension Trait where Self == TemporaryDirectory {
  /// An empty directory for each test.
  public static var temporaryDirectory: Self { Self() }
}
