public import CAddressBook
public import Foundation

// The constants of the headers, as Foundation's classes.

// MARK: <AddressBook/ABAddressBook.h>

nonisolated(unsafe) public let ABAddressBookErrorDomain: CFString! = text(
  CAddressBook.ABAddressBookErrorDomain)
public let kABOperationNotPermittedByStoreError: Int = CAddressBook
  .kABOperationNotPermittedByStoreError
public let kABOperationNotPermittedByUserError: Int = CAddressBook
  .kABOperationNotPermittedByUserError

// MARK: <AddressBook/ABRecord.h>

public let kABPersonType: Int = CAddressBook.kABPersonType
public let kABGroupType: Int = CAddressBook.kABGroupType
public let kABSourceType: Int = CAddressBook.kABSourceType
public let kABMultiValueMask: Int32 = CAddressBook.kABMultiValueMask
public let kABRecordInvalidID: Int32 = CAddressBook.kABRecordInvalidID
public let kABPropertyInvalidID: Int32 = CAddressBook.kABPropertyInvalidID
public let kABInvalidPropertyType: Int = CAddressBook.kABInvalidPropertyType
public let kABStringPropertyType: Int = CAddressBook.kABStringPropertyType
public let kABIntegerPropertyType: Int = CAddressBook.kABIntegerPropertyType
public let kABRealPropertyType: Int = CAddressBook.kABRealPropertyType
public let kABDateTimePropertyType: Int = CAddressBook.kABDateTimePropertyType
public let kABDictionaryPropertyType: Int = CAddressBook.kABDictionaryPropertyType
public let kABMultiStringPropertyType: Int = CAddressBook.kABMultiStringPropertyType
public let kABMultiIntegerPropertyType: Int = CAddressBook.kABMultiIntegerPropertyType
public let kABMultiRealPropertyType: Int = CAddressBook.kABMultiRealPropertyType
public let kABMultiDateTimePropertyType: Int = CAddressBook.kABMultiDateTimePropertyType
public let kABMultiDictionaryPropertyType: Int = CAddressBook.kABMultiDictionaryPropertyType

// MARK: <AddressBook/ABMultiValue.h>

public let kABMultiValueInvalidIdentifier: Int32 = CAddressBook.kABMultiValueInvalidIdentifier

// MARK: <AddressBook/ABPerson.h>

public let kABPersonSortByFirstName: Int = CAddressBook.kABPersonSortByFirstName
public let kABPersonSortByLastName: Int = CAddressBook.kABPersonSortByLastName
public let kABPersonCompositeNameFormatFirstNameFirst: Int = CAddressBook
  .kABPersonCompositeNameFormatFirstNameFirst
public let kABPersonCompositeNameFormatLastNameFirst: Int = CAddressBook
  .kABPersonCompositeNameFormatLastNameFirst
public let kABPersonImageFormatThumbnail: ABPersonImageFormat = CAddressBook
  .kABPersonImageFormatThumbnail
public let kABPersonImageFormatOriginalSize: ABPersonImageFormat = CAddressBook
  .kABPersonImageFormatOriginalSize
nonisolated(unsafe) public let kABWorkLabel: CFString! = text(CAddressBook.kABWorkLabel)
nonisolated(unsafe) public let kABHomeLabel: CFString! = text(CAddressBook.kABHomeLabel)
nonisolated(unsafe) public let kABOtherLabel: CFString! = text(CAddressBook.kABOtherLabel)
public let kABPersonFirstNameProperty: ABPropertyID = CAddressBook.kABPersonFirstNameProperty
public let kABPersonLastNameProperty: ABPropertyID = CAddressBook.kABPersonLastNameProperty
public let kABPersonMiddleNameProperty: ABPropertyID = CAddressBook.kABPersonMiddleNameProperty
public let kABPersonPrefixProperty: ABPropertyID = CAddressBook.kABPersonPrefixProperty
public let kABPersonSuffixProperty: ABPropertyID = CAddressBook.kABPersonSuffixProperty
public let kABPersonNicknameProperty: ABPropertyID = CAddressBook.kABPersonNicknameProperty
public let kABPersonFirstNamePhoneticProperty: ABPropertyID = CAddressBook
  .kABPersonFirstNamePhoneticProperty
public let kABPersonLastNamePhoneticProperty: ABPropertyID = CAddressBook
  .kABPersonLastNamePhoneticProperty
public let kABPersonMiddleNamePhoneticProperty: ABPropertyID = CAddressBook
  .kABPersonMiddleNamePhoneticProperty
public let kABPersonOrganizationProperty: ABPropertyID = CAddressBook.kABPersonOrganizationProperty
public let kABPersonJobTitleProperty: ABPropertyID = CAddressBook.kABPersonJobTitleProperty
public let kABPersonDepartmentProperty: ABPropertyID = CAddressBook.kABPersonDepartmentProperty
public let kABPersonNoteProperty: ABPropertyID = CAddressBook.kABPersonNoteProperty
public let kABPersonEmailProperty: ABPropertyID = CAddressBook.kABPersonEmailProperty
public let kABPersonBirthdayProperty: ABPropertyID = CAddressBook.kABPersonBirthdayProperty
public let kABPersonCreationDateProperty: ABPropertyID = CAddressBook.kABPersonCreationDateProperty
public let kABPersonModificationDateProperty: ABPropertyID = CAddressBook
  .kABPersonModificationDateProperty
public let kABPersonAddressProperty: ABPropertyID = CAddressBook.kABPersonAddressProperty
public let kABPersonDateProperty: ABPropertyID = CAddressBook.kABPersonDateProperty
public let kABPersonKindProperty: ABPropertyID = CAddressBook.kABPersonKindProperty
public let kABPersonPhoneProperty: ABPropertyID = CAddressBook.kABPersonPhoneProperty
public let kABPersonInstantMessageProperty: ABPropertyID = CAddressBook
  .kABPersonInstantMessageProperty
public let kABPersonURLProperty: ABPropertyID = CAddressBook.kABPersonURLProperty
public let kABPersonRelatedNamesProperty: ABPropertyID = CAddressBook.kABPersonRelatedNamesProperty
public let kABPersonSocialProfileProperty: ABPropertyID = CAddressBook
  .kABPersonSocialProfileProperty
public let kABPersonAlternateBirthdayProperty: ABPropertyID = CAddressBook
  .kABPersonAlternateBirthdayProperty
nonisolated(unsafe) public let kABPersonAddressStreetKey: CFString! = text(
  CAddressBook.kABPersonAddressStreetKey)
nonisolated(unsafe) public let kABPersonAddressCityKey: CFString! = text(
  CAddressBook.kABPersonAddressCityKey)
nonisolated(unsafe) public let kABPersonAddressStateKey: CFString! = text(
  CAddressBook.kABPersonAddressStateKey)
nonisolated(unsafe) public let kABPersonAddressZIPKey: CFString! = text(
  CAddressBook.kABPersonAddressZIPKey)
nonisolated(unsafe) public let kABPersonAddressCountryKey: CFString! = text(
  CAddressBook.kABPersonAddressCountryKey)
nonisolated(unsafe) public let kABPersonAddressCountryCodeKey: CFString! = text(
  CAddressBook.kABPersonAddressCountryCodeKey)
nonisolated(unsafe) public let kABPersonAnniversaryLabel: CFString! = text(
  CAddressBook.kABPersonAnniversaryLabel)
public let kABPersonKindPerson: CFNumber! = NSNumber(value: 0 as Int32)
public let kABPersonKindOrganization: CFNumber! = NSNumber(value: 1 as Int32)
nonisolated(unsafe) public let kABPersonPhoneMobileLabel: CFString! = text(
  CAddressBook.kABPersonPhoneMobileLabel)
nonisolated(unsafe) public let kABPersonPhoneIPhoneLabel: CFString! = text(
  CAddressBook.kABPersonPhoneIPhoneLabel)
nonisolated(unsafe) public let kABPersonPhoneMainLabel: CFString! = text(
  CAddressBook.kABPersonPhoneMainLabel)
nonisolated(unsafe) public let kABPersonPhoneHomeFAXLabel: CFString! = text(
  CAddressBook.kABPersonPhoneHomeFAXLabel)
nonisolated(unsafe) public let kABPersonPhoneWorkFAXLabel: CFString! = text(
  CAddressBook.kABPersonPhoneWorkFAXLabel)
nonisolated(unsafe) public let kABPersonPhoneOtherFAXLabel: CFString! = text(
  CAddressBook.kABPersonPhoneOtherFAXLabel)
nonisolated(unsafe) public let kABPersonPhonePagerLabel: CFString! = text(
  CAddressBook.kABPersonPhonePagerLabel)
nonisolated(unsafe) public let kABPersonInstantMessageServiceKey: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceKey)
nonisolated(unsafe) public let kABPersonInstantMessageUsernameKey: CFString! = text(
  CAddressBook.kABPersonInstantMessageUsernameKey)
nonisolated(unsafe) public let kABPersonInstantMessageServiceYahoo: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceYahoo)
nonisolated(unsafe) public let kABPersonInstantMessageServiceJabber: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceJabber)
nonisolated(unsafe) public let kABPersonInstantMessageServiceMSN: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceMSN)
nonisolated(unsafe) public let kABPersonInstantMessageServiceICQ: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceICQ)
nonisolated(unsafe) public let kABPersonInstantMessageServiceAIM: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceAIM)
nonisolated(unsafe) public let kABPersonInstantMessageServiceQQ: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceQQ)
nonisolated(unsafe) public let kABPersonInstantMessageServiceGoogleTalk: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceGoogleTalk)
nonisolated(unsafe) public let kABPersonInstantMessageServiceSkype: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceSkype)
nonisolated(unsafe) public let kABPersonInstantMessageServiceFacebook: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceFacebook)
nonisolated(unsafe) public let kABPersonInstantMessageServiceGaduGadu: CFString! = text(
  CAddressBook.kABPersonInstantMessageServiceGaduGadu)
nonisolated(unsafe) public let kABPersonHomePageLabel: CFString! = text(
  CAddressBook.kABPersonHomePageLabel)
nonisolated(unsafe) public let kABPersonFatherLabel: CFString! = text(
  CAddressBook.kABPersonFatherLabel)
nonisolated(unsafe) public let kABPersonMotherLabel: CFString! = text(
  CAddressBook.kABPersonMotherLabel)
nonisolated(unsafe) public let kABPersonParentLabel: CFString! = text(
  CAddressBook.kABPersonParentLabel)
nonisolated(unsafe) public let kABPersonBrotherLabel: CFString! = text(
  CAddressBook.kABPersonBrotherLabel)
nonisolated(unsafe) public let kABPersonSisterLabel: CFString! = text(
  CAddressBook.kABPersonSisterLabel)
nonisolated(unsafe) public let kABPersonChildLabel: CFString! = text(
  CAddressBook.kABPersonChildLabel)
nonisolated(unsafe) public let kABPersonFriendLabel: CFString! = text(
  CAddressBook.kABPersonFriendLabel)
nonisolated(unsafe) public let kABPersonSpouseLabel: CFString! = text(
  CAddressBook.kABPersonSpouseLabel)
nonisolated(unsafe) public let kABPersonPartnerLabel: CFString! = text(
  CAddressBook.kABPersonPartnerLabel)
nonisolated(unsafe) public let kABPersonAssistantLabel: CFString! = text(
  CAddressBook.kABPersonAssistantLabel)
nonisolated(unsafe) public let kABPersonManagerLabel: CFString! = text(
  CAddressBook.kABPersonManagerLabel)
nonisolated(unsafe) public let kABPersonSocialProfileURLKey: CFString! = text(
  CAddressBook.kABPersonSocialProfileURLKey)
nonisolated(unsafe) public let kABPersonSocialProfileServiceKey: CFString! = text(
  CAddressBook.kABPersonSocialProfileServiceKey)
nonisolated(unsafe) public let kABPersonSocialProfileUsernameKey: CFString! = text(
  CAddressBook.kABPersonSocialProfileUsernameKey)
nonisolated(unsafe) public let kABPersonSocialProfileUserIdentifierKey: CFString! = text(
  CAddressBook.kABPersonSocialProfileUserIdentifierKey)
nonisolated(unsafe) public let kABPersonSocialProfileServiceTwitter: CFString! = text(
  CAddressBook.kABPersonSocialProfileServiceTwitter)
nonisolated(unsafe) public let kABPersonSocialProfileServiceSinaWeibo: CFString! = text(
  CAddressBook.kABPersonSocialProfileServiceSinaWeibo)
nonisolated(unsafe) public let kABPersonSocialProfileServiceGameCenter: CFString! = text(
  CAddressBook.kABPersonSocialProfileServiceGameCenter)
nonisolated(unsafe) public let kABPersonSocialProfileServiceFacebook: CFString! = text(
  CAddressBook.kABPersonSocialProfileServiceFacebook)
nonisolated(unsafe) public let kABPersonSocialProfileServiceMyspace: CFString! = text(
  CAddressBook.kABPersonSocialProfileServiceMyspace)
nonisolated(unsafe) public let kABPersonSocialProfileServiceLinkedIn: CFString! = text(
  CAddressBook.kABPersonSocialProfileServiceLinkedIn)
nonisolated(unsafe) public let kABPersonSocialProfileServiceFlickr: CFString! = text(
  CAddressBook.kABPersonSocialProfileServiceFlickr)
nonisolated(unsafe) public let kABPersonAlternateBirthdayCalendarIdentifierKey: CFString! = text(
  CAddressBook.kABPersonAlternateBirthdayCalendarIdentifierKey)
nonisolated(unsafe) public let kABPersonAlternateBirthdayEraKey: CFString! = text(
  CAddressBook.kABPersonAlternateBirthdayEraKey)
nonisolated(unsafe) public let kABPersonAlternateBirthdayYearKey: CFString! = text(
  CAddressBook.kABPersonAlternateBirthdayYearKey)
nonisolated(unsafe) public let kABPersonAlternateBirthdayMonthKey: CFString! = text(
  CAddressBook.kABPersonAlternateBirthdayMonthKey)
nonisolated(unsafe) public let kABPersonAlternateBirthdayIsLeapMonthKey: CFString! = text(
  CAddressBook.kABPersonAlternateBirthdayIsLeapMonthKey)
nonisolated(unsafe) public let kABPersonAlternateBirthdayDayKey: CFString! = text(
  CAddressBook.kABPersonAlternateBirthdayDayKey)

// MARK: <AddressBook/ABGroup.h>

public let kABGroupNameProperty: Int32 = CAddressBook.kABGroupNameProperty

// MARK: <AddressBook/ABSource.h>

public let kABSourceTypeSearchableMask: Int32 = CAddressBook.kABSourceTypeSearchableMask
public let kABSourceTypeLocal: Int = CAddressBook.kABSourceTypeLocal
public let kABSourceTypeExchange: Int = CAddressBook.kABSourceTypeExchange
public let kABSourceTypeExchangeGAL: Int = CAddressBook.kABSourceTypeExchangeGAL
public let kABSourceTypeMobileMe: Int = CAddressBook.kABSourceTypeMobileMe
public let kABSourceTypeLDAP: Int = CAddressBook.kABSourceTypeLDAP
public let kABSourceTypeCardDAV: Int = CAddressBook.kABSourceTypeCardDAV
public let kABSourceTypeCardDAVSearch: Int = CAddressBook.kABSourceTypeCardDAVSearch
public let kABSourceNameProperty: ABPropertyID = CAddressBook.kABSourceNameProperty
public let kABSourceTypeProperty: ABPropertyID = CAddressBook.kABSourceTypeProperty
