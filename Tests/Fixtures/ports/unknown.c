// A save whose outcome nobody knows, and then the same save again. Run with the preloaded fault.
#include <AddressBook/AddressBook.h>
#include <AddressBook/CLAddressBook.h>
#include <stdio.h>
#include "check.h"

extern void fault_arm(int on);

int main(void) {
  ABAddressBookRef book = ABAddressBookCreateWithOptions(NULL, NULL);
  if (!book) return 1;
  ABRecordRef ada = ABPersonCreate();
  ABRecordSetValue(ada, kABPersonFirstNameProperty, CFSTR("Ada"), NULL);
  CHECK(ABAddressBookAddRecord(book, ada, NULL) && ABAddressBookSave(book, NULL));
  int64_t before = CLAddressBookGetCommit(book);

  ABRecordRef bob = ABPersonCreate();
  ABRecordSetValue(bob, kABPersonFirstNameProperty, CFSTR("Bob"), NULL);
  ABRecordSetValue(ada, kABPersonLastNameProperty, CFSTR("Byron"), NULL);
  CHECK(ABAddressBookAddRecord(book, bob, NULL));
  fault_arm(1);
  CFErrorRef error = NULL;
  CHECK(!ABAddressBookSave(book, &error));
  CHECK(error && CFErrorGetCode(error) == kABOperationNotPermittedByStoreError);
  if (error) CFRelease(error);
  CHECK(ABAddressBookHasUnsavedChanges(book));
  CHECK(ABRecordGetRecordID(bob) == kABRecordInvalidID);
  fault_arm(0);

  // More was set meanwhile: it is saved as well.
  ABRecordSetValue(bob, kABPersonNoteProperty, CFSTR("later"), NULL);
  error = NULL;
  CHECK(ABAddressBookSave(book, &error));
  if (error) CFShow(error);
  CHECK(!ABAddressBookHasUnsavedChanges(book));
  CHECK(ABAddressBookGetPersonCount(book) == 2);
  CHECK(ABRecordGetRecordID(bob) == 2);
  CHECK(ABAddressBookGetPersonWithRecordID(book, 2) == bob);
  // The save that seemed to fail is one commit, and what came later another.
  CHECK(CLAddressBookGetCommit(book) == before + 2);
  CFTypeRef note = ABRecordCopyValue(bob, kABPersonNoteProperty);
  CHECK(note && CFEqual(note, CFSTR("later")));
  if (note) CFRelease(note);
  CFArrayRef history = CLRecordCopyHistory(ada);
  CHECK(history && CFArrayGetCount(history) == 3);
  if (history) CFRelease(history);
  CFRelease(bob);
  CFRelease(ada);
  CFRelease(book);
  printf(failures ? "%d failures\n" : "all well\n", failures);
  return failures != 0;
}
