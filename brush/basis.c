#include "brush/basis.h"

#include "runtime/element.h"
#include "runtime/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_WORDS = 2 + BASIS_MAX_SEGMENTS };

/* The words of the line at hand point into the text. */
struct word {
    const char *text;
    size_t length;
};

struct reader {
    struct arena *arena;
    struct faults *faults;
    struct basis *basis;
    const char *next; /* the rest of the text */
    int line, words;
    struct word word[MAX_WORDS];
    bool more; /* the line has more words than `word` holds */
    bool nwchem;
    int z; /* the element whose shells are read, 0 between elements */
    bool seen[BASIS_MAX_Z + 1];
};

static bool complain(struct reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a fault about the line at hand and returns false. */
static bool complain(struct reader *r, const char *format, ...)
{
    struct loc loc = {r->basis->file, r->line, 0, 0};
    va_list ap;

    va_start(ap, format);
    fault_add(r->faults, FAULT_BASIS, loc, "%s",
              arena_vprintf(r->arena, format, ap));
    va_end(ap);
    return false;
}

static bool is_comment(char c)
{
    return c == '!' || c == '#';
}

/* Splits the line at `p`; returns where it ends. */
static const char *split_line(struct reader *r, const char *p)
{
    r->words = 0;
    r->more = false;
    for (;;) {
        const char *begin;

        while (*p != '\n' && isspace((unsigned char)*p))
            p++;
        if (!*p || *p == '\n' || is_comment(*p))
            break;
        begin = p;
        while (*p && !isspace((unsigned char)*p) && !is_comment(*p))
            p++;
        if (r->words == MAX_WORDS)
            r->more = true;
        else
            r->word[r->words++] = (struct word){begin, (size_t)(p - begin)};
    }
    return p + strcspn(p, "\n");
}

/* The next line that has words; false at the end of the text. */
static bool next_line(struct reader *r)
{
    while (*r->next) {
        r->line++;
        r->next = split_line(r, r->next);
        if (*r->next == '\n')
            r->next++;
        if (r->words)
            return true;
    }
    return false;
}

static bool word_is(const struct word *w, const char *text)
{
    return strlen(text) == w->length &&
           strncasecmp(w->text, text, w->length) == 0;
}

static char *word_text(struct reader *r, const struct word *w)
{
    return arena_strndup(r->arena, w->text, w->length);
}

/* What an error says of it: its beginning. */
static char *word_shown(struct reader *r, const struct word *w)
{
    const int most = 40;

    return w->length <= (size_t)most
               ? word_text(r, w)
               : arena_printf(r->arena, "%.*s...", most, w->text);
}

/* A number as Fortran writes it, with D or E; false if it is none. */
static bool word_number(struct reader *r, const struct word *w, double *value)
{
    const char *text = word_text(r, w);

    return w->length <= 64 && number_parse(&text, NUMBER_FORTRAN, value) &&
           !*text;
}

static bool word_count(struct reader *r, const struct word *w, int *count)
{
    char *text = word_text(r, w), *end;
    long value = strtol(text, &end, 10);

    *count = (int)value;
    return end != text && !*end && value >= 1 && value <= BASIS_MAX_PRIMITIVES;
}

/* The letters of a shell's type, S, P, D, F, SP or L (for SP), become its
 * segments. */
static bool read_type(struct reader *r, const struct word *w,
                      struct basis_shell *shell)
{
    static const char letters[] = "SPDF";

    if (word_is(w, "L"))
        return read_type(r, &(struct word){"SP", 2}, shell);
    for (size_t i = 0; i < w->length; i++) {
        const char *at = strchr(letters, toupper((unsigned char)w->text[i]));

        if (!at || shell->segments == BASIS_MAX_SEGMENTS)
            return complain(r,
                            "'%s' is no type of shell: S, P, D, F and SP are "
                            "known",
                            word_shown(r, w));
        shell->l[shell->segments++] = (int)(at - letters);
    }
    return true;
}

/* One primitive: the exponent, then a coefficient for each segment. The first
 * row of an NWChem shell tells how many contractions there are. */
static bool read_row(struct reader *r, struct basis_shell *shell, double scale)
{
    int n = shell->primitives;

    if (r->nwchem && n == 0 && shell->segments == 1)
        while (shell->segments < r->words - 1 &&
               shell->segments < BASIS_MAX_SEGMENTS) {
            shell->l[shell->segments] = shell->l[0];
            shell->segments++;
        }
    if (r->more || r->words != shell->segments + 1)
        return complain(r, "this row needs an exponent and %d coefficient%s",
                        shell->segments, shell->segments == 1 ? "" : "s");
    if (n == BASIS_MAX_PRIMITIVES)
        return complain(r, "a shell may have %d primitives at most",
                        BASIS_MAX_PRIMITIVES);
    for (int i = 0; i < r->words; i++) {
        double *to = i ? &shell->coefficient[i - 1][n] : &shell->exponent[n];

        if (!word_number(r, &r->word[i], to))
            return complain(r, "'%s' is not a number",
                            word_shown(r, &r->word[i]));
    }
    shell->exponent[n] *= scale * scale;
    if (!(shell->exponent[n] >= 1e-12 && shell->exponent[n] <= 1e12))
        return complain(r, "an exponent must be positive, from 1e-12 to 1e12");
    shell->primitives++;
    return true;
}

/* A shell in which some contraction is zero cannot be normalised. */
static bool check_shell(struct reader *r, const struct basis_shell *shell)
{
    for (int s = 0; s < shell->segments; s++) {
        bool zero = true;

        for (int k = 0; k < shell->primitives; k++) {
            zero = zero && shell->coefficient[s][k] == 0;
            for (int j = 0; j < k; j++)
                if (shell->exponent[j] == shell->exponent[k])
                    return complain(r,
                                    "the exponent %g occurs twice in a shell",
                                    shell->exponent[k]);
        }
        if (zero)
            return complain(r, "all coefficients of a shell are zero");
    }
    return true;
}

static struct basis_shell new_shell(struct reader *r)
{
    struct basis_shell shell = {.line = r->line};
    size_t size = BASIS_MAX_PRIMITIVES * sizeof(double);

    shell.exponent = arena_alloc(r->arena, size);
    for (int i = 0; i < BASIS_MAX_SEGMENTS; i++)
        shell.coefficient[i] = arena_alloc(r->arena, size);
    return shell;
}

static bool keep_shell(struct reader *r, const struct basis_shell *shell)
{
    struct basis_element *e = &r->basis->element[r->z];

    if (!check_shell(r, shell))
        return false;
    ARENA_PUSH(r->arena, e->shell, e->shells, e->shell_cap, *shell);
    return true;
}

/* Gaussian-94: TYPE COUNT [SCALE], then COUNT rows. */
static bool read_gaussian_shell(struct reader *r)
{
    struct basis_shell shell = new_shell(r);
    double scale = 1;
    int count;

    if (!read_type(r, &r->word[0], &shell))
        return false;
    if (r->words < 2 || r->words > 3 || !word_count(r, &r->word[1], &count))
        return complain(r,
                        "a shell begins with its type and the number of its "
                        "primitives, from 1 to %d",
                        BASIS_MAX_PRIMITIVES);
    if (r->words == 3 && (!word_number(r, &r->word[2], &scale) || scale <= 0))
        return complain(r, "the scale factor must be positive");
    while (shell.primitives < count) {
        if (!next_line(r))
            return complain(r, "the file ends within a shell of %d primitives",
                            count);
        if (!read_row(r, &shell, scale))
            return false;
    }
    return keep_shell(r, &shell);
}

static bool begin_element(struct reader *r, const struct word *w)
{
    struct word name = *w;
    int z;

    if (name.length && *name.text == '-') {
        name.text++;
        name.length--;
    }
    z = element_number(name.text, name.length);
    if (!z)
        return complain(r, "'%s' is not an element", word_shown(r, w));
    if (r->seen[z] && (!r->nwchem || z != r->z))
        return complain(r, "element %s occurs twice", element_symbol(z));
    r->seen[z] = true;
    r->z = z;
    return true;
}

static bool read_form(struct reader *r, const struct word *w)
{
    bool pure = word_is(w, "spherical");

    if (pure || word_is(w, "cartesian")) {
        r->basis->pure = pure;
        return true;
    }
    return false;
}

static bool read_gaussian(struct reader *r)
{
    do {
        const struct word *w = &r->word[0];

        if (word_is(w, "****")) {
            r->z = 0;
        } else if (r->z) {
            if (!read_gaussian_shell(r))
                return false;
        } else if (r->words == 1 && read_form(r, w)) {
            continue;
        } else if (!begin_element(r, w)) {
            return false;
        }
    } while (next_line(r));
    return true;
}

/* NWChem: rows follow "ELEMENT TYPE" as long as they begin with a number. The
 * line that ends the shell is left in r->word; false in *more at the end. */
static bool read_nwchem_shell(struct reader *r, bool *more)
{
    struct basis_shell shell = new_shell(r);
    double number;

    if (r->words != 2)
        return complain(r, "expected an element and a type of shell");
    if (!begin_element(r, &r->word[0]) || !read_type(r, &r->word[1], &shell))
        return false;
    while ((*more = next_line(r)) && word_number(r, &r->word[0], &number))
        if (!read_row(r, &shell, 1))
            return false;
    if (shell.primitives == 0)
        return complain(r, "the shell in line %d has no primitives",
                        shell.line);
    return keep_shell(r, &shell);
}

static bool read_nwchem(struct reader *r)
{
    bool more;

    for (int i = 1; i < r->words; i++)
        read_form(r, &r->word[i]);
    more = next_line(r);
    while (more && !word_is(&r->word[0], "END"))
        if (!read_nwchem_shell(r, &more))
            return false;
    if (!more)
        return complain(r, "the file ends without the word END");
    return true;
}

struct basis *basis_parse(struct arena *arena, const char *file,
                          const char *text, struct faults *faults)
{
    struct reader r = {.arena = arena, .faults = faults, .next = text};
    bool good, any = false;

    r.basis = arena_alloc(arena, sizeof *r.basis);
    r.basis->file = arena_strdup(arena, file);
    if (!next_line(&r)) {
        complain(&r, "the file holds no basis set");
        return NULL;
    }
    r.nwchem = word_is(&r.word[0], "BASIS");
    good = r.nwchem ? read_nwchem(&r) : read_gaussian(&r);
    for (int z = 1; z <= BASIS_MAX_Z; z++)
        any = any || r.basis->element[z].shells;
    if (good && !any)
        good = complain(&r, "the file holds no shells");
    return good ? r.basis : NULL;
}
