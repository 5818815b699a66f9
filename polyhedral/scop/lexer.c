/*
 * The tokens of the text form of a scop: words, strings and marks, and what is
 * made of a word.
 */
#include "polyhedral/scop/lexer.h"

#include "runtime/base/ascii.h"
#include "runtime/base/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 1000 };

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_mark(char c)
{
    return c == '(' || c == ')' || c == '[' || c == ']';
}

static void skip_space(struct parser *p)
{
    for (; is_space(*p->p) || *p->p == ';'; p->p++) {
        if (*p->p == ';')
            p->p += strcspn(p->p, "\n");
        if (!*p->p)
            return;
        if (*p->p == '\n') {
            p->line++;
            p->line_start = p->p + 1;
        }
    }
}

/* After the opening quote. Escapes: \" \\ and \xNN. */
static void read_string(struct parser *p)
{
    size_t room = strcspn(p->p, "\n") + 1;
    char *text = arena_alloc(p->arena, room), *to = text;
    for (; *p->p && *p->p != '"' && *p->p != '\n'; p->p++) {
        char digits[3] = {0};
        if (*p->p != '\\') {
            *to++ = *p->p;
        } else if (p->p[1] == '"' || p->p[1] == '\\') {
            *to++ = *++p->p;
        } else if (p->p[1] == 'x' && ascii_hex(p->p[2]) >= 0 &&
                   ascii_hex(p->p[3]) >= 0) {
            memcpy(digits, p->p + 2, 2);
            *to++ = (char)strtol(digits, NULL, 16);
            p->p += 3;
        } else {
            FAIL(p, "unknown escape in a string");
            return;
        }
    }
    if (*p->p != '"') {
        FAIL(p, "the string is not closed");
        return;
    }
    p->p++;
    p->token = STRING;
    p->text = text;
}

void text_next(struct parser *p)
{
    if (p->failed)
        return;
    skip_space(p);
    const char *start = p->p;
    p->loc =
        (struct loc){p->path, p->line, (int)(start - p->line_start) + 1, 1};
    p->token = END;
    p->text = "the end of the text";
    if (!*start)
        return;
    p->p++;
    if (*start == '"') {
        read_string(p);
        return;
    }
    p->token = is_mark(*start) ? MARK : WORD;
    while (p->token == WORD && *p->p && !is_space(*p->p) && !is_mark(*p->p) &&
           *p->p != '"' && *p->p != ';')
        p->p++;
    if (p->p - start > WORD_MAX)
        FAIL(p, "a word of more than %d characters", WORD_MAX);
    else
        p->text = arena_strndup(p->arena, start, (size_t)(p->p - start));
}

bool text_at_mark(const struct parser *p, char mark)
{
    return p->token == MARK && *p->text == mark;
}

bool text_accept(struct parser *p, char mark)
{
    if (!text_at_mark(p, mark))
        return false;
    text_next(p);
    return true;
}

void text_expect(struct parser *p, char mark)
{
    if (!text_accept(p, mark))
        FAIL(p, "expected '%c' before '%s'", mark, p->text);
}

bool text_accept_word(struct parser *p, const char *word)
{
    if (p->token != WORD || strcmp(p->text, word) != 0)
        return false;
    text_next(p);
    return true;
}

/* The token's text, and moves on; "" after an error. */
const char *text_take(struct parser *p, enum token token, const char *what)
{
    const char *text = p->text;
    if (p->token != token) {
        FAIL(p, "expected %s before '%s'", what, p->text);
        return "";
    }
    text_next(p);
    return text;
}

static bool is_name(const char *s)
{
    if (!ascii_is_alpha(*s) && *s != '_')
        return false;
    while (ascii_is_alnum(*s) || *s == '_')
        s++;
    return !*s;
}

const char *text_take_name(struct parser *p)
{
    if (p->token == WORD && !is_name(p->text))
        FAIL(p, "'%s' is not a name", p->text);
    return text_take(p, WORD, "a name");
}

int64_t text_take_number(struct parser *p, int64_t low)
{
    char *end = NULL;
    errno = 0;
    long long n = p->token == WORD ? strtoll(p->text, &end, 10) : 0;
    if (!end || end == p->text || *end || errno || n < low) {
        FAIL(p, "expected a whole number not below %lld before '%s'",
             (long long)low, p->text);
        return low;
    }
    text_next(p);
    return n;
}

bool text_find_type(const char *s, size_t n, enum scop_type *type)
{
    for (int t = 0; t < SCOP_TYPE_COUNT; t++) {
        const char *name = scop_type_name((enum scop_type)t);
        if (strlen(name) == n && memcmp(name, s, n) == 0) {
            *type = (enum scop_type)t;
            return true;
        }
    }
    return false;
}

enum scop_type text_take_type(struct parser *p)
{
    enum scop_type type = SCOP_I32;
    if (p->token == WORD && !text_find_type(p->text, strlen(p->text), &type))
        FAIL(p, "'%s' is not a type", p->text);
    text_take(p, WORD, "a type");
    return type;
}

/* [@LINE:COLUMN[+WIDTH]] */
struct loc text_take_loc(struct parser *p)
{
    struct loc loc = {p->scop->file, 0, 0, 0};
    if (p->token != WORD || *p->text != '@')
        return (struct loc){0};
    int *const part[] = {&loc.line, &loc.column, &loc.width};
    const char *s = p->text + 1;
    for (int k = 0; k < 3; k++) {
        char *end;
        long n = ascii_is_digit(*s) ? strtol(s, &end, 10) : -1;
        if (n < 0 || n > INT32_MAX)
            break;
        *part[k] = (int)n;
        s = end;
        if (*s != (k ? '+' : ':'))
            break;
        s++;
    }
    if (*s || loc.line == 0 || loc.column == 0)
        FAIL(p, "'%s' is not a place: @LINE:COLUMN", p->text);
    text_next(p);
    return loc;
}
