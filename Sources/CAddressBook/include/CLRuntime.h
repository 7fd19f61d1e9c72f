// For the Swift target that implements the API; not installed.
#ifndef CL_RUNTIME_H
#define CL_RUNTIME_H

// Registers a class of CoreFoundation objects made in Swift and returns its type id. `isa` is the
// Swift class: functions such as CFGetTypeID and CFEqual find the way by it.
unsigned long CLRuntimeRegisterClass(const char *name, const void *isa);

// The file of the library or program that this code is in; NULL where the loader does not know.
const char *CLRuntimeLibraryPath(void);

// The helper that the environment names; NULL: none, or a program that runs for another user.
const char *CLRuntimeThumbnailer(void);

#endif
