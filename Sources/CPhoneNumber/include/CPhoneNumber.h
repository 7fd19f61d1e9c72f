// What of libphonenumber is used, with C linkage: Swift cannot import its C++ classes.
#ifndef CPHONENUMBER_H
#define CPHONENUMBER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// How two numbers agree; the numbers of PhoneNumberUtil::MatchType.
enum CPhoneNumberMatch {
  CPhoneNumberInvalid = 0,
  CPhoneNumberNone = 1,
  CPhoneNumberShort = 2,
  CPhoneNumberNational = 3,
  CPhoneNumberExact = 4,
};

// Compares two numbers of UTF-8 text as people write them. A number that begins with no country code
// is one of the region, two capital letters ended by zero; "" knows none. Never throws.
int cphonenumber_match(
    const char *first, size_t first_length, const char *second, size_t second_length,
    const char *region);

#ifdef __cplusplus
}
#endif

#endif
