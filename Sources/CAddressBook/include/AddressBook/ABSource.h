// Sources: the accounts that records belong to. See docs/addressbook.md.
#ifndef ADDRESSBOOK_ABSOURCE_H
#define ADDRESSBOOK_ABSOURCE_H

#include <AddressBook/ABAddressBook.h>
#include <AddressBook/ABRecord.h>

/// The bit of a source that is a directory searched on a server.
#define kABSourceTypeSearchableMask 0x01000000

enum {
  kABSourceTypeLocal = 0x0,
  kABSourceTypeExchange = 0x1,
  kABSourceTypeExchangeGAL = kABSourceTypeExchange | kABSourceTypeSearchableMask,
  kABSourceTypeMobileMe = 0x2,
  kABSourceTypeLDAP = 0x3 | kABSourceTypeSearchableMask,
  kABSourceTypeCardDAV = 0x4,
  kABSourceTypeCardDAVSearch = kABSourceTypeCardDAV | kABSourceTypeSearchableMask,
};
/// What a source stands for.
typedef int ABSourceType;

/// Source name, CFString; NULL for the unnamed local source
AB_EXTERN const ABPropertyID kABSourceNameProperty;
/// Source type, CFNumber int holding an ABSourceType
AB_EXTERN const ABPropertyID kABSourceTypeProperty;

/// +1 source new records go to; never NULL
AB_EXTERN ABRecordRef ABAddressBookCopyDefaultSource(ABAddressBookRef addressBook);

/// Unretained source or NULL
AB_EXTERN ABRecordRef ABAddressBookGetSourceWithRecordID(ABAddressBookRef addressBook, ABRecordID sourceID);

/// All sources; at least one
AB_EXTERN CFArrayRef ABAddressBookCopyArrayOfAllSources(ABAddressBookRef addressBook);

#endif
