/* Basis sets: lines and words, and what both formats have in common. */
#include "brush/basis/local.h"

#include "runtime/base/base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What published sets have, and more; f32 holds less (brush/library/library.c).
 */
static const double least_exponent = 1e-12, most_exponent = 1e16;
static const char exponents[] = "from 1e-12 to 1e16";

static const char letters[] = "SPDFGHIKLMNOQRTUV"; /* by l */

/* Faults ------------------------------------------------------------------ */

static void add_fault(struct basis_reader *r, enum fault_kind kind, int line,
                      const char *format, va_list ap)
{
    struct loc loc = {r->basis->file, line, 0, 0};

    fault_add(r->faults, kind, loc, "%s", arena_vprintf(r->arena, format, ap));
}

bool basis_complain(struct basis_reader *r, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_fault(r, FAULT_BASIS, r->line, format, ap);
    va_end(ap);
    return false;
}

bool basis_complain_at(struct basis_reader *r, int line, const char *format,
                       ...)
{
    va_list ap;

    va_start(ap, format);
    add_fault(r, FAULT_BASIS, line, format, ap);
    va_end(ap);
    return false;
}

void basis_warn(struct basis_reader *r, int line, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_fault(r, FAULT_BASIS_WARNING, line, format, ap);
    va_end(ap);
}

/* Lines and words --------------------------------------------------------- */

static bool is_comment(char c)
{
    return c == '!' || c == '#';
}

/* Where the word at `p` ends; one in quotes, behind the closing quote. */
static const char *word_end(const char *p)
{
    const char *close = *p == '"' ? p + 1 + strcspn(p + 1, "\"\n") : p;

    if (close > p && *close == '"')
        return close + 1;
    while (*p && !isspace((unsigned char)*p) && !is_comment(*p))
        p++;
    return p;
}

/* Splits the line at `p`; returns where it ends. */
static const char *split_line(struct basis_reader *r, const char *p)
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
        p = word_end(p);
        if (r->words == BASIS_MAX_WORDS)
            r->more = true;
        else
            r->word[r->words++] =
                (struct basis_word){begin, (size_t)(p - begin)};
    }
    return p + strcspn(p, "\n");
}

bool basis_next_line(struct basis_reader *r)
{
    while (*r->next) {
        r->line++;
        r->next = split_line(r, r->next);
        if (*r->next == '\n')
            r->next++;
        if (r->words)
            return true;
    }
    r->words = 0;
    return false;
}

bool basis_word_is(const struct basis_word *w, const char *text)
{
    return strlen(text) == w->length &&
           strncasecmp(w->text, text, w->length) == 0;
}

static char *word_text(struct basis_reader *r, const struct basis_word *w)
{
    return arena_strndup(r->arena, w->text, w->length);
}

char *basis_word_shown(struct basis_reader *r, const struct basis_word *w)
{
    const int most = 40;

    return w->length <= (size_t)most
               ? word_text(r, w)
               : arena_printf(r->arena, "%.*s...", most, w->text);
}

/* A number as Fortran writes it, with D or E. */
bool basis_word_number(struct basis_reader *r, const struct basis_word *w,
                       double *value)
{
    const char *text = word_text(r, w);

    return w->length <= 64 && number_parse(&text, NUMBER_FORTRAN, value) &&
           !*text;
}

bool basis_word_count(struct basis_reader *r, const struct basis_word *w,
                      int low, int high, int *count)
{
    char *text = word_text(r, w), *end;
    long value = strtol(text, &end, 10);

    *count = (int)value;
    return end != text && !*end && value >= low && value <= high;
}

/* Elements ---------------------------------------------------------------- */

int basis_element(const struct basis_word *w)
{
    int z = element_number(w->text, w->length);

    return z ? z : basis_element_named(w->text, w->length);
}

bool basis_is_shell(const struct basis_reader *r)
{
    const struct basis_word *type = &r->word[1];
    bool good = r->words == 2 && basis_element(&r->word[0]) > 0;

    for (size_t i = 0; good && i < type->length; i++)
        good = strchr(letters, toupper((unsigned char)type->text[i])) != NULL;
    return good;
}

bool basis_asks_for(const struct basis_reader *r, int z)
{
    return !r->options->wanted || r->options->wanted[z];
}

bool basis_is_judged(const struct basis_reader *r)
{
    for (int i = 0; i < r->zs; i++)
        if (basis_asks_for(r, r->z[i]))
            return true;
    return false;
}

bool basis_check_new(struct basis_reader *r)
{
    for (int i = 0; i < r->zs; i++)
        if (r->basis->there[r->z[i]] && basis_asks_for(r, r->z[i]))
            return basis_complain_at(r, r->block, "element %s occurs twice",
                                     element_symbol(r->z[i]));
    return true;
}

void basis_set_core(struct basis_reader *r, int z, int electrons, int line)
{
    r->basis->core[z] = electrons;
    r->core_line[z] = line;
}

/* Shells ------------------------------------------------------------------ */

struct basis_rows basis_rows_new(const struct basis_reader *r)
{
    return (struct basis_rows){.line = r->line};
}

static bool unknown_type(struct basis_reader *r, const struct basis_word *w)
{
    const char *known = "S, P, D, F, SP and SPD are known";
    const char *at = strchr(letters, toupper((unsigned char)*w->text));

    if (w->length == 1 && at && at - letters > BASIS_MAX_L)
        return basis_complain(r, "there are no kernels for %c shells: %s",
                              *w->text, known);
    if (basis_element(w) && r->words > 1 &&
        basis_word_is(&r->word[r->words - 1], "0"))
        return basis_complain(r,
                              "'%s' is no type of shell: %s; before another "
                              "element stands a line ****",
                              basis_word_shown(r, w), known);
    return basis_complain(r, "'%s' is no type of shell: %s",
                          basis_word_shown(r, w), known);
}

/* L=0, L=1 and so on. */
static bool read_momentum(struct basis_reader *r, const struct basis_word *w,
                          struct basis_rows *rows)
{
    const struct basis_word digits = {w->text + 2, w->length - 2};
    int l;

    if (!basis_word_count(r, &digits, 0, 99, &l))
        return unknown_type(r, w);
    if (l > BASIS_MAX_L)
        return basis_complain(r,
                              "there are no kernels for shells of L=%d: up "
                              "to L=%d are known",
                              l, BASIS_MAX_L);
    rows->l[rows->columns++] = l;
    return true;
}

/* The letters ascend, as those of SP do; L stands for SP. */
bool basis_read_type(struct basis_reader *r, const struct basis_word *w,
                     struct basis_rows *rows)
{
    int last = -1;

    if (basis_word_is(w, "L"))
        return basis_read_type(r, &(struct basis_word){"SP", 2}, rows);
    if (w->length > 2 && strncasecmp(w->text, "L=", 2) == 0)
        return read_momentum(r, w, rows);
    for (size_t i = 0; i < w->length; i++) {
        const char *at = strchr(letters, toupper((unsigned char)w->text[i]));
        int l = at ? (int)(at - letters) : -1;

        if (l <= last || l > BASIS_MAX_L)
            return unknown_type(r, w);
        rows->l[rows->columns++] = last = l;
    }
    return true;
}

bool basis_no_primitive(struct basis_reader *r, int line, int number, int count)
{
    return basis_complain(r,
                          "'%s' is not a number, and primitive %d of %d of the "
                          "shell in line %d is due",
                          basis_word_shown(r, &r->word[0]), number, count,
                          line);
}

/* What is wrong with a line where a row is due, which may be the shell's end
 * come too soon. */
static bool no_row(struct basis_reader *r, const struct basis_rows *rows)
{
    double number;

    if (rows->count && !basis_word_number(r, &r->word[0], &number))
        return basis_no_primitive(r, rows->line, rows->primitives + 1,
                                  rows->count);
    return basis_complain(r, "this row needs an exponent and %d coefficient%s",
                          rows->columns, rows->columns == 1 ? "" : "s");
}

static bool is_exponent(const struct basis_rows *rows, double exponent)
{
    for (int k = 0; k < rows->columns; k++) {
        double scaled = exponent * (rows->scale[k] * rows->scale[k]);

        if (!(scaled >= least_exponent && scaled <= most_exponent))
            return false;
    }
    return true;
}

bool basis_read_row(struct basis_reader *r, struct basis_rows *rows)
{
    int n = rows->primitives;

    if (r->more || r->words != rows->columns + 1)
        return no_row(r, rows);
    if (n == BASIS_MAX_PRIMITIVES)
        return basis_complain(r, "a shell may have %d primitives at most",
                              BASIS_MAX_PRIMITIVES);
    for (int i = 0; i < r->words; i++) {
        double *to = i ? &rows->coefficient[i - 1][n] : &rows->exponent[n];

        if (!basis_word_number(r, &r->word[i], to))
            return i ? basis_complain(r, "'%s' is not a number",
                                      basis_word_shown(r, &r->word[i]))
                     : no_row(r, rows);
    }
    if (!is_exponent(rows, rows->exponent[n]))
        return basis_complain(r, "an exponent must be positive, %s", exponents);
    rows->primitives++;
    return true;
}

/* Primitives with one exponent become one, whose coefficients are the sums. */
static void join_primitives(struct basis_reader *r, struct basis_rows *rows)
{
    int n = 0;

    for (int k = 0; k < rows->primitives; k++) {
        int j = 0;

        while (j < n && rows->exponent[j] != rows->exponent[k])
            j++;
        if (j < n)
            basis_warn(r, rows->line,
                       "the exponent %g occurs twice in this shell: the "
                       "coefficients are added",
                       rows->exponent[k]);
        rows->exponent[j] = rows->exponent[k];
        for (int c = 0; c < rows->columns; c++)
            rows->coefficient[c][j] =
                rows->coefficient[c][k] + (j < n ? rows->coefficient[c][j] : 0);
        n += j == n;
    }
    rows->primitives = n;
}

/* A contraction that is zero cannot be normalised. */
static bool check_columns(struct basis_reader *r, const struct basis_rows *rows)
{
    for (int c = 0; c < rows->columns; c++) {
        bool zero = true;

        for (int k = 0; k < rows->primitives; k++)
            zero = zero && rows->coefficient[c][k] == 0;
        if (zero)
            return basis_complain(r,
                                  "all coefficients of contraction %d of the "
                                  "shell in line %d are zero",
                                  c + 1, rows->line);
    }
    return true;
}

/* The columns from `first` on that one shell can hold. */
static struct basis_shell take_columns(struct basis_reader *r,
                                       const struct basis_rows *rows, int first)
{
    const double scale = rows->scale[first];
    const size_t n = (size_t)rows->primitives;
    struct basis_shell shell = {.primitives = rows->primitives,
                                .line = rows->line};

    shell.exponent = arena_alloc(r->arena, n * sizeof(double));
    for (size_t k = 0; k < n; k++)
        shell.exponent[k] = rows->exponent[k] * (scale * scale);
    for (int c = first; c < rows->columns && rows->scale[c] == scale &&
                        shell.segments < BASIS_MAX_SEGMENTS;
         c++) {
        double *coefficient = arena_alloc(r->arena, n * sizeof(double));

        memcpy(coefficient, rows->coefficient[c], n * sizeof(double));
        shell.l[shell.segments] = rows->l[c];
        shell.coefficient[shell.segments++] = coefficient;
    }
    return shell;
}

bool basis_keep_shell(struct basis_reader *r, struct basis_rows *rows)
{
    join_primitives(r, rows);
    if (!check_columns(r, rows))
        return false;
    for (int first = 0; first < rows->columns;) {
        struct basis_shell shell = take_columns(r, rows, first);

        for (int i = 0; i < r->zs; i++) {
            struct basis_element *e = &r->basis->element[r->z[i]];

            if (basis_asks_for(r, r->z[i]))
                ARENA_PUSH(r->arena, e->shell, e->shells, e->shell_cap, shell);
        }
        first += shell.segments;
    }
    return true;
}

/* The whole --------------------------------------------------------------- */

bool basis_set_form(struct basis_reader *r, enum basis_form form)
{
    if (r->form && r->form != form)
        return basis_complain(r, "the file says spherical and cartesian: a set "
                                 "has one form");
    r->form = form;
    return true;
}

/* The first shell for which the form makes a difference, NULL if none. */
static const struct basis_shell *first_high(const struct basis *b)
{
    const struct basis_shell *first = NULL;

    for (int z = 1; z <= BASIS_MAX_Z; z++)
        for (int i = 0; i < b->element[z].shells; i++) {
            const struct basis_shell *s = &b->element[z].shell[i];

            for (int k = 0; k < s->segments; k++)
                if (s->l[k] >= 2 && (!first || s->line < first->line))
                    first = s;
        }
    return first;
}

static void settle_form(struct basis_reader *r)
{
    const struct basis_shell *high = first_high(r->basis);
    const enum basis_form asked = r->options->form;
    const enum basis_form form = asked ? asked : r->form;

    r->basis->pure = form == BASIS_SPHERICAL;
    if (high && !form)
        basis_warn(r, high->line,
                   "the file does not say whether its functions are spherical "
                   "or Cartesian, and Cartesian ones are made: --spherical or "
                   "--cartesian says it, or a line 'spherical' or 'cartesian' "
                   "before the first element (in NWChem's format the word "
                   "behind BASIS)");
    else if (high && asked && r->form && asked != r->form)
        basis_warn(r, high->line,
                   "the file says that its functions are %s, and %s ones are "
                   "made, as asked for",
                   r->form == BASIS_SPHERICAL ? "spherical" : "Cartesian",
                   asked == BASIS_SPHERICAL ? "spherical" : "Cartesian");
}

static void warn_of_cores(struct basis_reader *r)
{
    for (int z = 1; z <= BASIS_MAX_Z; z++) {
        const int electrons = r->basis->core[z];

        if (r->core_line[z] && basis_asks_for(r, z))
            basis_warn(r, r->core_line[z],
                       "the effective core potential of %s, which replaces %s "
                       "electrons, is not in the set: add it yourself",
                       element_symbol(z),
                       electrons >= 0 ? arena_printf(r->arena, "%d", electrons)
                                      : "an unknown number of");
    }
}

struct basis *basis_parse(struct arena *arena, const char *file,
                          const char *text, const struct basis_options *options,
                          struct faults *faults)
{
    static const struct basis_options all = {NULL, BASIS_FORM_OF_FILE};
    struct basis_reader r = {.arena = arena,
                             .faults = faults,
                             .options = options ? options : &all,
                             .text = text,
                             .next = text};
    bool good, nwchem = false, any = false;

    r.basis = arena_alloc(arena, sizeof *r.basis);
    r.basis->file = arena_strdup(arena, file);
    while (!nwchem && basis_next_line(&r))
        nwchem = basis_word_is(&r.word[0], "BASIS");
    r.next = text;
    r.line = 0;
    if (!basis_next_line(&r)) {
        basis_complain(&r, "the file holds no basis set");
        return NULL;
    }
    good = nwchem ? basis_read_nwchem(&r) : basis_read_gaussian(&r);
    for (int z = 1; z <= BASIS_MAX_Z; z++)
        any = any || r.basis->there[z];
    if (good && !any)
        good = basis_complain(&r, "the file holds no shells");
    if (good) {
        settle_form(&r);
        warn_of_cores(&r);
    }
    return good ? r.basis : NULL;
}
