// Says what this user may do with the store.
#include <AddressBook/AddressBook.h>
#include <stdio.h>

int main(void) {
  CFErrorRef error = NULL;
  ABAddressBookRef book = ABAddressBookCreateWithOptions(NULL, &error);
  printf("status %ld, book %d, code %ld\n", (long)ABAddressBookGetAuthorizationStatus(),
      book != NULL, error ? (long)CFErrorGetCode(error) : -1L);
  if (error) CFRelease(error);
  if (book) CFRelease(book);
  return 0;
}
