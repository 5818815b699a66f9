#include "decimal.h"

#include <locale.h>
#include <stdlib.h>

double decimal_read(const char *text, char **end)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    double value = strtod(text, end);

    uselocale(before);
    freelocale(plain);
    return value;
}
