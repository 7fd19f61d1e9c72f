// What C programs for iOS did with records, checked; also a C++ program. Written for this test: run it
// under a memory checker, everything that is made is released.
#include <AddressBook/AddressBook.h>
#include <AddressBook/CLAddressBook.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#include "check.h"

static CFStringRef text(const char *bytes) {
  return CFStringCreateWithCString(NULL, bytes, kCFStringEncodingUTF8);
}

static void set(ABRecordRef record, ABPropertyID property, const char *bytes) {
  CFStringRef value = text(bytes);
  CHECK(ABRecordSetValue(record, property, value, NULL));
  CFRelease(value);
}

static bool is(CFStringRef owned, const char *bytes) {
  CFStringRef wanted = text(bytes);
  bool same = owned && CFEqual(owned, wanted);
  CFRelease(wanted);
  if (owned) CFRelease(owned);
  return same;
}

static ABRecordRef person(ABAddressBookRef book, const char *first, const char *last) {
  ABRecordRef made = ABPersonCreate();
  if (first) set(made, kABPersonFirstNameProperty, first);
  if (last) set(made, kABPersonLastNameProperty, last);
  CHECK(ABAddressBookAddRecord(book, made, NULL));
  return made;
}

static void values(ABAddressBookRef book) {
  ABRecordRef ada = person(book, "Ada", "Byron");
  CHECK(ABRecordGetRecordID(ada) == kABRecordInvalidID);
  CHECK(ABAddressBookHasUnsavedChanges(book));
  CHECK(ABAddressBookGetPersonCount(book) == 0);
  CHECK(ABAddressBookSave(book, NULL) && !ABAddressBookHasUnsavedChanges(book));
  CHECK(ABAddressBookGetPersonWithRecordID(book, ABRecordGetRecordID(ada)) == ada);

  // A dictionary made here; it comes back equal, and another object.
  const void *keys[] = {kABPersonAddressStreetKey, kABPersonAddressCityKey};
  const void *words[] = {CFSTR("1 Way"), CFSTR("Town")};
  CFDictionaryRef address = CFDictionaryCreate(
      NULL, keys, words, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  // The type of the multi-value is not looked at: programs set this one.
  ABMutableMultiValueRef list = ABMultiValueCreateMutable(kABMultiStringPropertyType);
  ABMultiValueIdentifier identifier = 77;
  CHECK(ABMultiValueAddValueAndLabel(list, address, kABHomeLabel, &identifier) && identifier == 0);
  CHECK(!ABMultiValueAddValueAndLabel(list, NULL, kABHomeLabel, &identifier));
  CHECK(ABRecordSetValue(ada, kABPersonAddressProperty, list, NULL));
  CHECK(ABAddressBookSave(book, NULL));
  ABMultiValueRef back = ABRecordCopyValue(ada, kABPersonAddressProperty);
  CFDictionaryRef found = (CFDictionaryRef)ABMultiValueCopyValueAtIndex(back, 0);
  CHECK(found && found != address && CFEqual(found, address));
  const void *city = NULL;
  CHECK(CFDictionaryGetValueIfPresent(found, kABPersonAddressCityKey, &city));
  CHECK(city && CFEqual(city, CFSTR("Town")));
  CHECK(!ABMultiValueAddValueAndLabel((ABMutableMultiValueRef)back, address, NULL, NULL));
  CFRelease(found);
  CFRelease(back);
  CFRelease(list);
  CFRelease(address);

  // Thousands of edits of one multi-value.
  ABMutableMultiValueRef phones = ABMultiValueCreateMutable(kABMultiStringPropertyType);
  for (int i = 0; i < 5000; i++) {
    char number[32];
    snprintf(number, sizeof number, "555-%d", i);
    CFStringRef value = text(number);
    CHECK(ABMultiValueInsertValueAndLabelAtIndex(phones, value, kABPersonPhoneMobileLabel, 0, NULL));
    CFRelease(value);
    if (ABMultiValueGetCount(phones) > 20) {
      CHECK(ABMultiValueRemoveValueAndLabelAtIndex(phones, ABMultiValueGetCount(phones) - 1));
    }
    CHECK(ABMultiValueReplaceLabelAtIndex(phones, i % 2 ? NULL : CFSTR("iCloud"), 0));
    CHECK(ABMultiValueReplaceValueAtIndex(phones, CFSTR("0"), 0));
  }
  CHECK(ABMultiValueGetIdentifierAtIndex(phones, 0) == 4999);
  CHECK(ABMultiValueGetIndexForIdentifier(phones, 4990) == 9);
  CHECK(ABMultiValueGetFirstIndexOfValue(phones, CFSTR("0")) == 0);
  CHECK(ABMultiValueCopyValueAtIndex(phones, 1000) == NULL);
  CHECK(ABRecordSetValue(ada, kABPersonPhoneProperty, phones, NULL));
  CHECK(ABAddressBookSave(book, NULL));
  CFRelease(phones);
  phones = ABRecordCopyValue(ada, kABPersonPhoneProperty);
  CHECK(ABMultiValueGetCount(phones) == 20 && ABMultiValueGetIdentifierAtIndex(phones, 0) == 4999);
  CFArrayRef all = ABMultiValueCopyArrayOfAllValues(phones);
  CHECK(CFArrayGetCount(all) == 20);
  CFRelease(all);
  CFRelease(phones);
  CFRelease(ada);
}

static void collections(ABAddressBookRef book) {
  const char *names[] = {"Zoe", "\xC3\x81lvaro", "Bob", "Cy", "Ada"};
  for (int i = 0; i < 5; i++) CFRelease(person(book, NULL, names[i]));
  CHECK(ABAddressBookSave(book, NULL));
  CFArrayRef people = ABAddressBookCopyArrayOfAllPeople(book);
  CFIndex count = CFArrayGetCount(people);
  CHECK(count == 6);

  // Records as keys.
  CFMutableDictionaryRef marks = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  for (CFIndex i = 0; i < count; i++) {
    CFDictionarySetValue(marks, CFArrayGetValueAtIndex(people, i), CFSTR("seen"));
    CFDictionarySetValue(marks, CFArrayGetValueAtIndex(people, i), CFSTR("seen again"));
  }
  CHECK(CFDictionaryGetCount(marks) == count);
  CHECK(CFDictionaryContainsKey(marks, CFArrayGetValueAtIndex(people, 3)));
  CFRelease(marks);

  // Sorted by the function itself: it is a CFComparatorFunction but for the type of its context.
  CFMutableArrayRef sorted = CFArrayCreateMutableCopy(NULL, count, people);
  CFArraySortValues(
      sorted, CFRangeMake(0, count), (CFComparatorFunction)ABPersonComparePeopleByName,
      (void *)(uintptr_t)ABPersonGetSortOrdering());
  const char *wanted[] = {"Ada", "\xC3\x81lvaro", "Bob", "Ada Byron", "Cy", "Zoe"};
  for (CFIndex i = 0; i < count; i++) {
    CHECK(is(ABRecordCopyCompositeName(CFArrayGetValueAtIndex(sorted, i)), wanted[i]));
  }
  CFArrayRef asked = ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
      book, NULL, ABPersonGetSortOrdering());
  CHECK(CFEqual(asked, sorted));
  CFRelease(asked);
  CFRelease(sorted);

  CFShow(CFArrayGetValueAtIndex(people, 0));
  CFShow(people);
  CFStringRef description = CFCopyDescription(CFArrayGetValueAtIndex(people, 0));
  CHECK(description != NULL);
  CFRelease(description);
  CHECK(CFGetTypeID(CFArrayGetValueAtIndex(people, 0)) != CFGetTypeID(book));
  CHECK(CFHash(CFArrayGetValueAtIndex(people, 0)) == CFHash(CFArrayGetValueAtIndex(people, 0)));
  CFRelease(people);

  CFArrayRef found = ABAddressBookCopyPeopleWithName(book, CFSTR("alv"));
  CHECK(CFArrayGetCount(found) == 1);
  CFRelease(found);
}

static void groups_and_errors(ABAddressBookRef book) {
  ABRecordRef friends = ABGroupCreate();
  set(friends, kABGroupNameProperty, "Friends");
  ABRecordRef eve = person(book, "Eve", NULL);
  CHECK(ABAddressBookAddRecord(book, friends, NULL));
  CFErrorRef error = NULL;
  CHECK(!ABGroupAddMember(friends, eve, &error));
  CHECK(error && CFErrorGetCode(error) == kABOperationNotPermittedByStoreError);
  CHECK(CFEqual(CFErrorGetDomain(error), ABAddressBookErrorDomain));
  CHECK(!is(CFErrorCopyDescription(error), ""));
  CFRelease(error);
  CHECK(ABAddressBookSave(book, NULL) && ABGroupAddMember(friends, eve, NULL));
  CHECK(ABAddressBookHasUnsavedChanges(book) && ABAddressBookSave(book, NULL));
  CFArrayRef members = ABGroupCopyArrayOfAllMembers(friends);
  CHECK(members && CFArrayGetCount(members) == 1 && CFArrayGetValueAtIndex(members, 0) == eve);
  CFRelease(members);
  ABRecordRef source = ABGroupCopySource(friends);
  CHECK(ABRecordGetRecordID(source) == 0 && ABRecordGetRecordType(source) == kABSourceType);
  CFRelease(source);
  CHECK(ABAddressBookRemoveRecord(book, eve, NULL));
  CHECK(ABGroupCopyArrayOfAllMembers(friends) == NULL);
  ABAddressBookRevert(book);
  members = ABGroupCopyArrayOfAllMembers(friends);
  CHECK(members && CFArrayGetCount(members) == 1);
  CFRelease(members);
  CFArrayRef history = CLRecordCopyHistory(eve);
  CHECK(history && CFArrayGetCount(history) >= 2);
  CFRelease(history);
  CFRelease(friends);
  CFRelease(eve);
}

static void cards(void) {
  const char *card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nEND:VCARD\r\n";
  CFDataRef data = CFDataCreate(NULL, (const UInt8 *)card, (CFIndex)strlen(card));
  CFArrayRef people = ABPersonCreatePeopleInSourceWithVCardRepresentation(NULL, data);
  CHECK(people && CFArrayGetCount(people) == 1);
  CFRelease(data);
  data = ABPersonCreateVCardRepresentationWithPeople(people);
  CHECK(data && CFDataGetLength(data) > 60);
  CFRelease(data);
  CFRelease(people);
}

int main(int count, char **words) {
  CFStringRef folder = text(count > 1 ? words[1] : "store");
  const void *keys[] = {kCLOptionStoreFolder, kCLOptionCreate};
  const void *options[] = {folder, kCFBooleanTrue};
  CFDictionaryRef wanted = CFDictionaryCreate(
      NULL, keys, options, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFErrorRef error = NULL;
  ABAddressBookRef book = ABAddressBookCreateWithOptions(wanted, &error);
  CFRelease(wanted);
  CFRelease(folder);
  if (!book) {
    CFShow(error);
    return 1;
  }
  values(book);
  collections(book);
  groups_and_errors(book);
  cards();
  CFRelease(book);
  printf(failures ? "%d failures\n" : "all well\n", failures);
  return failures != 0;
}
