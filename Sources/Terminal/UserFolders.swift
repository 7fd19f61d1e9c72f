/// Where a user keeps things, and who the user is, by the conventions of the desktop.
public struct UserFolders: Sendable {
  private let environment: EnvironmentVariables
  private let account: Account

  /// Answers from an environment and an account.
  public init(environment: EnvironmentVariables = .process, account: Account = .current()) {
    self.environment = environment
    self.account = account
  }

  /// `$HOME`, else the home folder of the account, else nil.
  public var home: String? { environment["HOME"] ?? account.home }

  /// The folder for a program's data: `$XDG_DATA_HOME/NAME`, else `~/.local/share/NAME`.
  ///
  /// A relative `XDG_DATA_HOME` is ignored, as the XDG Base Directory Specification asks.
  ///
  /// - Returns: nil where there is neither the variable nor a home folder.
  public func data(of program: String) -> String? {
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return "\(base)/\(program)" }
    return home.map { "\($0)/.local/share/\(program)" }
  }

  /// The login name: that of the account, else `$LOGNAME`, else `$USER`, else nil.
  public var loginName: String? { account.name ?? environment["LOGNAME"] ?? environment["USER"] }
}
