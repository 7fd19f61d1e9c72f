// The usual tasks of an address book, in C. docs/addressbook.md says how to build it.
//
//   addressbook create | emails NAME | group NAME | walk | observe
//
// Create and Copy functions give a reference that must be released, Get functions do not.
#include <AddressBook/AddressBook.h>
#include <dispatch/dispatch.h>
#include <stdio.h>
#include <string.h>

// Prints a CFString, or nothing.
static void print(const char *before, CFStringRef text) {
  char buffer[1024];
  if (text && CFStringGetCString(text, buffer, sizeof buffer, kCFStringEncodingUTF8)) {
    printf("%s%s", before, buffer);
  }
}

// Prints each entry of a multi-value of texts with its label.
static void print_entries(ABRecordRef person, ABPropertyID property) {
  ABMultiValueRef entries = ABRecordCopyValue(person, property);
  for (CFIndex i = 0; i < ABMultiValueGetCount(entries); i++) {
    CFStringRef label = ABMultiValueCopyLabelAtIndex(entries, i);
    CFStringRef word = label ? ABAddressBookCopyLocalizedLabel(label) : NULL;
    CFStringRef value = ABMultiValueCopyValueAtIndex(entries, i);
    print("  ", word ? word : CFSTR("(no label)"));
    print(": ", value);
    printf("\n");
    if (label) CFRelease(label);
    if (word) CFRelease(word);
    if (value) CFRelease(value);
  }
  if (entries) CFRelease(entries);
}

// Creates Snidely Whiplash with a home e-mail.
static bool create(ABAddressBookRef book) {
  ABRecordRef person = ABPersonCreate();
  ABRecordSetValue(person, kABPersonFirstNameProperty, CFSTR("Snidely"), NULL);
  ABRecordSetValue(person, kABPersonLastNameProperty, CFSTR("Whiplash"), NULL);
  ABMutableMultiValueRef emails = ABMultiValueCreateMutable(kABMultiStringPropertyType);
  ABMultiValueAddValueAndLabel(emails, CFSTR("snidely@example.com"), kABHomeLabel, NULL);
  ABRecordSetValue(person, kABPersonEmailProperty, emails, NULL);
  bool saved = ABAddressBookAddRecord(book, person, NULL) && ABAddressBookSave(book, NULL);
  if (saved) printf("created person %d\n", ABRecordGetRecordID(person));
  CFRelease(emails);
  CFRelease(person);
  return saved;
}

// Finds people by name and prints their e-mails.
static bool emails(ABAddressBookRef book, CFStringRef name) {
  CFArrayRef people = ABAddressBookCopyPeopleWithName(book, name);
  for (CFIndex i = 0; i < CFArrayGetCount(people); i++) {
    ABRecordRef person = CFArrayGetValueAtIndex(people, i);
    CFStringRef composite = ABRecordCopyCompositeName(person);
    print("", composite);
    printf("\n");
    if (composite) CFRelease(composite);
    print_entries(person, kABPersonEmailProperty);
  }
  CFRelease(people);
  return true;
}

// Finds a group by name, or creates it, and adds a new person to it.
static bool group(ABAddressBookRef book, CFStringRef name) {
  ABRecordRef group = NULL;
  CFArrayRef groups = ABAddressBookCopyArrayOfAllGroups(book);
  for (CFIndex i = 0; i < CFArrayGetCount(groups) && !group; i++) {
    ABRecordRef found = CFArrayGetValueAtIndex(groups, i);
    CFStringRef its_name = ABRecordCopyCompositeName(found);
    if (its_name && CFEqual(its_name, name)) group = CFRetain(found);
    if (its_name) CFRelease(its_name);
  }
  CFRelease(groups);
  if (!group) {
    group = ABGroupCreate();
    ABRecordSetValue(group, kABGroupNameProperty, name, NULL);
    ABAddressBookAddRecord(book, group, NULL);
  }
  ABRecordRef person = ABPersonCreate();
  ABRecordSetValue(person, kABPersonFirstNameProperty, CFSTR("Dudley"), NULL);
  ABAddressBookAddRecord(book, person, NULL);
  // Only saved records can be put together: save, add, save again.
  bool saved = ABAddressBookSave(book, NULL) && ABGroupAddMember(group, person, NULL)
      && ABAddressBookSave(book, NULL);
  CFArrayRef members = ABGroupCopyArrayOfAllMembers(group);
  if (saved && members) printf("%ld in the group\n", (long)CFArrayGetCount(members));
  if (members) CFRelease(members);
  CFRelease(person);
  CFRelease(group);
  return saved;
}

// Walks over all people with phones, addresses and images.
static bool walk(ABAddressBookRef book) {
  CFArrayRef people = ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
      book, NULL, ABPersonGetSortOrdering());
  for (CFIndex i = 0; i < CFArrayGetCount(people); i++) {
    ABRecordRef person = CFArrayGetValueAtIndex(people, i);
    CFStringRef name = ABRecordCopyCompositeName(person);
    print("", name ? name : CFSTR("(no name)"));
    printf("%s\n", ABPersonHasImageData(person) ? ", with a picture" : "");
    if (name) CFRelease(name);
    print_entries(person, kABPersonPhoneProperty);
    ABMultiValueRef addresses = ABRecordCopyValue(person, kABPersonAddressProperty);
    for (CFIndex j = 0; j < ABMultiValueGetCount(addresses); j++) {
      CFDictionaryRef address = ABMultiValueCopyValueAtIndex(addresses, j);
      print("  lives in ", CFDictionaryGetValue(address, kABPersonAddressCityKey));
      printf("\n");
      CFRelease(address);
    }
    if (addresses) CFRelease(addresses);
  }
  CFRelease(people);
  return true;
}

// Called on the run loop of the thread that registered.
static void changed(ABAddressBookRef book, CFDictionaryRef info, void *context) {
  ABAddressBookRevert(book);
  printf("now %ld people\n", (long)ABAddressBookGetPersonCount(book));
  fflush(stdout);
  if (++*(int *)context == 1) CFRunLoopStop(CFRunLoopGetCurrent());
}

// Waits until another process saves something.
static bool observe(ABAddressBookRef book) {
  int calls = 0;
  ABAddressBookRegisterExternalChangeCallback(book, changed, &calls);
  printf("observing\n");
  fflush(stdout);
  CFRunLoopRunInMode(kCFRunLoopDefaultMode, 30, false);
  ABAddressBookUnregisterExternalChangeCallback(book, changed, &calls);
  return calls > 0;
}

static bool run(ABAddressBookRef book, int count, char **words) {
  const char *task = count > 1 ? words[1] : "";
  CFStringRef name =
      CFStringCreateWithCString(NULL, count > 2 ? words[2] : "", kCFStringEncodingUTF8);
  bool done = !strcmp(task, "create") ? create(book)
      : !strcmp(task, "emails")       ? emails(book, name)
      : !strcmp(task, "group")        ? group(book, name)
      : !strcmp(task, "walk")         ? walk(book)
      : !strcmp(task, "observe")      ? observe(book)
                                      : false;
  CFRelease(name);
  return done;
}

int main(int count, char **words) {
  CFErrorRef error = NULL;
  ABAddressBookRef book = ABAddressBookCreateWithOptions(NULL, &error);
  if (!book) {
    CFShow(error);
    CFRelease(error);
    return 1;
  }
  // Makes the user's store if there is none; the answer comes on another thread.
  dispatch_semaphore_t answered = dispatch_semaphore_create(0);
  __block bool may = false;
  ABAddressBookRequestAccessWithCompletion(book, ^(bool granted, CFErrorRef refusal) {
    may = granted;
    dispatch_semaphore_signal(answered);
  });
  dispatch_semaphore_wait(answered, DISPATCH_TIME_FOREVER);
  dispatch_release(answered);
  bool done = may && run(book, count, words);
  CFRelease(book);
  return done ? 0 : 1;
}
