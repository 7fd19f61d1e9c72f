// What the programs here check with: a line for each thing that does not hold, and how many there were.
#include <stdio.h>

static int failures;
#define CHECK(x)                             \
  do {                                       \
    if (!(x)) {                              \
      printf("line %d: %s\n", __LINE__, #x); \
      failures++;                            \
    }                                        \
  } while (0)
