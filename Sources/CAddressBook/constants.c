// The constants of the headers.
//
// The headers are not included: they need blocks, which only a client asks its compiler for, and
// their types are not needed here. Tests compare every constant with the header from C.
#include <stdint.h>

// A constant CFString as the toolchain's CFSTR lays it out (CFString.h, `struct __CFConstStr`).
struct constant_string {
  const void *isa;
  uintptr_t reference_count;
  uint64_t info;
  const char *text;
  uint32_t length;
};
// Foundation's class of constant strings (CFString.h, _CF_CONSTANT_STRING_SWIFT_CLASS).
extern void *constant_string_class[] __asm__("$s10Foundation19_NSCFConstantStringCN");

// The reference count of an object that lives for ever (CFBase.h, _CF_SWIFT_RC_PINNED_FLAG).
#define RC 0x80000004ffffffffu

#define STRING(name, text) \
  static struct constant_string name##_string = { \
      constant_string_class, RC, 0x07C8, text, sizeof(text) - 1}; \
  const void *const name = &name##_string;

STRING(ABAddressBookErrorDomain, "ABAddressBookErrorDomain")
STRING(kABWorkLabel, "_$!<Work>!$_")
STRING(kABHomeLabel, "_$!<Home>!$_")
STRING(kABOtherLabel, "_$!<Other>!$_")
STRING(kABPersonAddressStreetKey, "Street")
STRING(kABPersonAddressCityKey, "City")
STRING(kABPersonAddressStateKey, "State")
STRING(kABPersonAddressZIPKey, "ZIP")
STRING(kABPersonAddressCountryKey, "Country")
STRING(kABPersonAddressCountryCodeKey, "CountryCode")
STRING(kABPersonAnniversaryLabel, "_$!<Anniversary>!$_")
STRING(kABPersonPhoneMobileLabel, "_$!<Mobile>!$_")
STRING(kABPersonPhoneIPhoneLabel, "iPhone")
STRING(kABPersonPhoneMainLabel, "_$!<Main>!$_")
STRING(kABPersonPhoneHomeFAXLabel, "_$!<HomeFAX>!$_")
STRING(kABPersonPhoneWorkFAXLabel, "_$!<WorkFAX>!$_")
STRING(kABPersonPhoneOtherFAXLabel, "_$!<OtherFAX>!$_")
STRING(kABPersonPhonePagerLabel, "_$!<Pager>!$_")
STRING(kABPersonInstantMessageServiceKey, "service")
STRING(kABPersonInstantMessageUsernameKey, "username")
STRING(kABPersonInstantMessageServiceYahoo, "Yahoo")
STRING(kABPersonInstantMessageServiceJabber, "Jabber")
STRING(kABPersonInstantMessageServiceMSN, "MSN")
STRING(kABPersonInstantMessageServiceICQ, "ICQ")
STRING(kABPersonInstantMessageServiceAIM, "AIM")
STRING(kABPersonInstantMessageServiceQQ, "QQ")
STRING(kABPersonInstantMessageServiceGoogleTalk, "GoogleTalk")
STRING(kABPersonInstantMessageServiceSkype, "Skype")
STRING(kABPersonInstantMessageServiceFacebook, "Facebook")
STRING(kABPersonInstantMessageServiceGaduGadu, "GaduGadu")
STRING(kABPersonHomePageLabel, "_$!<HomePage>!$_")
STRING(kABPersonFatherLabel, "_$!<Father>!$_")
STRING(kABPersonMotherLabel, "_$!<Mother>!$_")
STRING(kABPersonParentLabel, "_$!<Parent>!$_")
STRING(kABPersonBrotherLabel, "_$!<Brother>!$_")
STRING(kABPersonSisterLabel, "_$!<Sister>!$_")
STRING(kABPersonChildLabel, "_$!<Child>!$_")
STRING(kABPersonFriendLabel, "_$!<Friend>!$_")
STRING(kABPersonSpouseLabel, "_$!<Spouse>!$_")
STRING(kABPersonPartnerLabel, "_$!<Partner>!$_")
STRING(kABPersonAssistantLabel, "_$!<Assistant>!$_")
STRING(kABPersonManagerLabel, "_$!<Manager>!$_")
STRING(kABPersonSocialProfileURLKey, "url")
STRING(kABPersonSocialProfileServiceKey, "service")
STRING(kABPersonSocialProfileUsernameKey, "username")
STRING(kABPersonSocialProfileUserIdentifierKey, "identifier")
STRING(kABPersonSocialProfileServiceTwitter, "twitter")
STRING(kABPersonSocialProfileServiceSinaWeibo, "sinaweibo")
STRING(kABPersonSocialProfileServiceGameCenter, "gamecenter")
STRING(kABPersonSocialProfileServiceFacebook, "facebook")
STRING(kABPersonSocialProfileServiceMyspace, "myspace")
STRING(kABPersonSocialProfileServiceLinkedIn, "linkedin")
STRING(kABPersonSocialProfileServiceFlickr, "flickr")
STRING(kABPersonAlternateBirthdayCalendarIdentifierKey, "calendarIdentifier")
STRING(kABPersonAlternateBirthdayEraKey, "era")
STRING(kABPersonAlternateBirthdayYearKey, "year")
STRING(kABPersonAlternateBirthdayMonthKey, "month")
STRING(kABPersonAlternateBirthdayIsLeapMonthKey, "isLeapMonth")
STRING(kABPersonAlternateBirthdayDayKey, "day")

const int32_t kABGroupNameProperty = 0;
const int32_t kABPersonFirstNameProperty = 0;
const int32_t kABPersonLastNameProperty = 1;
const int32_t kABPersonMiddleNameProperty = 6;
const int32_t kABPersonPrefixProperty = 20;
const int32_t kABPersonSuffixProperty = 21;
const int32_t kABPersonNicknameProperty = 19;
const int32_t kABPersonFirstNamePhoneticProperty = 7;
const int32_t kABPersonLastNamePhoneticProperty = 9;
const int32_t kABPersonMiddleNamePhoneticProperty = 8;
const int32_t kABPersonOrganizationProperty = 10;
const int32_t kABPersonJobTitleProperty = 18;
const int32_t kABPersonDepartmentProperty = 11;
const int32_t kABPersonNoteProperty = 14;
const int32_t kABPersonEmailProperty = 4;
const int32_t kABPersonBirthdayProperty = 17;
const int32_t kABPersonCreationDateProperty = 26;
const int32_t kABPersonModificationDateProperty = 27;
const int32_t kABPersonAddressProperty = 5;
const int32_t kABPersonDateProperty = 12;
const int32_t kABPersonKindProperty = 15;
const int32_t kABPersonPhoneProperty = 3;
const int32_t kABPersonInstantMessageProperty = 13;
const int32_t kABPersonURLProperty = 22;
const int32_t kABPersonRelatedNamesProperty = 23;
const int32_t kABPersonSocialProfileProperty = 46;
const int32_t kABPersonAlternateBirthdayProperty = 48;
const int32_t kABSourceNameProperty = 0;
const int32_t kABSourceTypeProperty = 1;

// Beyond Apple's: CLAddressBook.h.
STRING(kCLOptionStoreFolder, "CLStoreFolder")
STRING(kCLOptionAuthor, "CLAuthor")
STRING(kCLOptionProgram, "CLProgram")
STRING(kCLOptionCreate, "CLCreate")
STRING(kCLOptionCommit, "CLCommit")
STRING(kCLHistoryCommitKey, "commit")
STRING(kCLHistoryDateKey, "date")
STRING(kCLHistoryAuthorKey, "author")
STRING(kCLHistoryProgramKey, "program")
STRING(kCLHistorySlotKey, "slot")
STRING(kCLHistoryChangeKey, "change")

// Numbers cannot be laid out by hand: they are made when the library is loaded, after CoreFoundation.
extern const void *CFNumberCreate(const void *allocator, long type, const void *value);
const void *kABPersonKindPerson;
const void *kABPersonKindOrganization;

__attribute__((constructor)) static void make_numbers(void) {
  enum { kCFNumberIntType = 9 };
  int person = 0, organization = 1;
  kABPersonKindPerson = CFNumberCreate(0, kCFNumberIntType, &person);
  kABPersonKindOrganization = CFNumberCreate(0, kCFNumberIntType, &organization);
}
