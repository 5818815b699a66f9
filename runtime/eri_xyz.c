/* Molecules: the elements' symbols, and XYZ format: the number of atoms, a line
 * of text, then a line for each atom: its symbol and three coordinates, and
 * whatever may follow. */
#include "runtime/eri.h"

#include "runtime/cancel.h"
#include "runtime/element.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double ANGSTROM_PER_BOHR = 0.529177210903;

enum { MAX_ATOMS = 1000000, LINE = 1024 };

struct reader {
    FILE *file;
    const char *path;
    int line;
    char text[LINE];
    char *why;
    size_t size;
};

static int refuse(struct reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int refuse(struct reader *r, const char *format, ...)
{
    int used = snprintf(r->why, r->size, "%s:%d: error: ", r->path, r->line);
    va_list ap;

    va_start(ap, format);
    if (used >= 0 && (size_t)used < r->size)
        vsnprintf(r->why + used, r->size - (size_t)used, format, ap);
    va_end(ap);
    return 1;
}

static int next_line(struct reader *r)
{
    r->line++;
    if (!fgets(r->text, sizeof r->text, r->file))
        return refuse(r, "the file ends too early");
    if (!strchr(r->text, '\n') && strlen(r->text) + 1 == sizeof r->text)
        return refuse(r, "this line is too long");
    return 0;
}

static int read_count(struct reader *r, int *atoms)
{
    char *end;
    long count;

    if (next_line(r))
        return 1;
    count = strtol(r->text, &end, 10);
    if (end == r->text || end[strspn(end, " \t\r\n")] || count < 1 ||
        count > MAX_ATOMS)
        return refuse(r, "expected the number of atoms, from 1 to %d",
                      MAX_ATOMS);
    *atoms = (int)count;
    return next_line(r);
}

static int read_atom(struct reader *r, int *z, double centre[3])
{
    char *at = r->text + strspn(r->text, " \t");
    size_t length = strcspn(at, " \t\r\n");

    *z = element_number(at, length);
    if (!*z)
        return refuse(r, "'%.*s' is not an element", (int)(length % 32), at);
    at += length;
    for (int i = 0; i < 3; i++) {
        char *end;

        centre[i] = strtod(at, &end) / ANGSTROM_PER_BOHR;
        if (end == at || !isfinite(centre[i]) || fabs(centre[i]) > 1e9)
            return refuse(r, "expected three coordinates in angstrom");
        at = end;
    }
    return 0;
}

static int read_molecule(struct reader *r, struct hedra_eri_molecule *m)
{
    if (read_count(r, &m->atoms))
        return 1;
    m->z = calloc((size_t)m->atoms, sizeof *m->z);
    m->centre = calloc((size_t)m->atoms, sizeof *m->centre);
    if (!m->z || !m->centre)
        return refuse(r, "memory is short");
    for (int i = 0; i < m->atoms; i++)
        if (next_line(r) || read_atom(r, &m->z[i], m->centre[i]))
            return 1;
    return 0;
}

int hedra_eri_read_xyz(const char *path, struct hedra_eri_molecule *molecule,
                       char *why, size_t size)
{
    CANCEL_OFF;
    struct reader r = {
        .file = fopen(path, "r"), .path = path, .why = why, .size = size};
    int failed;

    *molecule = (struct hedra_eri_molecule){0, NULL, NULL};
    if (!r.file)
        return refuse(&r, "cannot be read");
    failed = read_molecule(&r, molecule);
    fclose(r.file);
    if (failed)
        hedra_eri_free_molecule(molecule);
    return failed;
}

void hedra_eri_free_molecule(struct hedra_eri_molecule *molecule)
{
    CANCEL_OFF;
    free(molecule->z);
    free(molecule->centre);
    *molecule = (struct hedra_eri_molecule){0, NULL, NULL};
}

int hedra_eri_element_number(const char *symbol, size_t length)
{
    return element_number(symbol, length);
}

const char *hedra_eri_symbol(int z)
{
    return element_symbol(z);
}
