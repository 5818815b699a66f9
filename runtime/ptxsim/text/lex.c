/*
 * PTX text as tokens (lex.h).
 */
#include "runtime/ptxsim/text/lex.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(struct ptx_lexer *x)
{
    for (;;) {
        while (*x->at && ascii_is_space(*x->at))
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
    return ascii_is_alpha(c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static bool is_word_part(char c)
{
    return ascii_is_alnum(c) || c == '_' || c == '$';
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
    int digits = ascii_lower(x->at[1]) == 'f' ? 8 : 16;
    uint64_t bits = 0;

    for (int k = 0; k < digits; k++) {
        int digit = ascii_hex(x->at[2 + k]);

        if (digit < 0)
            return false;
        bits = bits * 16 + (uint64_t)digit;
    }
    x->bits = bits;
    x->kind = digits == 8 ? PTX_T_SINGLE : PTX_T_DOUBLE;
    x->at += 2 + digits;
    return !is_word_part(*x->at);
}

static bool read_decimal_fraction(struct ptx_lexer *x)
{
    double value;

    if (!number_parse(&x->at, 0, &value))
        return false;
    memcpy(&x->bits, &value, sizeof value);
    x->kind = PTX_T_DOUBLE;
    return !is_word_part(*x->at);
}

static bool read_integer(struct ptx_lexer *x)
{
    char *end;
    int base = 10;
    const char *digits = x->at;

    if (digits[0] == '0' && ascii_lower(digits[1]) == 'x') {
        base = 16;
        digits += 2;
    } else if (digits[0] == '0' && ascii_lower(digits[1]) == 'b') {
        base = 2;
        digits += 2;
    } else if (digits[0] == '0') {
        base = 8;
    }
    errno = 0;
    x->bits = strtoull(digits, &end, base);
    if (end == digits || ascii_hex(*digits) < 0 || errno == ERANGE)
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
    char second = ascii_lower(x->at[1]);
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
    } else if (ascii_is_digit(*x->at)) {
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
