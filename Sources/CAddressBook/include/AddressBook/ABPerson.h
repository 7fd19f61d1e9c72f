// People. See docs/addressbook.md.
#ifndef ADDRESSBOOK_ABPERSON_H
#define ADDRESSBOOK_ABPERSON_H

#include <AddressBook/ABAddressBook.h>
#include <AddressBook/ABMultiValue.h>
#include <AddressBook/ABRecord.h>

/// By which name people are sorted.
typedef uint32_t ABPersonSortOrdering;
enum {
  kABPersonSortByFirstName = 0,
  kABPersonSortByLastName = 1,
};

/// Which name is shown first.
typedef uint32_t ABPersonCompositeNameFormat;
enum {
  kABPersonCompositeNameFormatFirstNameFirst = 0,
  kABPersonCompositeNameFormatLastNameFirst = 1,
};

/// Which image of a person.
typedef enum {
  kABPersonImageFormatThumbnail = 0,
  kABPersonImageFormatOriginalSize = 2,
} ABPersonImageFormat;

/// Generic label work
AB_EXTERN const CFStringRef kABWorkLabel;
/// Generic label home
AB_EXTERN const CFStringRef kABHomeLabel;
/// Generic label other
AB_EXTERN const CFStringRef kABOtherLabel;
/// Given name
AB_EXTERN const ABPropertyID kABPersonFirstNameProperty;
/// Family name
AB_EXTERN const ABPropertyID kABPersonLastNameProperty;
/// Middle name
AB_EXTERN const ABPropertyID kABPersonMiddleNameProperty;
/// Title before the name
AB_EXTERN const ABPropertyID kABPersonPrefixProperty;
/// After the name
AB_EXTERN const ABPropertyID kABPersonSuffixProperty;
/// Nickname
AB_EXTERN const ABPropertyID kABPersonNicknameProperty;
/// Reading of given name
AB_EXTERN const ABPropertyID kABPersonFirstNamePhoneticProperty;
/// Reading of family name
AB_EXTERN const ABPropertyID kABPersonLastNamePhoneticProperty;
/// Reading of middle name
AB_EXTERN const ABPropertyID kABPersonMiddleNamePhoneticProperty;
/// Company name
AB_EXTERN const ABPropertyID kABPersonOrganizationProperty;
/// Job title
AB_EXTERN const ABPropertyID kABPersonJobTitleProperty;
/// Department
AB_EXTERN const ABPropertyID kABPersonDepartmentProperty;
/// Note
AB_EXTERN const ABPropertyID kABPersonNoteProperty;
/// E-mail addresses
AB_EXTERN const ABPropertyID kABPersonEmailProperty;
/// Birthday, stored as 12:00 UTC of the day
AB_EXTERN const ABPropertyID kABPersonBirthdayProperty;
/// Set by Save of a new record
AB_EXTERN const ABPropertyID kABPersonCreationDateProperty;
/// Set by every Save that changes the record
AB_EXTERN const ABPropertyID kABPersonModificationDateProperty;
/// Postal addresses
AB_EXTERN const ABPropertyID kABPersonAddressProperty;
/// Other dates
AB_EXTERN const ABPropertyID kABPersonDateProperty;
/// Person or organisation; reads 0 on a new person
AB_EXTERN const ABPropertyID kABPersonKindProperty;
/// Phone numbers
AB_EXTERN const ABPropertyID kABPersonPhoneProperty;
/// IM accounts
AB_EXTERN const ABPropertyID kABPersonInstantMessageProperty;
/// Web addresses
AB_EXTERN const ABPropertyID kABPersonURLProperty;
/// Related people
AB_EXTERN const ABPropertyID kABPersonRelatedNamesProperty;
/// Social accounts
AB_EXTERN const ABPropertyID kABPersonSocialProfileProperty;
/// Non-Gregorian birthday
AB_EXTERN const ABPropertyID kABPersonAlternateBirthdayProperty;
/// Address dictionary key
AB_EXTERN const CFStringRef kABPersonAddressStreetKey;
/// Address dictionary key
AB_EXTERN const CFStringRef kABPersonAddressCityKey;
/// Address dictionary key
AB_EXTERN const CFStringRef kABPersonAddressStateKey;
/// Address dictionary key
AB_EXTERN const CFStringRef kABPersonAddressZIPKey;
/// Address dictionary key
AB_EXTERN const CFStringRef kABPersonAddressCountryKey;
/// Address dictionary key; ISO 3166 two-letter, drives the layout
AB_EXTERN const CFStringRef kABPersonAddressCountryCodeKey;
/// Label of a date
AB_EXTERN const CFStringRef kABPersonAnniversaryLabel;
/// Value of kABPersonKindProperty
AB_EXTERN const CFNumberRef kABPersonKindPerson;
/// Value of kABPersonKindProperty
AB_EXTERN const CFNumberRef kABPersonKindOrganization;
/// Phone label
AB_EXTERN const CFStringRef kABPersonPhoneMobileLabel;
/// Phone label
AB_EXTERN const CFStringRef kABPersonPhoneIPhoneLabel;
/// Phone label
AB_EXTERN const CFStringRef kABPersonPhoneMainLabel;
/// Phone label
AB_EXTERN const CFStringRef kABPersonPhoneHomeFAXLabel;
/// Phone label
AB_EXTERN const CFStringRef kABPersonPhoneWorkFAXLabel;
/// Phone label
AB_EXTERN const CFStringRef kABPersonPhoneOtherFAXLabel;
/// Phone label
AB_EXTERN const CFStringRef kABPersonPhonePagerLabel;
/// IM dictionary key
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceKey;
/// IM dictionary key
AB_EXTERN const CFStringRef kABPersonInstantMessageUsernameKey;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceYahoo;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceJabber;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceMSN;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceICQ;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceAIM;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceQQ;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceGoogleTalk;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceSkype;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceFacebook;
/// IM service value
AB_EXTERN const CFStringRef kABPersonInstantMessageServiceGaduGadu;
/// Label of a URL
AB_EXTERN const CFStringRef kABPersonHomePageLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonFatherLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonMotherLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonParentLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonBrotherLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonSisterLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonChildLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonFriendLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonSpouseLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonPartnerLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonAssistantLabel;
/// Label of a related name
AB_EXTERN const CFStringRef kABPersonManagerLabel;
/// Social profile dictionary key
AB_EXTERN const CFStringRef kABPersonSocialProfileURLKey;
/// Social profile dictionary key
AB_EXTERN const CFStringRef kABPersonSocialProfileServiceKey;
/// Social profile dictionary key
AB_EXTERN const CFStringRef kABPersonSocialProfileUsernameKey;
/// Social profile dictionary key
AB_EXTERN const CFStringRef kABPersonSocialProfileUserIdentifierKey;
/// Social service value
AB_EXTERN const CFStringRef kABPersonSocialProfileServiceTwitter;
/// Social service value
AB_EXTERN const CFStringRef kABPersonSocialProfileServiceSinaWeibo;
/// Social service value
AB_EXTERN const CFStringRef kABPersonSocialProfileServiceGameCenter;
/// Social service value
AB_EXTERN const CFStringRef kABPersonSocialProfileServiceFacebook;
/// Social service value
AB_EXTERN const CFStringRef kABPersonSocialProfileServiceMyspace;
/// Social service value
AB_EXTERN const CFStringRef kABPersonSocialProfileServiceLinkedIn;
/// Social service value
AB_EXTERN const CFStringRef kABPersonSocialProfileServiceFlickr;
/// Alternate birthday dictionary key
AB_EXTERN const CFStringRef kABPersonAlternateBirthdayCalendarIdentifierKey;
/// Alternate birthday dictionary key
AB_EXTERN const CFStringRef kABPersonAlternateBirthdayEraKey;
/// Alternate birthday dictionary key
AB_EXTERN const CFStringRef kABPersonAlternateBirthdayYearKey;
/// Alternate birthday dictionary key
AB_EXTERN const CFStringRef kABPersonAlternateBirthdayMonthKey;
/// Alternate birthday dictionary key
AB_EXTERN const CFStringRef kABPersonAlternateBirthdayIsLeapMonthKey;
/// Alternate birthday dictionary key
AB_EXTERN const CFStringRef kABPersonAlternateBirthdayDayKey;

/// New unsaved person, ID -1
AB_EXTERN ABRecordRef ABPersonCreate(void);

/// New unsaved person bound to source; NULL source = default
AB_EXTERN ABRecordRef ABPersonCreateInSource(ABRecordRef source);

/// +1 source of the person
AB_EXTERN ABRecordRef ABPersonCopySource(ABRecordRef person);

/// People unified with this one, itself included; [self] when unlinked
AB_EXTERN CFArrayRef ABPersonCopyArrayOfAllLinkedPeople(ABRecordRef person);

/// Type of a person property; 0 for unknown
AB_EXTERN ABPropertyType ABPersonGetTypeOfProperty(ABPropertyID property);

/// Display name of property; unknown gives the token UNKNOWN_PROPERTY
AB_EXTERN CFStringRef ABPersonCopyLocalizedPropertyName(ABPropertyID property);

/// User preference; default by last name
AB_EXTERN ABPersonSortOrdering ABPersonGetSortOrdering(void);

/// User preference; default first name first (locale dependent)
AB_EXTERN ABPersonCompositeNameFormat ABPersonGetCompositeNameFormat(void);

/// Format for this record by its script; NULL = user preference
AB_EXTERN ABPersonCompositeNameFormat ABPersonGetCompositeNameFormatForRecord(ABRecordRef record);

/// Joiner for this record: space, empty (CJK) or U+30FB (Katakana); NULL = space
AB_EXTERN CFStringRef ABPersonCopyCompositeNameDelimiterForRecord(ABRecordRef record);

/// Stores image bytes; pending until Save; NULL removes
AB_EXTERN bool ABPersonSetImageData(ABRecordRef person, CFDataRef imageData, CFErrorRef *error);

/// +1 original bytes or NULL
AB_EXTERN CFDataRef ABPersonCopyImageData(ABRecordRef person);

/// +1 bytes of the variant or NULL
AB_EXTERN CFDataRef ABPersonCopyImageDataWithFormat(ABRecordRef person, ABPersonImageFormat format);

/// True when any variant present
AB_EXTERN bool ABPersonHasImageData(ABRecordRef person);

/// Removes every variant; true when none
AB_EXTERN bool ABPersonRemoveImageData(ABRecordRef person, CFErrorRef *error);

/// Locale collation of sort names; usable as CFComparatorFunction
AB_EXTERN CFComparisonResult ABPersonComparePeopleByName(
    ABRecordRef person1, ABRecordRef person2, ABPersonSortOrdering ordering);

/// Saved persons minus pending removals
AB_EXTERN CFIndex ABAddressBookGetPersonCount(ABAddressBookRef addressBook);

/// Unretained person or NULL (unknown, removed, -1)
AB_EXTERN ABRecordRef ABAddressBookGetPersonWithRecordID(ABAddressBookRef addressBook, ABRecordID recordID);

/// All saved persons, unsorted
AB_EXTERN CFArrayRef ABAddressBookCopyArrayOfAllPeople(ABAddressBookRef addressBook);

/// Persons of one source (NULL = all)
AB_EXTERN CFArrayRef ABAddressBookCopyArrayOfAllPeopleInSource(
    ABAddressBookRef addressBook, ABRecordRef source);

/// As above, sorted
AB_EXTERN CFArrayRef ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
    ABAddressBookRef addressBook, ABRecordRef source, ABPersonSortOrdering sortOrdering);

/// Word-prefix search on the names, case/diacritic-insensitive; empty array when none
AB_EXTERN CFArrayRef ABAddressBookCopyPeopleWithName(ABAddressBookRef addressBook, CFStringRef name);

/// One unsaved, un-added person per card in the data
AB_EXTERN CFArrayRef ABPersonCreatePeopleInSourceWithVCardRepresentation(
    ABRecordRef source, CFDataRef vCardData);

/// vCard 3.0 text, UTF-8, one card per person; unsaved persons allowed
AB_EXTERN CFDataRef ABPersonCreateVCardRepresentationWithPeople(CFArrayRef people);

#endif
