/* Numbers as text in the C locale, whatever the program's: each call puts the
 * calling thread, and no other, into the C locale for as long as it takes. */
#include "runtime/base/number.h"

#include "runtime/base/ascii.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static locale_t plain;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_plain(void)
{
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

static locale_t enter(void)
{
    pthread_once(&once, make_plain);
    return uselocale(plain);
}

static void leave(locale_t before)
{
    uselocale(before);
}

static size_t count_digits(const char *s, bool hex)
{
    return strspn(s, hex ? "0123456789abcdefABCDEF" : "0123456789");
}

/* "e+3" at `s`, or nothing. */
static size_t exponent_length(const char *s, const char *letters)
{
    const char *digits = s + 1;

    if (!*s || !strchr(letters, *s))
        return 0;
    digits += *digits == '+' || *digits == '-';
    size_t length = count_digits(digits, false);
    return length ? (size_t)(digits - s) + length : 0;
}

/* Digits, a point and an exponent at `s`; at least one digit, or 0. */
static size_t digits_length(const char *s, const char *letters, bool hex)
{
    size_t whole = count_digits(s, hex), length = whole;

    if (s[length] == '.') {
        size_t fraction = count_digits(s + length + 1, hex);
        if (whole + fraction > 0)
            length += 1 + fraction;
    }
    return length ? length + exponent_length(s + length, letters) : 0;
}

static size_t special_length(const char *s)
{
    if (ascii_same(s, "infinity", 8))
        return 8;
    if (ascii_same(s, "inf", 3))
        return 3;
    if (!ascii_same(s, "nan", 3))
        return 0;
    size_t inside = s[3] == '(' ? 1 : 0;
    while (inside && (ascii_is_alnum(s[3 + inside]) || s[3 + inside] == '_'))
        inside++;
    return inside && s[3 + inside] == ')' ? 3 + inside + 1 : 3;
}

/* The length of the number of the permitted forms that begins at `text`. */
static size_t number_length(const char *text, unsigned forms)
{
    const char *s = text + (*text == '-' || *text == '+');
    size_t length = 0;

    if (forms & NUMBER_HEX && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
        length = digits_length(s + 2, "pP", true);
    if (length > 0)
        return (size_t)(s - text) + 2 + length;
    length = digits_length(s, forms & NUMBER_FORTRAN ? "eEdD" : "eE", false);
    if (length == 0 && forms & NUMBER_SPECIAL)
        length = special_length(s);
    return length ? (size_t)(s - text) + length : 0;
}

/* Turns `copy`, a number alone, into its value; false if it is too large. */
static bool convert(const char *copy, unsigned forms, double *value)
{
    int kept = errno;
    locale_t before = enter();

    errno = 0;
    double x =
        forms & NUMBER_SINGLE ? (double)strtof(copy, NULL) : strtod(copy, NULL);
    bool fits = errno != ERANGE || fabs(x) <= 1;
    leave(before);
    errno = kept;
    if (fits)
        *value = x;
    return fits;
}

bool number_parse(const char **at, unsigned forms, double *value)
{
    char small[64], *copy = small;
    size_t length = number_length(*at, forms);
    int kept = errno;

    if (length >= sizeof small)
        copy = malloc(length + 1);
    errno = kept;
    if (length == 0 || !copy)
        return false;
    memcpy(copy, *at, length);
    copy[length] = '\0';
    char *letter = forms & NUMBER_FORTRAN ? strpbrk(copy, "dD") : NULL;
    if (letter && !strpbrk(copy, "xX"))
        *letter = 'e';
    *at += length;
    bool fits = convert(copy, forms, value);
    if (copy != small)
        free(copy);
    return fits;
}

bool number_parse_all(const char *text, double *value)
{
    double x;

    if (!text || !number_parse(&text, 0, &x) || *text)
        return false;
    *value = x;
    return true;
}

/* Without the C library: where a program's first nest begins, its code would
 * have to be mapped for this alone. */
bool number_whole(const char *text, int *value)
{
    int64_t sum = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        if (!ascii_is_digit(*text))
            return false;
        sum = 10 * sum + (*text - '0');
        if (sum > INT_MAX)
            return false;
    }
    *value = (int)sum;
    return true;
}

int number_vprint(char *text, size_t size, const char *format, va_list ap)
{
    locale_t before = enter();
    int length = vsnprintf(text, size, format, ap);

    leave(before);
    return length;
}

int number_print(char *text, size_t size, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    int length = number_vprint(text, size, format, ap);
    va_end(ap);
    return length;
}

int number_vwrite(FILE *file, const char *format, va_list ap)
{
    locale_t before = enter();
    int length = vfprintf(file, format, ap);

    leave(before);
    return length;
}

int number_write(FILE *file, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    int length = number_vwrite(file, format, ap);
    va_end(ap);
    return length;
}

void number_shortest(char text[NUMBER_TEXT], double value, bool single)
{
    for (int digits = 1; digits <= 17; digits++) {
        const char *at = text;
        double again = 0;

        number_print(text, NUMBER_TEXT, "%.*g", digits, value);
        if (number_parse(&at, single ? NUMBER_SINGLE : 0, &again) &&
            again == value)
            return;
    }
}
