/* For LD_PRELOAD: sets the locale HEDRA_TEST_LOCALE in tools that set none, but
 * for the language of messages. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void set_locale(void)
{
    const char *name = getenv("HEDRA_TEST_LOCALE");

    if (name && (!setlocale(LC_NUMERIC, name) || !setlocale(LC_CTYPE, name))) {
        fprintf(stderr, "no locale %s\n", name);
        exit(77);
    }
}
