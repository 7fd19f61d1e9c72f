// For the Swift target that implements the API; not installed.
#ifndef CL_RUNTIME_H
#define CL_RUNTIME_H

// Registers a class of CoreFoundation objects made in Swift and returns its type id. `isa` is the
// Swift class: functions such as CFGetTypeID and CFEqual find the way by it.
unsigned long CLRuntimeRegisterClass(const char *name, const void *isa);

#endif
