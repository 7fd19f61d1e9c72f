/* Prints what Evolution's library finds in a card file: a line of JSON for each card. Built by a test. */
#include <libebook-contacts/libebook-contacts.h>
#include <stdio.h>
#include <string.h>

static void text(const char *text) {
  putchar('"');
  for (; text && *text; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte == '"' || byte == '\\') printf("\\%c", byte);
    else if (byte < 0x20) printf("\\u%04x", byte);
    else putchar(byte);
  }
  putchar('"');
}

/* The decoded values of an attribute; "a","b". */
static void values(EVCardAttribute *attribute) {
  int count = 0;
  for (GList *value = e_vcard_attribute_get_values_decoded(attribute); value; value = value->next) {
    if (count++) putchar(',');
    text(((GString *)value->data)->str);
  }
}

/* "NAME":[[...],[...]] of all attributes of a name; only their TYPE words when `types` is set. */
static void attributes(EVCard *card, const char *key, const char *name, int types) {
  int count = 0;
  printf(",\"%s\":[", key);
  for (GList *item = e_vcard_get_attributes(card); item; item = item->next) {
    EVCardAttribute *attribute = item->data;
    if (g_ascii_strcasecmp(e_vcard_attribute_get_name(attribute), name)) continue;
    printf(count++ ? ",[" : "[");
    if (types) {
      int words = 0;
      for (GList *word = e_vcard_attribute_get_param(attribute, "TYPE"); word; word = word->next) {
        if (words++) putchar(',');
        gchar *small = g_ascii_strdown(word->data, -1);
        text(small);
        g_free(small);
      }
    } else values(attribute);
    putchar(']');
  }
  putchar(']');
}

/* How many octets a photo of 4.0 has: libebook keeps its data URI as text. */
static gsize octets_of_uri(EVCard *card) {
  EVCardAttribute *photo = e_vcard_get_attribute(card, "PHOTO");
  GList *value = photo ? e_vcard_attribute_get_values(photo) : NULL;
  const char *comma = value && g_str_has_prefix(value->data, "data:") ? strchr(value->data, ',') : NULL;
  gsize length = 0;
  if (comma) g_free(g_base64_decode(comma + 1, &length));
  return length;
}

int main(int count, char **arguments) {
  gchar *file;
  if (count < 2 || !g_file_get_contents(arguments[1], &file, NULL, NULL)) return 1;
  for (char *card = file; (card = strstr(card, "BEGIN:VCARD\r\n"));) {
    char *end = strstr(card, "\r\nEND:VCARD\r\n");
    if (!end) return 1;
    end += strlen("\r\nEND:VCARD\r\n");
    gchar *one = g_strndup(card, (gsize)(end - card));
    EContact *contact = e_contact_new_from_vcard(one);
    EVCard *read = E_VCARD(contact);
    EContactDate *day = e_contact_get(contact, E_CONTACT_BIRTH_DATE);
    EContactPhoto *photo = e_contact_get(contact, E_CONTACT_PHOTO);
    gsize length = photo && photo->type == E_CONTACT_PHOTO_TYPE_INLINED ? photo->data.inlined.length : 0;
    printf("{\"photo\":%zu", length ? length : octets_of_uri(read));
    if (day) printf(",\"bday\":\"%04u-%02u-%02u\"", day->year, day->month, day->day);
    attributes(read, "n", "N", 0);
    attributes(read, "fn", "FN", 0);
    attributes(read, "note", "NOTE", 0);
    attributes(read, "title", "TITLE", 0);
    attributes(read, "nickname", "NICKNAME", 0);
    attributes(read, "org", "ORG", 0);
    attributes(read, "tel", "TEL", 0);
    attributes(read, "types", "TEL", 1);
    attributes(read, "email", "EMAIL", 0);
    attributes(read, "adr", "ADR", 0);
    attributes(read, "categories", "CATEGORIES", 0);
    printf("}\n");
    g_object_unref(contact);
    g_free(one);
    card = end;
  }
  return 0;
}
