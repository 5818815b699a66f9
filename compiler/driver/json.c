/*
 * Reads JSON (RFC 8259) by recursive descent, one function for each kind of
 * value, with a limit on nesting and the line of what is wrong. Numbers go
 * through runtime/base/number.h, which knows no locale.
 */
#include "compiler/driver/json.h"

#include "runtime/base/base.h"

#include <string.h>

enum { DEEPEST = 100 };

struct json_reader {
    struct arena *arena;
    const char *at;
    int line, depth;
};

static void skip_space(struct json_reader *r)
{
    for (; *r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r';
         r->at++)
        r->line += *r->at == '\n';
}

static bool take(struct json_reader *r, char c)
{
    skip_space(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

/* The four digits of \uXXXX, or -1. */
static int take_hex(struct json_reader *r)
{
    int value = 0;
    for (int k = 0; k < 4; k++, r->at++) {
        static const char digits[] = "0123456789abcdef";
        char c = *r->at >= 'A' && *r->at <= 'F' ? *r->at - 'A' + 'a' : *r->at;
        const char *digit = c ? strchr(digits, c) : NULL;
        if (!digit)
            return -1;
        value = value * 16 + (int)(digit - digits);
    }
    return value;
}

static void put_utf8(struct buf *out, int c)
{
    if (c < 0x80) {
        buf_putc(out, (char)c);
    } else if (c < 0x800) {
        buf_putc(out, (char)(0xc0 | c >> 6));
        buf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        buf_putc(out, (char)(0xe0 | c >> 12));
        buf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else {
        buf_putc(out, (char)(0xf0 | c >> 18));
        buf_putc(out, (char)(0x80 | (c >> 12 & 0x3f)));
        buf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_putc(out, (char)(0x80 | (c & 0x3f)));
    }
}

/* What follows \u: one unit of UTF-16, or two that stand for one character. */
static bool take_unicode(struct json_reader *r, struct buf *out)
{
    int c = take_hex(r);
    if (c >= 0xd800 && c < 0xdc00 && r->at[0] == '\\' && r->at[1] == 'u') {
        r->at += 2;
        int low = take_hex(r);
        if (low < 0xdc00 || low > 0xdfff)
            return false;
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    if (c < 0 || (c >= 0xd800 && c < 0xe000))
        return false;
    put_utf8(out, c);
    return true;
}

static bool take_escape(struct json_reader *r, struct buf *out)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    char c = *r->at ? *r->at++ : '\0';
    const char *letter = c ? strchr(letters, c) : NULL;
    if (c == 'u')
        return take_unicode(r, out);
    if (letter)
        buf_putc(out, meant[letter - letters]);
    return letter;
}

/* A string, from its opening quote on; NULL if it is none. */
static const char *take_string(struct json_reader *r)
{
    struct buf out = {0};
    bool good = take(r, '"');
    buf_puts(&out, "");
    while (good && *r->at != '"') {
        char c = *r->at++;
        if (c == '\\')
            good = take_escape(r, &out);
        else if ((unsigned char)c < ' ')
            good = false;
        else
            buf_putc(&out, c);
        r->at -= c == '\0';
    }
    r->at += good;
    const char *text = good ? arena_strdup(r->arena, out.text) : NULL;
    buf_free(&out);
    return text;
}

static size_t digits(const char *at)
{
    return strspn(at, "0123456789");
}

/* The length of a number as JSON has it, 0 if there is none. */
static size_t number_length(const char *at)
{
    const char *end = at + (*at == '-');
    size_t whole = digits(end);
    if (whole == 0 || (*end == '0' && whole > 1))
        return 0;
    end += whole;
    if (*end == '.') {
        if (!digits(end + 1))
            return 0;
        end += 1 + digits(end + 1);
    }
    if (*end == 'e' || *end == 'E') {
        end += end[1] == '+' || end[1] == '-' ? 2 : 1;
        if (!digits(end))
            return 0;
        end += digits(end);
    }
    return (size_t)(end - at);
}

static struct json *take_value(struct json_reader *r);

/* The elements of an array, or the members of an object, up to `close`. */
static bool take_elements(struct json_reader *r, struct json *into, char close)
{
    struct json **end = &into->first;
    r->at++;
    if (take(r, close))
        return true;
    do {
        const char *name = NULL;
        if (into->kind == JSON_OBJECT &&
            (!(name = take_string(r)) || !take(r, ':')))
            return false;
        *end = take_value(r);
        if (!*end)
            return false;
        (*end)->name = name;
        end = &(*end)->next;
    } while (take(r, ','));
    return take(r, close);
}

static bool take_word(struct json_reader *r, struct json *value)
{
    static const struct {
        const char *word;
        enum json_kind kind;
    } words[] = {
        {"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        size_t length = strlen(words[k].word);
        if (strncmp(r->at, words[k].word, length) != 0)
            continue;
        r->at += length;
        value->kind = words[k].kind;
        return true;
    }
    return false;
}

static bool take_kind(struct json_reader *r, struct json *value)
{
    size_t length;
    switch (*r->at) {
    case '{':
        value->kind = JSON_OBJECT;
        return take_elements(r, value, '}');
    case '[':
        value->kind = JSON_ARRAY;
        return take_elements(r, value, ']');
    case '"':
        value->kind = JSON_STRING;
        value->text = take_string(r);
        return value->text;
    default:
        length = number_length(r->at);
        if (length == 0)
            return take_word(r, value);
        value->kind = JSON_NUMBER;
        return number_parse(&r->at, 0, &value->number);
    }
}

static struct json *take_value(struct json_reader *r)
{
    struct json *value = arena_alloc(r->arena, sizeof *value);
    skip_space(r);
    bool good = r->depth++ < DEEPEST && take_kind(r, value);
    r->depth--;
    return good ? value : NULL;
}

const struct json *json_parse(struct arena *arena, const char *text, int *line)
{
    struct json_reader r = {arena, text, 1, 0};
    const struct json *value = take_value(&r);
    skip_space(&r);
    *line = r.line;
    return value && *r.at == '\0' ? value : NULL;
}

const struct json *json_member(const struct json *object, const char *name)
{
    const struct json *m =
        object && object->kind == JSON_OBJECT ? object->first : NULL;
    while (m && strcmp(m->name, name) != 0)
        m = m->next;
    return m;
}

const char *json_text(const struct json *object, const char *name)
{
    const struct json *member = json_member(object, name);
    return member && member->kind == JSON_STRING ? member->text : NULL;
}

double json_number(const struct json *object, const char *name,
                   double otherwise)
{
    const struct json *member = json_member(object, name);
    return member && member->kind == JSON_NUMBER ? member->number : otherwise;
}
