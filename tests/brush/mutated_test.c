/* Basis sets in which one line was damaged, in all ways of a list: a file is
 * refused with a line, or the set has what an independent reader finds, which
 * takes all it sees and checks nothing. */
#include "brush/basis/basis.h"
#include "runtime/base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

enum { WORDS = 16, PRIMITIVES = 400, TEXT = 4096 };

static const char gaussian[] = "! a comment\n"
                               "spherical\n"
                               "\n"
                               "****\n"
                               "H 0\n"
                               "S 2 1.20\n"
                               "  0.5D+00  1.0 ! the last one but one\n"
                               "  0.2  0.5\n"
                               "****\n"
                               "C -O 0\n"
                               "SP 2 1.00 1.10\n"
                               " 3.0 0.1 0.2\n"
                               " 1.0 0.3 -4.0E-1\n"
                               "L=2 1 1.00\n"
                               " 0.8 1.0\n"
                               "****\n"
                               "Fe 0\n"
                               "S 1 1.00\n"
                               " 4.0 1.0\n"
                               "D 1 1.00\n"
                               " 1.2 1.0\n"
                               "****\n"
                               "\n"
                               "Fe 0\n"
                               "FE-ECP 1 10\n"
                               "p potential\n"
                               " 1\n"
                               "2 1.0 0.0\n"
                               "s-p potential\n"
                               " 2\n"
                               "2 2.0 3.0\n"
                               "1 2.5 3.0\n";

static const char nwchem[] = "# a comment\n"
                             "BASIS \"ao basis\" SPHERICAL PRINT\n"
                             "#BASIS SET: (2s) -> [2s]\n"
                             "H    S\n"
                             "      2.0    1.0  0.0\n"
                             "      0.5    0.25 1.0\n"
                             "hydrogen P\n"
                             "      1.5    1.0\n"
                             "c    SP\n"
                             "      3.0    0.1  0.2\n"
                             "Fe   D\n"
                             "      1.25   1.0\n"
                             "END\n"
                             "\n"
                             "ECP\n"
                             "Fe nelec 10\n"
                             "Fe ul\n"
                             "2 1.0 0.0\n"
                             "END\n";

/* An input whose set is one of its blocks. */
static const char input[] = "start water\n"
                            "geometry\n"
                            " O 0 0 0\n"
                            "end\n"
                            "basis cartesian\n"
                            "O S\n"
                            " 2.5 0.5\n"
                            " 0.5 0.5\n"
                            "O D\n"
                            " 0.7 1\n"
                            "end\n"
                            "task scf\n";

/* The independent reader -------------------------------------------------- */

/* A primitive of a contraction. */
struct primitive {
    int z, l;
    double exponent, coefficient;
};

struct found {
    int count;
    struct primitive primitive[PRIMITIVES];
};

struct lines {
    char word[WORDS][64];
    int words;
    int z[WORDS], zs; /* the elements at hand */
    char type[64];    /* of the shell at hand */
    double scale[WORDS];
    bool core, inside; /* a potential; in a block */
};

static void split(struct lines *s, const char *line, size_t length)
{
    char copy[TEXT], *rest = copy;

    memcpy(copy, line, length);
    copy[length] = '\0';
    copy[strcspn(copy, "!#")] = '\0';
    s->words = 0;
    for (char *w; (w = strtok_r(rest, " \t\r\f\v", &rest)) && s->words < WORDS;)
        snprintf(s->word[s->words++], sizeof s->word[0], "%.63s", w);
}

static bool number(const char *word, double *value)
{
    char copy[64], *end;

    snprintf(copy, sizeof copy, "%s", word);
    for (char *c = copy; *c; c++)
        *c = *c == 'D' || *c == 'd' ? 'e' : *c;
    *value = strtod(copy, &end);
    return !*end && end != copy && strspn(copy, "0123456789+-.eE") > 0;
}

static int element(const char *word)
{
    if (strcasecmp(word, "hydrogen") == 0)
        return 1;
    word += *word == '-';
    return element_number(word, strlen(word));
}

/* Whether all columns are of one l. */
static bool is_single(const struct lines *s)
{
    return strchr(s->type, '=') ||
           (strlen(s->type) == 1 && strcasecmp(s->type, "L") != 0);
}

/* The l of column k. */
static int momentum(const struct lines *s, int k)
{
    const char *all = "SPDF";

    if (strncasecmp(s->type, "L=", 2) == 0)
        return s->type[2] - '0';
    if (strcasecmp(s->type, "L") == 0)
        return k;
    for (int l = 0; l < 4; l++)
        if ((s->type[is_single(s) ? 0 : k] & ~0x20) == all[l])
            return l;
    return -1;
}

/* Adds a primitive, or its coefficient to that of one that is there. */
static void add(struct found *f, int first, struct primitive p)
{
    for (int i = first; i < f->count; i++) {
        struct primitive *q = &f->primitive[i];

        if (q->z == p.z && q->l == p.l && q->exponent == p.exponent) {
            q->coefficient += p.coefficient;
            return;
        }
    }
    assert_true(f->count < PRIMITIVES);
    f->primitive[f->count++] = p;
}

/* A row: columns of one l are contractions of their own, in which an exponent
 * may occur again. */
static void take_row(const struct lines *s, struct found *f, int shell)
{
    for (int i = 0; i < s->zs; i++)
        for (int k = 1; k < s->words; k++) {
            struct primitive p = {s->z[i], momentum(s, k - 1), 0, 0};

            number(s->word[0], &p.exponent);
            number(s->word[k], &p.coefficient);
            p.exponent *= s->scale[k - 1] * s->scale[k - 1];
            p.l += 10 * (is_single(s) ? k - 1 : 0);
            add(f, shell, p);
        }
}

static void take_elements(struct lines *s)
{
    s->zs = 0;
    s->core = false;
    for (int i = 0; i < s->words; i++)
        if (element(s->word[i]))
            s->z[s->zs++] = element(s->word[i]);
}

static void begin_shell(struct lines *s, const char *type, bool scaled)
{
    double value;

    snprintf(s->type, sizeof s->type, "%.63s", type);
    for (int k = 0; k < WORDS; k++) {
        int at = s->words > 3 ? 2 + k : 2;

        s->scale[k] =
            scaled && at < s->words && number(s->word[at], &value) ? value : 1;
    }
}

/* A line of elements behind a potential, whose titles are in small letters. */
static bool is_header(const struct lines *s)
{
    return s->words > 1 && strcmp(s->word[s->words - 1], "0") == 0 &&
           *s->word[0] < 'a' && element(s->word[0]);
}

static void take_gaussian(struct lines *s, struct found *f, int *shell)
{
    double value;

    if (strcmp(s->word[0], "****") == 0) {
        s->zs = 0;
        s->core = false;
    } else if (number(s->word[0], &value)) {
        if (!s->core)
            take_row(s, f, *shell);
    } else if (s->zs == 0 || (s->core && is_header(s))) {
        take_elements(s);
    } else {
        s->core = s->core || strchr(s->word[0], '-');
        begin_shell(s, s->word[0], true);
        *shell = f->count;
    }
}

static void take_nwchem(struct lines *s, struct found *f, int *shell)
{
    double value;

    if (strcasecmp(s->word[0], "BASIS") == 0) {
        s->inside = true;
    } else if (strcasecmp(s->word[0], "END") == 0) {
        s->inside = false;
    } else if (s->inside && number(s->word[0], &value)) {
        take_row(s, f, *shell);
    } else if (s->inside) {
        s->words = 2;
        take_elements(s);
        s->zs = 1;
        begin_shell(s, s->word[1], false);
        *shell = f->count;
    }
}

static void find(const char *text, bool blocks, struct found *f)
{
    struct lines s = {.words = 0};
    int shell = 0;

    f->count = 0;
    while (*text) {
        const size_t length = strcspn(text, "\n");

        split(&s, text, length);
        if (s.words && blocks)
            take_nwchem(&s, f, &shell);
        else if (s.words)
            take_gaussian(&s, f, &shell);
        text += length + (text[length] == '\n');
    }
}

/* Comparison -------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const struct primitive *p = a, *q = b;

    if (p->z != q->z)
        return p->z - q->z;
    if (p->l != q->l)
        return p->l - q->l;
    if (p->exponent != q->exponent)
        return p->exponent < q->exponent ? -1 : 1;
    return (p->coefficient > q->coefficient) -
           (p->coefficient < q->coefficient);
}

/* What the set has, and of `f` what was asked for; sorted. */
static void flatten(const struct basis *b, struct found *set)
{
    set->count = 0;
    for (int z = 1; z <= BASIS_MAX_Z; z++)
        for (int i = 0; i < b->element[z].shells; i++) {
            const struct basis_shell *s = &b->element[z].shell[i];

            for (int c = 0; c < s->segments; c++)
                for (int k = 0; k < s->primitives; k++) {
                    assert_true(set->count < PRIMITIVES);
                    set->primitive[set->count++] = (struct primitive){
                        z, s->l[c], s->exponent[k], s->coefficient[c][k]};
                }
        }
}

static void select_wanted(struct found *f, const bool *wanted)
{
    int n = 0;

    for (int i = 0; i < f->count; i++) {
        struct primitive p = f->primitive[i];

        p.l %= 10;
        if (!wanted || wanted[p.z])
            f->primitive[n++] = p;
    }
    f->count = n;
}

static bool is_same(struct found *a, struct found *b)
{
    qsort(a->primitive, (size_t)a->count, sizeof *a->primitive, compare);
    qsort(b->primitive, (size_t)b->count, sizeof *b->primitive, compare);
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (compare(&a->primitive[i], &b->primitive[i]) != 0)
            return false;
    return true;
}

static int taken, refused;

static void check(const char *text, bool blocks, const bool *wanted)
{
    static struct found own, set;
    const struct basis_options options = {wanted, BASIS_FORM_OF_FILE};
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct basis *b = basis_parse(arena, "mutated", text, &options, &faults);

    assert_true(!b == (faults.errors > 0));
    if (b) {
        find(text, blocks, &own);
        select_wanted(&own, wanted);
        flatten(b, &set);
        if (!is_same(&own, &set))
            fail_msg("%d primitives, not %d, were read from\n%s", set.count,
                     own.count, text);
        taken++;
    } else {
        assert_true(*faults.first->message);
        refused++;
    }
    arena_free(arena);
}

/* Damage ------------------------------------------------------------------ */

struct damage {
    const char *text;
    bool blocks; /* NWChem's format */
    bool wanted[BASIS_MAX_Z + 1];
};

/* The text with `length` bytes at `at` replaced, with all elements and with
 * some of them. */
static void try(const struct damage *d, size_t at, size_t length,
                const char *by)
{
    char text[TEXT];

    snprintf(text, sizeof text, "%.*s%s%s", (int)at, d->text, by,
             d->text + at + length);
    check(text, d->blocks, NULL);
    check(text, d->blocks, d->wanted);
}

static const char *const instead[] = {
    "S",     "SP",    "p",     "D",      "G",         "SS",        "L=1",
    "L=4",   "L",     "H",     "C",      "Xe",        "Qq",        "****",
    "***",   "0",     "1",     "2",      "3",         "33",        "-1",
    "1.0",   "1.0D0", "0.5e1", "nan",    "1e99",      "END",       "BASIS",
    "ECP",   "!",     "0.8",   "I-ECP",  "spherical", "cartesian", "library",
    "\"x\"", "1,5",   "0x1p3", "1.0E+0", ""};
static const char *const between[] = {"****\n",
                                      "END\n",
                                      "BASIS\n",
                                      "ECP\n",
                                      "H 0\n",
                                      "H\n",
                                      "H S\n",
                                      "S 1 1.0\n",
                                      "S 1\n 2.0 1.0\n",
                                      "P 1 1.0 2.0\n",
                                      " 0.9 1.0\n",
                                      " 0.9 1.0 0.5\n",
                                      "spherical\n",
                                      "cartesian\n",
                                      "# comment\n",
                                      "\r\n",
                                      "0\n",
                                      "C N 0\nS 1\n 1.0 1.0\n****\n",
                                      "I 0\nI-ECP 0 28\ntitle\n1\n2 1 1\n"};

enum { INSTEAD = sizeof instead / sizeof *instead };
enum { BETWEEN = sizeof between / sizeof *between };

static void damage_words(const struct damage *d, size_t at, size_t length)
{
    for (size_t k = at; k < at + length;) {
        size_t word;

        k += strspn(d->text + k, " ");
        word = strcspn(d->text + k, " \n");
        if (k + word > at + length || !word)
            break;
        for (int i = 0; i < INSTEAD; i++) {
            char two[64];

            try(d, k, word, instead[i]);
            snprintf(two, sizeof two, "%s ", instead[i]);
            try(d, k, 0, two);
        }
        k += word;
    }
    for (int i = 0; i < INSTEAD; i++) {
        char last[64];

        snprintf(last, sizeof last, " %s", instead[i]);
        try(d, at + length, 0, last);
    }
}

static void damage_line(const struct damage *d, size_t at)
{
    const size_t length = strcspn(d->text + at, "\n");
    const size_t next = strcspn(d->text + at + length + 1, "\n");
    char line[128], lines[256];

    snprintf(line, sizeof line, "%.*s\n", (int)length, d->text + at);
    try(d, at, length + 1, "");         /* lost */
    try(d, at, 0, line);                /* twice */
    try(d, at + length, 1, " ");        /* joined with the next one */
    for (size_t k = 0; k < length; k++) /* cut, or in two */
        try(d, at + k, length - k, ""), try(d, at + k, 0, "\n");
    if (d->text[at + length + 1]) {
        snprintf(lines, sizeof lines, "%.*s\n%s", (int)next,
                 d->text + at + length + 1, line);
        try(d, at, length + next + 2, lines); /* exchanged */
    }
    for (int i = 0; i < BETWEEN; i++)
        try(d, at, 0, between[i]);
    damage_words(d, at, length);
}

static void damage_all(const char *text, bool blocks)
{
    struct damage d = {text, blocks, {false}};

    taken = refused = 0;
    d.wanted[1] = d.wanted[8] = true;
    check(text, blocks, NULL);
    assert_int_equal(taken, 1);
    for (size_t at = 0; text[at];) {
        damage_line(&d, at);
        at += strcspn(text + at, "\n");
        at += text[at] == '\n';
    }
    for (size_t at = 0; text[at]; at++) /* cut off */
        try(&d, at, strlen(text) - at, "");
    assert_true(taken > 100 && refused > 100);
    print_message("%d taken, %d refused\n", taken, refused);
}

static void test_gaussian(void **unused)
{
    (void)unused;
    damage_all(gaussian, false);
}

static void test_nwchem(void **unused)
{
    (void)unused;
    damage_all(nwchem, true);
}

static void test_input(void **unused)
{
    (void)unused;
    damage_all(input, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gaussian),
                                       cmocka_unit_test(test_nwchem),
                                       cmocka_unit_test(test_input)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
