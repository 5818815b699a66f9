#include "compiler/conditional.h"

#include <string.h>

enum line { BLANK, CODE, OTHER, IF, ELSE, ENDIF };

struct scan {
    const char *text;
    size_t at, end;
    int depth;    /* of #ifs behind the pragma */
    bool skipped; /* in a branch that the pragma's is the other one of */
    bool code;    /* the region's code has begun */
    struct conditional result;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* `text` is behind the #. */
static enum line directive(const char *text)
{
    while (is_blank(*text))
        text++;
    return begins(text, "if")      ? IF
           : begins(text, "el")    ? ELSE
           : begins(text, "endif") ? ENDIF
                                   : OTHER;
}

/* Behind the comments and blanks at `at`, which may reach over lines. */
static size_t skip_comments(const char *text, size_t at, size_t end)
{
    while (at < end) {
        if (is_blank(text[at])) {
            at++;
        } else if (begins(text + at, "/*")) {
            const char *close = strstr(text + at + 2, "*/");
            at = close ? (size_t)(close - text) + 2 : end;
        } else if (begins(text + at, "//")) {
            while (at < end && text[at] != '\n')
                at++;
        } else {
            break;
        }
    }
    return at;
}

/* Behind the line, and those that continue it. */
static size_t next_line(const char *text, size_t at, size_t end)
{
    for (; at < end; at++) {
        size_t last = at > 0 && text[at - 1] == '\r' ? at - 1 : at;
        if (text[at] == '\n' && (last == 0 || text[last - 1] != '\\'))
            return at + 1;
    }
    return end;
}

static void take_unmatched(struct scan *s, enum line line, size_t behind)
{
    s->result.found = true;
    s->skipped = line == ELSE;
    if (!s->code)
        s->result.at = behind;
}

static void take_line(struct scan *s, enum line line, size_t behind)
{
    if (line == IF)
        s->depth++;
    else if (line == ENDIF && s->depth > 0)
        s->depth--;
    else if (s->depth == 0 && (line == ELSE || line == ENDIF))
        take_unmatched(s, line, behind);
    else if (line == CODE && !s->skipped)
        s->code = true;
}

struct conditional conditional_find(const char *text, size_t begin, size_t end)
{
    struct scan s = {text, begin, end, 0, false, false, {false, begin}};
    while (s.at < end) {
        size_t first = skip_comments(text, s.at, end);
        enum line line = first == end          ? BLANK
                         : text[first] == '\n' ? BLANK
                         : text[first] == '#'  ? directive(text + first + 1)
                                               : CODE;
        s.at = next_line(text, first, end);
        take_line(&s, line, s.at);
    }
    return s.result;
}
