/* Molecules: the elements' symbols, and XYZ format: the number of atoms, a line
 * of text, then a line for each atom: its symbol and three coordinates, and
 * behind a blank whatever may follow (charges, forces). */
#include "runtime/include/hedra_eri.h"

#include "runtime/base/base.h"
#include "runtime/host/host.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double ANGSTROM_PER_BOHR = 0.529177210903;

enum { MAX_ATOMS = 1000000, LINE = 4096, SHOWN = 32 };

struct reader {
    FILE *file;
    const char *path;
    int line;
    char text[LINE]; /* of the line, without its end */
    bool cut;        /* the line goes on */
    struct hedra_error *why;
};

static int refuse(struct reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int refuse(struct reader *r, const char *format, ...)
{
    char *text = r->why->text;
    const size_t size = sizeof r->why->text;
    int used = number_print(text, size, "%s:%d: error: ", r->path, r->line);
    va_list ap;

    va_start(ap, format);
    if (used >= 0 && (size_t)used < size)
        number_vprint(text + used, size - (size_t)used, format, ap);
    va_end(ap);
    r->why->status = HEDRA_ERROR_FILE;
    return 1;
}

/* Takes the next line, which may end as on Windows, or with the file. A mark of
 * the byte order may stand before the first. *there: is there one? */
static int take_line(struct reader *r, bool *there)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t length = 0;
    int c;

    r->line++;
    r->cut = false;
    while ((c = getc(r->file)) != EOF && c != '\n') {
        if (c == '\0')
            return refuse(r, "this is no text: it holds a zero byte");
        if (length < LINE - 1)
            r->text[length++] = (char)c;
        else
            r->cut = true;
        if (r->line == 1 && length == 3 && !memcmp(r->text, mark, length))
            length = 0;
    }
    *there = c != EOF || length > 0;
    if (c == EOF && ferror(r->file))
        return refuse(r, "cannot be read: %s", strerror(errno));
    length -= !r->cut && length > 0 && r->text[length - 1] == '\r';
    r->text[length] = '\0';
    return 0;
}

static int next_line(struct reader *r)
{
    bool there;

    if (take_line(r, &there))
        return 1;
    return there ? 0 : refuse(r, "the file ends too early");
}

static int next_short_line(struct reader *r)
{
    if (next_line(r))
        return 1;
    return r->cut ? refuse(r, "this line is too long") : 0;
}

static int read_count(struct reader *r, int *atoms)
{
    char *end;
    long count;

    if (next_short_line(r))
        return 1;
    count = strtol(r->text, &end, 10);
    if (end == r->text || end[strspn(end, " \t")] || count < 1 ||
        count > MAX_ATOMS)
        return refuse(r, "expected the number of atoms, from 1 to %d",
                      MAX_ATOMS);
    *atoms = (int)count;
    return next_line(r);
}

/* A coordinate at *at, behind blanks, and a blank or the line's end behind
 * it. */
static int read_coordinate(struct reader *r, const char **at, double *bohr)
{
    const char *word = *at + strspn(*at, " \t"), *end = word;
    int shown = (int)strcspn(word, " \t");
    double value = HUGE_VAL;
    bool number = number_parse(&end, NUMBER_FORTRAN, &value);

    if (!*word)
        return refuse(r, "expected three coordinates in angstrom");
    if (end == word || end != word + shown)
        return refuse(r, "'%.*s' is not a coordinate, a number in angstrom",
                      shown < SHOWN ? shown : SHOWN, word);
    *bohr = value / ANGSTROM_PER_BOHR;
    if (!number || fabs(*bohr) > 1e9)
        return refuse(r, "the coordinate '%.*s' is too large",
                      shown < SHOWN ? shown : SHOWN, word);
    *at = end;
    return 0;
}

static int read_atom(struct reader *r, int *z, double centre[3])
{
    const char *at = r->text + strspn(r->text, " \t");
    int length = (int)strcspn(at, " \t");

    if (!*at)
        return refuse(r, "expected an element and three coordinates");
    *z = element_number(at, (size_t)length);
    if (!*z)
        return refuse(r, "'%.*s' is not an element",
                      length < SHOWN ? length : SHOWN, at);
    at += length;
    for (int i = 0; i < 3; i++)
        if (read_coordinate(r, &at, &centre[i]))
            return 1;
    return 0;
}

/* What follows the atoms may be blank lines alone: an atom too many is not
 * left out, nor the second of several molecules. */
static int read_end(struct reader *r, int atoms)
{
    for (;;) {
        bool there;

        if (take_line(r, &there))
            return 1;
        if (!there)
            return 0;
        if (r->text[strspn(r->text, " \t\r")])
            return refuse(r,
                          "more follows the %d atom%s that line 1 tells of; a "
                          "file holds one molecule",
                          atoms, atoms == 1 ? "" : "s");
    }
}

static int read_molecule(struct reader *r, struct hedra_eri_molecule *m)
{
    if (read_count(r, &m->atoms))
        return 1;
    m->z = calloc((size_t)m->atoms, sizeof *m->z);
    m->centre = calloc((size_t)m->atoms, sizeof *m->centre);
    if (!m->z || !m->centre) {
        error_no_memory(r->why);
        return 1;
    }
    for (int i = 0; i < m->atoms; i++)
        if (next_short_line(r) || read_atom(r, &m->z[i], m->centre[i]))
            return 1;
    return read_end(r, m->atoms);
}

enum hedra_status hedra_eri_read_xyz(const char *path,
                                     struct hedra_eri_molecule *molecule,
                                     struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    struct reader r = {.path = path, .why = why ? why : &own};
    int failed;

    if (!path || !molecule)
        return error_argument(why, "the path or molecule is NULL");
    error_none(r.why);
    *molecule = (struct hedra_eri_molecule){0, NULL, NULL};
    r.file = fopen(path, "r");
    if (!r.file) {
        if (errno == ENOMEM)
            return error_no_memory(why);
        refuse(&r, "cannot be read: %s", strerror(errno));
        return HEDRA_ERROR_FILE;
    }
    failed = read_molecule(&r, molecule);
    fclose(r.file);
    if (failed)
        hedra_eri_free_molecule(molecule);
    return failed ? r.why->status : HEDRA_OK;
}

void hedra_eri_free_molecule(struct hedra_eri_molecule *molecule)
{
    CANCEL_OFF;
    if (!molecule)
        return;
    free(molecule->z);
    free(molecule->centre);
    *molecule = (struct hedra_eri_molecule){0, NULL, NULL};
}

int hedra_eri_element_number(const char *symbol, size_t length)
{
    return symbol ? element_number(symbol, length) : 0;
}

const char *hedra_eri_symbol(int z)
{
    return z >= 1 && z <= HEDRA_ERI_MAX_Z ? element_symbol(z) : NULL;
}
