#include "CPhoneNumber.h"

#include <phonenumbers/phonenumber.pb.h>
#include <phonenumbers/phonenumberutil.h>

#include <cstring>
#include <string>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

// libphonenumber takes numbers up to 250 bytes; longer ones need not reach its regular expressions.
const size_t kLongest = 250;

bool parse(const char *text, size_t length, const char *region, PhoneNumber *number) {
  if (length > kLongest) return false;
  const PhoneNumberUtil &util = *PhoneNumberUtil::GetInstance();
  return util.Parse(std::string(text, length), region, number) == PhoneNumberUtil::NO_PARSING_ERROR;
}

// Copies a text with its zero; false if there is no room for it.
template <size_t size>
bool copy(const std::string &text, char (&out)[size]) {
  if (text.size() >= size) return false;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return true;
}

}  // namespace

int cphonenumber_match(
    const char *first, size_t first_length, const char *second, size_t second_length,
    const char *region) {
  try {
    const char *known = region[0] == 0 ? "ZZ" : region;
    PhoneNumber a, b;
    const bool has_a = parse(first, first_length, known, &a);
    const bool has_b = parse(second, second_length, known, &b);
    const PhoneNumberUtil &util = *PhoneNumberUtil::GetInstance();
    if (has_a && has_b) return util.IsNumberMatch(a, b);
    if (first_length > kLongest || second_length > kLongest) return CPhoneNumberInvalid;
    // One without a country code, in a region that is not known, is compared with the other's.
    if (has_a) return util.IsNumberMatchWithOneString(a, std::string(second, second_length));
    if (has_b) return util.IsNumberMatchWithOneString(b, std::string(first, first_length));
    return util.IsNumberMatchWithTwoStrings(
        std::string(first, first_length), std::string(second, second_length));
  } catch (...) {
    return CPhoneNumberInvalid;
  }
}

int cphonenumber_forms(
    const char *text, size_t length, const char *region, CPhoneNumberForms *forms) {
  try {
    PhoneNumber number;
    if (!parse(text, length, region[0] == 0 ? "ZZ" : region, &number)) return 0;
    const PhoneNumberUtil &util = *PhoneNumberUtil::GetInstance();
    std::string significant, national;
    util.GetNationalSignificantNumber(number, &significant);
    util.Format(number, PhoneNumberUtil::NATIONAL, &national);
    util.NormalizeDigitsOnly(&national);
    // An extension stands at the end.
    std::string extension = number.has_extension() ? number.extension() : std::string();
    util.NormalizeDigitsOnly(&extension);
    if (extension.size() > national.size()) return 0;
    national.resize(national.size() - extension.size());
    return copy(std::to_string(number.country_code()), forms->country_code) &&
           copy(significant, forms->significant) && copy(national, forms->national);
  } catch (...) {
    return 0;
  }
}
