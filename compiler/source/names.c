/*
 * Keeps generated names and the user's apart: finds a tag with which no
 * generated name is like a word of the user's files, and undefines those
 * macros around a generated text that it would meet. Words are told by
 * source/lex.h, as the C compiler tells them.
 */
#include "compiler/source/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/source/lex.h"

/* Generated names that outlive a block: what they begin with, and where in that
 * the tag goes. A '#' stands for a digit. */
static const struct {
    const char *before, *behind;
} prefixes[] = {
    {"HD", "_"},          {"hdf", "_"},           {"hdk", "_float"},
    {"HEDRA", "_TEXT"},   {"HEDRA", "_REGION_#"}, {"hedra", "_turn"},
    {"hedra", "_i#"},     {"hedra", "_p#"},       {"hedra", "_base_#"},
    {"hedra", "_size_#"}, {"hedra", "_extent_#"}, {"HEDRA", "_KERNEL"},
};
enum { PREFIXES = sizeof prefixes / sizeof *prefixes };

static bool begins(const char *text, const char *pattern)
{
    for (; *pattern; pattern++, text++)
        if (*pattern == '#' ? !isdigit((unsigned char)*text)
                            : *pattern != *text)
            return false;
    return true;
}

static bool is_alike(const char *word)
{
    return begins(word, "HD") || begins(word, "hd") || begins(word, "HEDRA") ||
           begins(word, "hedra") || begins(word, "sqrtf");
}

void names_read(struct arena *arena, struct names *names, const char *text,
                size_t length)
{
    struct lex x = {.text = text, .length = length};
    struct lex_token token = lex_token(&x, 0);
    for (; token.kind != LEX_END; token = lex_token(&x, token.end)) {
        if (token.kind != LEX_WORD ||
            (text[token.begin] != 'h' && text[token.begin] != 'H' &&
             text[token.begin] != 's'))
            continue;
        char *word = arena_alloc(arena, token.end - token.begin + 1);
        lex_spell(&x, token.begin, token.end, word);
        if (is_alike(word))
            ARENA_PUSH(arena, names->word, names->word_count, names->word_cap,
                       word);
    }
}

void names_add_macro(struct arena *arena, struct names *names, const char *name)
{
    if (*name)
        ARENA_PUSH(arena, names->macro, names->macro_count, names->macro_cap,
                   name);
}

static int compare(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The number of the macro of this name, or -1. */
static int find_macro(const struct names *names, const char *name)
{
    const char **found =
        !names || names->macro_count == 0
            ? NULL
            : bsearch(&name, names->macro, (size_t)names->macro_count,
                      sizeof *names->macro, compare);
    return found ? (int)(found - names->macro) : -1;
}

const char *names_tag(const struct names *names)
{
    return names ? names->tag : "";
}

/* The tag ------------------------------------------------------------------ */

static bool is_used(const struct names *names, const char *pattern)
{
    for (int k = 0; k < names->word_count; k++)
        if (begins(names->word[k], pattern))
            return true;
    return false;
}

static bool is_free(struct arena *arena, const struct names *names,
                    const char *tag)
{
    for (int k = 0; k < PREFIXES; k++)
        if (is_used(names, arena_printf(arena, "%s%s%s", prefixes[k].before,
                                        tag, prefixes[k].behind)))
            return false;
    for (int k = 0; k < names->function_count; k++)
        if (is_used(names, arena_printf(arena, "hedra%s_%s_#", tag,
                                        names->function[k])))
            return false;
    return true;
}

static void sort_macros(struct names *names)
{
    int kept = 0;
    if (names->macro_count > 0)
        qsort(names->macro, (size_t)names->macro_count, sizeof *names->macro,
              compare);
    for (int k = 0; k < names->macro_count; k++)
        if (k == 0 || strcmp(names->macro[k], names->macro[k - 1]) != 0)
            names->macro[kept++] = names->macro[k];
    names->macro_count = kept;
}

void names_finish(struct arena *arena, struct names *names)
{
    sort_macros(names);
    names->tag = "";
    for (int k = 1; !is_free(arena, names, names->tag); k++)
        names->tag = arena_printf(arena, "%d", k);
}

const char *names_plain(struct arena *arena, const char *name)
{
    char *plain = arena_strdup(arena, name);
    for (char *c = plain; *c; c++)
        if (!(*c >= 'a' && *c <= 'z') && !(*c >= 'A' && *c <= 'Z') &&
            !(*c >= '0' && *c <= '9'))
            *c = '_';
    return plain;
}

/* Putting text ------------------------------------------------------------- */

/* Which macros of the user's the text names. */
static void find_macros(const struct names *names, const char *text, bool *met)
{
    enum { LONGEST = 256 };
    struct lex x = {.text = text, .length = strlen(text)};
    struct lex_token token = lex_token(&x, 0);
    for (; token.kind != LEX_END; token = lex_token(&x, token.end)) {
        char word[LONGEST];
        if (token.kind != LEX_WORD || token.end - token.begin >= LONGEST)
            continue;
        lex_spell(&x, token.begin, token.end, word);
        int number = find_macro(names, word);
        if (number >= 0)
            met[number] = true;
    }
}

/* Appends the text with the tag in its names. */
static void put_tagged(struct buf *out, const char *tag, const char *text)
{
    struct lex x = {.text = text, .length = strlen(text)};
    size_t from = 0;
    struct lex_token token = lex_token(&x, 0);
    for (; token.kind != LEX_END; token = lex_token(&x, token.end))
        for (int k = 0; token.kind == LEX_WORD && k < PREFIXES; k++) {
            size_t length = strlen(prefixes[k].before);
            if (strncmp(text + token.begin, prefixes[k].before, length) != 0 ||
                !begins(text + token.begin + length, prefixes[k].behind))
                continue;
            buf_write(out, text + from, token.begin + length - from);
            buf_puts(out, tag);
            from = token.begin + length;
        }
    buf_puts(out, text + from);
}

/* The headers whose names are generated names. */
static const struct {
    const char *line, *text;
} headers[] = {
    {"#include <hedra_kernel.h>\n", names_kernel},
    {"#include <hedra_kernel_atomics.h>\n", names_atomics},
    {"#include <hedra_kernel_lanes.h>\n", names_lanes},
};
enum { HEADERS = sizeof headers / sizeof *headers };

/* Appends a header's text, in which its parts lie. */
static void put_header(struct buf *out, const char *text)
{
    static const char part[] = "#include \"";
    while (*text) {
        size_t length = strcspn(text, "\n") + 1;
        if (strncmp(text, part, sizeof part - 1) != 0)
            buf_write(out, text, length);
        text += length;
    }
}

/* Appends the text with headers in the places where it includes them. */
static void put_with_headers(struct buf *out, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        int k = 0;
        length += text[length] == '\n';
        while (k < HEADERS && strncmp(text, headers[k].line, length) != 0)
            k++;
        if (k < HEADERS)
            put_header(out, headers[k].text);
        else
            buf_write(out, text, length);
        text += length;
    }
}

/* HD_PLAIN_SQRT keeps <hedra_kernel.h> from declaring what the user has another
 * use for. */
static void put_text(struct buf *out, const struct names *names,
                     const char *text)
{
    const char *tag = names->tag;
    if (strstr(text, headers[0].line) &&
        (is_used(names, "sqrtf64") || is_used(names, "sqrtf32")))
        buf_printf(out, "#undef HD%s_PLAIN_SQRT\n#define HD%s_PLAIN_SQRT\n",
                   tag, tag);
    if (!*tag) {
        buf_puts(out, text);
        return;
    }
    struct buf whole = {0};
    put_with_headers(&whole, text);
    put_tagged(out, tag, whole.text ? whole.text : "");
    buf_free(&whole);
}

/* Appends the text with the macros that it and `more` name set aside. */
static void put_aside(struct buf *out, const struct names *names,
                      const char *text, const char *more,
                      void (*put)(struct buf *, const struct names *,
                                  const char *))
{
    struct arena *arena = arena_new();
    bool *met = arena_alloc(arena, (size_t)names->macro_count * sizeof *met);
    if (names->macro_count > 0) {
        find_macros(names, text, met);
        find_macros(names, more, met);
    }
    for (int k = 0; k < names->macro_count; k++)
        if (met[k])
            buf_printf(out, "#pragma push_macro(\"%s\")\n#undef %s\n",
                       names->macro[k], names->macro[k]);
    put(out, names, text);
    for (int k = names->macro_count - 1; k >= 0; k--)
        if (met[k])
            buf_printf(out, "#pragma pop_macro(\"%s\")\n", names->macro[k]);
    arena_free(arena);
}

static void put_as_is(struct buf *out, const struct names *names,
                      const char *text)
{
    (void)names;
    buf_puts(out, text);
}

/* The text of headers that the text includes, or of which it uses macros. */
static const char *headers_of(struct arena *arena, const char *text)
{
    bool kernels = strstr(text, "HD_") || strstr(text, headers[0].line);
    return arena_printf(
        arena, "%s%s%s", strstr(text, headers[0].line) ? names_api : "",
        kernels ? names_kernel : "",
        strstr(text, "HD_ATOMIC") || strstr(text, headers[1].line)
            ? names_atomics
            : "");
}

void names_put(struct buf *out, const struct names *names, const char *text)
{
    if (names) {
        struct arena *arena = arena_new();
        put_aside(out, names, text, headers_of(arena, text), put_text);
        arena_free(arena);
    } else {
        buf_puts(out, text);
    }
}

void names_put_statements(struct buf *out, const struct names *names,
                          const char *text)
{
    if (names)
        put_aside(out, names, text, "", put_as_is);
    else
        buf_puts(out, text);
}
