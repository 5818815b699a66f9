#include "runtime/ptxsim/lex.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(struct ptx_lexer *x)
{
    for (;;) {
        while (*x->at && isspace((unsigned char)*x->at))
            x->line += *x->at++ == '\n';
        if (x->at[0] == '/' && x->at[1] == '/') {
            x->at += strcspn(x->at, "\n");
        } else if (x->at[0] == '/' && x->at[1] == '*') {
            x->at += 2;
            while (*x->at && (x->at[0] != '*' || x->at[1] != '/'))
                x->line += *x->at++ == '\n';
            x->at += *x->at ? 2 : 0;
        } else {
            return;
        }
    }
}

static bool is_word_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%' ||
           c == '.';
}

static bool is_word_part(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* A dot goes on with a word if something follows it; "::" only within dots, so
 * that a label's colon ends it. */
static void read_word(struct ptx_lexer *x)
{
    bool dotted = false;
    const char *s = x->at;

    do {
        dotted |= *s == '.';
        s++;
        if (dotted && s[0] == ':' && s[1] == ':')
            s += 2;
    } while (is_word_part(*s) || (*s == '.' && is_word_part(s[1])));
    x->kind = PTX_T_WORD;
    x->length = (size_t)(s - x->at);
    x->at = s;
}

/* 0f and 0d with the digits of the bits; false if there are not as many. */
static bool read_hex_float(struct ptx_lexer *x)
{
    int digits = tolower((unsigned char)x->at[1]) == 'f' ? 8 : 16;
    uint64_t bits = 0;

    for (int k = 0; k < digits; k++) {
        char c = x->at[2 + k];

        if (!isxdigit((unsigned char)c))
            return false;
        bits =
            bits * 16 + (uint64_t)(isdigit((unsigned char)c)
                                       ? c - '0'
                                       : tolower((unsigned char)c) - 'a' + 10);
    }
    x->bits = bits;
    x->kind = digits == 8 ? PTX_T_SINGLE : PTX_T_DOUBLE;
    x->at += 2 + digits;
    return !is_word_part(*x->at);
}

/* strtod wants the decimal point of the program's locale. */
static bool read_decimal_fraction(struct ptx_lexer *x)
{
    const char *point = localeconv()->decimal_point;
    const char *s = x->at + strspn(x->at, "0123456789");
    char text[128];
    int whole = (int)(s - x->at), fraction = 0;
    double value;

    if (*s == '.') {
        fraction = (int)strspn(++s, "0123456789");
        s += fraction;
    }
    int digits = (int)(s - x->at);

    if (*s == 'e' || *s == 'E') {
        s += s[1] == '+' || s[1] == '-' ? 2 : 1;
        s += strspn(s, "0123456789");
    }
    if (s - x->at > 100)
        return false;
    snprintf(text, sizeof text, "%.*s%s%.*s%.*s", whole, x->at,
             fraction ? point : "", fraction, x->at + digits - fraction,
             (int)(s - x->at) - digits, x->at + digits);
    value = strtod(text, NULL);
    memcpy(&x->bits, &value, sizeof value);
    x->kind = PTX_T_DOUBLE;
    x->at = s;
    return !is_word_part(*s);
}

static bool read_integer(struct ptx_lexer *x)
{
    char *end;
    int base = 10;
    const char *digits = x->at;

    if (digits[0] == '0' && tolower((unsigned char)digits[1]) == 'x') {
        base = 16;
        digits += 2;
    } else if (digits[0] == '0' && tolower((unsigned char)digits[1]) == 'b') {
        base = 2;
        digits += 2;
    } else if (digits[0] == '0') {
        base = 8;
    }
    errno = 0;
    x->bits = strtoull(digits, &end, base);
    if (end == digits || !isxdigit((unsigned char)*digits) || errno == ERANGE)
        return false;
    if (*end == 'U' || *end == 'u')
        end++;
    x->kind = PTX_T_INTEGER;
    x->at = end;
    return !is_word_part(*end);
}

static void read_number(struct ptx_lexer *x)
{
    const char *s = x->at + strspn(x->at, "0123456789");
    char second = (char)tolower((unsigned char)x->at[1]);
    bool good;

    if (x->at[0] == '0' && (second == 'f' || second == 'd'))
        good = read_hex_float(x);
    else if (*s == '.' || ((*s == 'e' || *s == 'E') && second != 'x'))
        good = read_decimal_fraction(x);
    else
        good = read_integer(x);
    if (!good) {
        x->kind = PTX_T_BAD;
        x->at = x->at > s ? x->at : s; /* so that whoever skips it gets on */
    }
    x->length = (size_t)(x->at - x->text);
}

static void read_string(struct ptx_lexer *x)
{
    const char *s = x->at + 1;

    while (*s && *s != '"' && *s != '\n')
        s += s[0] == '\\' && s[1] && s[1] != '\n' ? 2 : 1;
    x->kind = *s == '"' ? PTX_T_STRING : PTX_T_BAD;
    x->text = x->at + 1;
    x->length = (size_t)(s - x->text);
    x->at = *s == '"' ? s + 1 : s;
}

void ptx_next(struct ptx_lexer *x)
{
    skip_blanks(x);
    x->text = x->at;
    x->length = 1;
    if (!*x->at) {
        x->kind = PTX_T_END;
        x->length = 0;
    } else if (is_word_start(*x->at)) {
        read_word(x);
    } else if (isdigit((unsigned char)*x->at)) {
        read_number(x);
    } else if (*x->at == '"') {
        read_string(x);
    } else {
        x->kind =
            strchr("()[]{}<>,;:=+-!|@*/", *x->at) ? PTX_T_MARK : PTX_T_BAD;
        x->at++;
    }
}

bool ptx_is_mark(const struct ptx_lexer *x, char mark)
{
    return x->kind == PTX_T_MARK && *x->text == mark;
}

bool ptx_is_word(const struct ptx_lexer *x, const char *word)
{
    return x->kind == PTX_T_WORD && strlen(word) == x->length &&
           !memcmp(x->text, word, x->length);
}
