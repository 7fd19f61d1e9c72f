// Makes Swift classes known to CoreFoundation, and finds the library's own files.
#define _GNU_SOURCE
#include "CLRuntime.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

// As in the toolchain's CFRuntime.h, which needs blocks; only these members are used.
struct runtime_class {
  long version;
  const char *name;
  void (*init)(const void *);
  const void *(*copy)(const void *, const void *);
  void (*finalize)(const void *);
  unsigned char (*equal)(const void *, const void *);
  unsigned long (*hash)(const void *);
  const void *(*copy_formatting_description)(const void *, const void *);
  const void *(*copy_debug_description)(const void *);
  void (*reclaim)(const void *);
  uint32_t (*reference_count)(intptr_t, const void *);
  uintptr_t alignment;
};

extern unsigned long _CFRuntimeRegisterClass(const struct runtime_class *type);
extern void _CFRuntimeBridgeTypeToClass(unsigned long type, const void *isa);

// Exported by the Swift target: what CFShow and CFCopyDescription print.
extern const void *CLRuntimeCopyDescription(const void *object);

unsigned long CLRuntimeRegisterClass(const char *name, const void *isa) {
  // CoreFoundation keeps the pointer.
  static struct runtime_class classes[8];
  static int count;
  if (count == sizeof classes / sizeof *classes) return 0;
  struct runtime_class *type = &classes[count++];
  type->name = name;
  type->copy_debug_description = CLRuntimeCopyDescription;
  unsigned long id = _CFRuntimeRegisterClass(type);
  _CFRuntimeBridgeTypeToClass(id, isa);
  return id;
}

const char *CLRuntimeLibraryPath(void) {
  Dl_info info;
  return dladdr((const void *)CLRuntimeLibraryPath, &info) ? info.dli_fname : NULL;
}

const char *CLRuntimeThumbnailer(void) { return secure_getenv("CONTACTLOG_THUMBNAILER"); }
