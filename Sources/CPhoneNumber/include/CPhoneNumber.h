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

// The parts of a number as people write it, ended by zero each.
struct CPhoneNumberForms {
  // The country code, without a sign in front.
  char country_code[8];
  // The number behind it, in the country.
  char significant[32];
  // How it is dialled in the country: digits only.
  char national[48];
};

// Fills `forms`; 0 if the text is no number, or one without country code where the region is not known.
// Never throws.
int cphonenumber_forms(
    const char *text, size_t length, const char *region, struct CPhoneNumberForms *forms);

#ifdef __cplusplus
}
#endif

#endif
