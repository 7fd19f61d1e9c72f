// The AddressBook API of iOS 9 on a ContactLog store. See docs/addressbook.md.
#ifndef ADDRESSBOOK_ADDRESSBOOK_H
#define ADDRESSBOOK_ADDRESSBOOK_H

#include <AddressBook/ABRecord.h>
#include <AddressBook/ABMultiValue.h>
#include <AddressBook/ABAddressBook.h>
#include <AddressBook/ABPerson.h>
#include <AddressBook/ABGroup.h>
#include <AddressBook/ABSource.h>

#endif
