/*
 * Terms: the page's own glossary, and links to it from the words of headings,
 * captions and remarks. Each term is a row of terms.def, each kind of remarks
 * one of driver/remark.def.
 */
#include "compiler/page/local.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct term {
    const char *id, *spellings, *help;
};

static const struct term terms[] = {
#define TERM(id, spellings, help) {id, spellings, help},
#include "compiler/page/terms.def"
#undef TERM
};

enum { TERMS = sizeof terms / sizeof *terms };

static const struct {
    enum fault_kind kind;
    const char *help;
} kinds[] = {
#define REMARK(kind, help) {FAULT_##kind, help},
#include "compiler/driver/remark.def"
#undef REMARK
};

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The length of the spelling with which the text begins, as a word of its own;
 * 0: none does. */
static size_t spelling_at(const struct term *term, const char *text)
{
    size_t best = 0;
    for (const char *s = term->spellings; *s;) {
        size_t length = strcspn(s, "|");
        if (length > best && strncmp(text, s, length) == 0 &&
            !is_letter(text[length]))
            best = length;
        s += length + (s[length] == '|');
    }
    return best;
}

/* The term that the text begins with in the longest spelling, or -1. */
static int term_at(const char *text, size_t *length)
{
    int found = -1;
    *length = 0;
    for (int k = 0; k < TERMS; k++) {
        size_t own = spelling_at(&terms[k], text);
        if (own > *length) {
            *length = own;
            found = k;
        }
    }
    return found;
}

static void put_link(struct buf *out, const char *prefix, const char *id,
                     const char *help)
{
    buf_printf(out, "<a class=\"term\" href=\"#%s-%s\" title=\"", prefix, id);
    page_put_text(out, help);
    buf_puts(out, "\">");
}

void page_put_term(struct buf *out, const char *id, const char *html)
{
    for (int k = 0; k < TERMS; k++)
        if (strcmp(terms[k].id, id) == 0)
            put_link(out, "term", id, terms[k].help);
    buf_printf(out, "%s</a>", html);
}

/* Does a name end here? An apostrophe goes on. */
static bool ends_quote(const char *s)
{
    return *s == '\'' && !is_letter(s[1]);
}

void page_put_words(struct buf *out, const char *text)
{
    bool said[TERMS] = {false}, quoted = false;
    for (const char *s = text; *s;) {
        size_t length = 0;
        bool begins = s == text || !is_letter(s[-1]);
        quoted = quoted ? !ends_quote(s) : *s == '\'' && begins;
        int k = begins && !quoted ? term_at(s, &length) : -1;
        if (k < 0 || said[k]) {
            length = length ? length : 1;
            while (is_letter(s[length - 1]) && is_letter(s[length]))
                length++;
            page_put_text_n(out, s, length);
        } else {
            said[k] = true;
            put_link(out, "term", terms[k].id, terms[k].help);
            page_put_text_n(out, s, length);
            buf_puts(out, "</a>");
        }
        s += length;
    }
}

void page_put_kind(struct buf *out, enum fault_kind kind)
{
    const char *name = fault_name(kind);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kinds[k].kind == kind) {
            put_link(out, "kind", name, kinds[k].help);
            buf_printf(out, "%s</a>", name);
            return;
        }
    buf_puts(out, name);
}

void page_put_columns(struct buf *out, const char *names)
{
    char name[80];
    for (const char *s = names; *s;) {
        size_t length = strcspn(s, "|");
        snprintf(name, sizeof name, "%.*s", (int)length, s);
        buf_puts(out, "<th>");
        page_put_words(out, name);
        buf_puts(out, "</th>");
        s += length + (s[length] == '|');
    }
}

static void put_entry(struct buf *out, const char *prefix, const char *id,
                      const char *name, size_t length, const char *help)
{
    buf_printf(out, "<dt id=\"%s-%s\">%.*s</dt><dd>", prefix, id, (int)length,
               name);
    page_put_text(out, help);
    buf_puts(out, ".</dd>\n");
}

void page_put_glossary(struct buf *out)
{
    buf_puts(out, "<section id=\"terms\">\n<h2>Terms</h2>\n<dl>\n");
    for (int k = 0; k < TERMS; k++)
        put_entry(out, "term", terms[k].id, terms[k].spellings,
                  strcspn(terms[k].spellings, "|"), terms[k].help);
    buf_puts(out, "</dl>\n<h3>Kinds of remarks</h3>\n<dl>\n");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const char *name = fault_name(kinds[k].kind);
        put_entry(out, "kind", name, name, strlen(name), kinds[k].help);
    }
    buf_puts(out, "</dl>\n</section>\n");
}
