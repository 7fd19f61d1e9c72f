// Two copies of the library in one process: the second one must not open what the first one has open.
#include <CoreFoundation/CoreFoundation.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>

typedef CFTypeRef (*Create)(CFDictionaryRef, CFErrorRef *);
typedef CFIndex (*Count)(CFTypeRef);

static void *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) printf("%s\n", dlerror());
  return library;
}

int main(int count, char **words) {
  if (count < 3) return 2;
  void *libraries[] = {load(words[1]), load(words[2])};
  if (!libraries[0] || !libraries[1] || libraries[0] == libraries[1]) return 2;
  Create first = (Create)dlsym(libraries[0], "ABAddressBookCreateWithOptions");
  Create second = (Create)dlsym(libraries[1], "ABAddressBookCreateWithOptions");
  if (first == second) return 2;
  CFErrorRef error = NULL;
  CFTypeRef book = first(NULL, &error);
  printf("first: %s\n", book ? "open" : "refused");
  CFTypeRef other = second(NULL, &error);
  printf("second: %s\n", other ? "open" : "refused");
  if (error) {
    char text[500] = "";
    CFStringRef reason = CFErrorCopyDescription(error);
    CFStringGetCString(reason, text, sizeof text, kCFStringEncodingUTF8);
    printf("%ld %s\n", (long)CFErrorGetCode(error), text);
    CFRelease(reason);
    CFRelease(error);
  }
  // The first one is as good as before.
  Count people = (Count)dlsym(libraries[0], "ABAddressBookGetPersonCount");
  printf("people: %ld\n", (long)people(book));
  if (book) CFRelease(book);
  // With the first one closed there is nothing in the way.
  error = NULL;
  other = second(NULL, &error);
  printf("second: %s\n", other ? "open" : "refused");
  if (other) CFRelease(other);
  return 0;
}
