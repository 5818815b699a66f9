#include "compiler/place.h"

#include <stdbool.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

static size_t skip_blanks(const char *text, size_t i)
{
    while (is_blank(text[i]))
        i++;
    return i;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads "# line 12 "file"" or "# 12 "file"" at text[i] == '#'. The directive
 * gives the number of the line behind it, so one is taken off. */
static void read_directive(const char *text, size_t i, struct place *place)
{
    i = skip_blanks(text, i + 1);
    if (strncmp(text + i, "line", 4) == 0)
        i = skip_blanks(text, i + 4);
    if (!is_digit(text[i]))
        return;
    long line = 0;
    for (; is_digit(text[i]); i++)
        if (line < 100000000)
            line = line * 10 + (text[i] - '0');
    place->line = (int)line - 1;
    i = skip_blanks(text, i);
    if (text[i] != '"')
        return;
    size_t end = ++i;
    while (text[end] && text[end] != '"' && text[end] != '\n')
        end += text[end] == '\\' && text[end + 1] ? 2 : 1;
    place->file = text + i;
    place->file_length = end - i;
}

/* The end of what begins at i: a comment, a literal, or one character. */
static size_t skip_token(const char *text, size_t i)
{
    char c = text[i];
    if (c == '/' && text[i + 1] == '*') {
        const char *end = strstr(text + i + 2, "*/");
        return end ? (size_t)(end + 2 - text) : i + strlen(text + i);
    }
    if (c == '/' && text[i + 1] == '/') {
        while (text[i] && text[i] != '\n')
            i += text[i] == '\\' && text[i + 1] ? 2 : 1;
        return i;
    }
    if (c == '"' || c == '\'') {
        i++;
        while (text[i] && text[i] != c && text[i] != '\n')
            i += text[i] == '\\' && text[i + 1] ? 2 : 1;
        return text[i] == c ? i + 1 : i;
    }
    if (c == '\\' && text[i + 1] == '\n')
        return i + 2;
    return i + 1;
}

struct place place_find(const char *text, size_t at)
{
    struct place place = {.line = 1};
    bool fresh = true; /* nothing but blanks and comments in the line yet */
    size_t i = 0;
    while (i < at) {
        if (fresh && text[i] == '#')
            read_directive(text, i, &place);
        size_t next = skip_token(text, i);
        bool comment = text[i] == '/' && next > i + 1;
        fresh = text[i] == '\n' || (fresh && (is_blank(text[i]) || comment));
        for (; i < next && i < at; i++)
            place.line += text[i] == '\n';
    }
    return place;
}

/* Is the directive at text[i] == '#' of this name? */
static bool is_directive(const char *text, size_t i, const char *name)
{
    i = skip_blanks(text, i + 1);
    return strncmp(text + i, name, strlen(name)) == 0;
}

static size_t line_end(const char *text, size_t i)
{
    while (text[i] && text[i] != '\n')
        i = skip_token(text, i);
    return text[i] ? i + 1 : i;
}

size_t place_find_include(const char *text, size_t limit)
{
    int conditions = 0, braces = 0;
    bool fresh = true;    /* as in place_find */
    bool complete = true; /* no declaration has begun */
    size_t i = 0;
    while (i < limit) {
        char c = text[i];
        if (fresh && c == '#') {
            size_t end = line_end(text, i);
            if (is_directive(text, i, "include") && conditions == 0 &&
                braces == 0 && complete && end < limit)
                return end;
            conditions += is_directive(text, i, "if");
            conditions -= is_directive(text, i, "endif");
            i = end;
            continue;
        }
        size_t next = skip_token(text, i);
        bool nothing = is_blank(c) || c == '\n' || (c == '/' && next > i + 1);
        braces += c == '{';
        braces -= c == '}';
        if (!nothing)
            complete = c == ';' || c == '}';
        fresh = c == '\n' || (fresh && nothing);
        i = next;
    }
    return limit;
}
