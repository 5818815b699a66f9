/*
 * Letters and digits of ASCII by comparison alone (ascii.h), since <ctype.h>
 * goes by the locale.
 */
#include "runtime/base/ascii.h"

bool ascii_is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool ascii_is_alnum(char c)
{
    return ascii_is_alpha(c) || ascii_is_digit(c);
}

bool ascii_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int ascii_hex(char c)
{
    if (ascii_is_digit(c))
        return c - '0';
    c = ascii_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool ascii_same(const char *a, const char *b, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (ascii_lower(a[k]) != ascii_lower(b[k]))
            return false;
        if (!a[k])
            return true;
    }
    return true;
}
