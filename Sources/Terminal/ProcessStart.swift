import Glibc

/// What a command line tool settles before anything else.
public enum ProcessStart {
  /// Makes the process safe to work in.
  ///
  /// - Descriptors 0 to 2 are open (on `/dev/null` where the caller closed them), so that no file
  ///   of the store ever gets the number of standard output.
  /// - Writing to a closed pipe or beyond the file size limit is an error, not the end
  ///   (`SIGPIPE`, `SIGXFSZ` ignored).
  /// - Ctrl-C and a polite kill arrive: a parent that works with threads may have started the
  ///   process with them blocked, and the mask is inherited.
  /// - New files are for the owner only (`umask(077)`).
  public static func prepare() {
    openMissingDescriptors()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var stops = sigset_t()
    unsafe sigemptyset(&stops)
    for number in [SIGINT, SIGTERM] { unsafe sigaddset(&stops, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &stops, nil)
    umask(0o077)
  }

  private static func openMissingDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // open(2) gives the lowest free number, which is this one: the lower ones are open.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
    }
  }

  /// Ends the process with this code; buffers must have been flushed.
  public static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
