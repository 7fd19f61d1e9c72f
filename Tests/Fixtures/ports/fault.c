// Preloaded by a test: a disk that fails just when a commit becomes valid. The commit is on the disk, the
// program is told it is not, and the store cannot be opened again before the fault is over.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int armed;
static int failed;

void fault_arm(int on) {
  armed = on;
  failed = 0;
}

// Whether this is the record that makes a commit valid; all else that LMDB writes is whole pages.
static int is_meta(int file, size_t length) {
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  return length < 4096 && readlink(link, path, sizeof path - 1) > 0 && strstr(path, "data.mdb");
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  static ssize_t (*next)(int, const void *, size_t, off64_t);
  if (!next) next = (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
  if (!armed || !is_meta(file, length)) return next(file, bytes, length, offset);
  // Later ones put the old record back; they are lost.
  if (failed++) return (ssize_t)length;
  next(file, bytes, length, offset);
  errno = EIO;
  return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  return pwrite64(file, bytes, length, offset);
}

int open64(const char *path, int flags, ...) {
  static int (*next)(const char *, int, ...);
  if (!next) next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if (armed && failed && strstr(path, "data.mdb")) {
    errno = EIO;
    return -1;
  }
  return next(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open64(path, flags, mode);
}
