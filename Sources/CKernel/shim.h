// Kernel interfaces that Swift's Glibc module leaves out.
#include <spawn.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

// renameat2(2) with AT_FDCWD and RENAME_NOREPLACE. glibc declares it for _GNU_SOURCE only.
static inline int contactlog_rename_no_replace(const char *source, const char *target) {
  return (int)syscall(SYS_renameat2, -100, source, -100, target, 1u);
}

// glibc declares it for programs that ask for its own extensions only.
static inline int contactlog_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
