/* Reads a card file with libebook's EVCard and decodes every value; prints cards, values and CPU seconds.
 * Built and run by Tools/compare-libebook. */
#include <libebook-contacts/libebook-contacts.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
  gchar *text;
  gsize length;
  long cards = 0, values = 0;
  if (count < 2 || !g_file_get_contents(arguments[1], &text, &length, NULL)) return 1;
  double start = cpu_seconds();
  for (char *card = text; *card;) {
    char *end = strstr(card, "END:VCARD");
    if (!end) break;
    end += strlen("END:VCARD");
    char after = *end;
    *end = 0;
    EVCard *read = e_vcard_new_from_string(card);
    *end = after;
    /* Parsing is put off until the attributes are asked for, and decoding until their values are. */
    for (GList *attribute = e_vcard_get_attributes(read); attribute; attribute = attribute->next)
      for (GList *value = e_vcard_attribute_get_values_decoded(attribute->data); value; value = value->next)
        values++;
    g_object_unref(read);
    cards++;
    for (card = end; *card == '\r' || *card == '\n'; card++) {}
  }
  printf("%ld %ld %.6f\n", cards, values, cpu_seconds() - start);
  return cards == 0;
}
