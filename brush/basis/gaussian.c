/*
 * Gaussian's format of basis sets: a line of elements, which 0 ends, their
 * shells, and a line ****. A shell is TYPE COUNT [SCALE...] and COUNT rows.
 * Behind these may stand effective core potentials: a line of elements, NAME
 * MOST ELECTRONS, and for each l up to MOST a title, a number and as many rows.
 */
#include "brush/basis/local.h"

#include "runtime/base/base.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Elements ---------------------------------------------------------------- */

static bool add_element(struct basis_reader *r, const struct basis_word *w)
{
    struct basis_word name = *w;
    int z;

    if (name.length && *name.text == '-') {
        name.text++;
        name.length--;
    }
    z = basis_element(&name);
    if (!z)
        return basis_complain(r, "'%s' is not an element",
                              basis_word_shown(r, w));
    for (int i = 0; i < r->zs; i++)
        if (r->z[i] == z)
            return basis_complain(r, "element %s occurs twice in this line",
                                  element_symbol(z));
    r->z[r->zs++] = z;
    return true;
}

static bool begin_elements(struct basis_reader *r)
{
    const bool ends =
        r->words > 1 && basis_word_is(&r->word[r->words - 1], "0");

    r->block = r->line;
    r->shells = 0;
    for (int i = 0; i < r->words - ends; i++)
        if (!add_element(r, &r->word[i]))
            return false;
    return r->more ? basis_complain(r, "too many elements in a line") : true;
}

static bool end_elements(struct basis_reader *r)
{
    if (basis_is_judged(r) && !r->shells)
        return basis_complain(r, "the elements of line %d have no shells",
                              r->block);
    r->zs = 0;
    return true;
}

/* Shells ------------------------------------------------------------------ */

/* None, one for all functions, or one for each. */
static bool read_scales(struct basis_reader *r, struct basis_rows *rows)
{
    const int scales = r->words - 2;

    if (scales > 1 && scales != rows->columns)
        return basis_complain(r,
                              "behind the number of primitives stands one "
                              "scale factor, or one for each of the %d "
                              "functions",
                              rows->columns);
    for (int k = 0; k < rows->columns; k++) {
        rows->scale[k] = 1;
        if (scales > 0 &&
            (!basis_word_number(r, &r->word[scales > 1 ? 2 + k : 2],
                                &rows->scale[k]) ||
             rows->scale[k] <= 0))
            return basis_complain(r, "the scale factor must be positive");
    }
    return true;
}

static bool ends_within(struct basis_reader *r, int line, int count)
{
    return basis_complain(
        r,
        "the file ends within the shell of line %d, which has %d primitive%s",
        line, count, count == 1 ? "" : "s");
}

static bool is_row(struct basis_reader *r)
{
    double number;

    return basis_word_number(r, &r->word[0], &number);
}

/* A shell of elements that nobody asked for: nothing of it counts but where it
 * ends. */
static bool skip_shell(struct basis_reader *r)
{
    const int line = r->line;
    int count = 0;

    if (r->words < 2 || is_row(r) ||
        !basis_word_count(r, &r->word[1], 1, 1 << 20, &count))
        return basis_complain(r,
                              "'%s' begins no shell: its type and the number "
                              "of its primitives do, and **** ends the "
                              "elements of line %d",
                              basis_word_shown(r, &r->word[0]), r->block);
    for (int k = 0; k < count; k++) {
        if (!basis_next_line(r))
            return ends_within(r, line, count);
        if (!is_row(r))
            return basis_no_primitive(r, line, k + 1, count);
    }
    return true;
}

static bool read_shell(struct basis_reader *r)
{
    struct basis_rows rows = basis_rows_new(r);

    if (is_row(r))
        return basis_complain(r, r->shells
                                     ? "the shell before this row has as many "
                                       "primitives as it says: a shell begins "
                                       "with its type and their number"
                                     : "a row without a shell, which begins "
                                       "with its type and the number of its "
                                       "primitives");
    if (!basis_read_type(r, &r->word[0], &rows))
        return false;
    if (r->words < 2 || r->more ||
        !basis_word_count(r, &r->word[1], 1, BASIS_MAX_PRIMITIVES, &rows.count))
        return basis_complain(r,
                              "a shell begins with its type and the number of "
                              "its primitives, from 1 to %d (and before "
                              "another element stands a line ****)",
                              BASIS_MAX_PRIMITIVES);
    if (!read_scales(r, &rows))
        return false;
    while (rows.primitives < rows.count) {
        if (!basis_next_line(r))
            return ends_within(r, rows.line, rows.count);
        if (!basis_read_row(r, &rows))
            return false;
    }
    return basis_keep_shell(r, &rows);
}

/* Effective core potentials ----------------------------------------------- */

/* Whether the line is NAME MOST ELECTRONS. No name is a type of shell: all
 * begin with a letter and have a hyphen or a digit, as in I-ECP and ECP28MWB.
 */
static bool is_core(struct basis_reader *r, int *most, int *electrons)
{
    const struct basis_word *w = &r->word[0];
    bool is_name = false;

    for (size_t i = 0; i < w->length; i++)
        is_name =
            is_name || w->text[i] == '-' || isdigit((unsigned char)w->text[i]);
    return r->words == 3 && is_name && strncasecmp(w->text, "L=", 2) != 0 &&
           isalpha((unsigned char)*w->text) &&
           basis_word_count(r, &r->word[1], 0, 9, most) &&
           basis_word_count(r, &r->word[2], 0, BASIS_MAX_Z, electrons);
}

/* A title, a number and as many rows of a power, an exponent and a factor. */
static bool skip_potential(struct basis_reader *r, int line)
{
    int count = 0;
    bool good = basis_next_line(r) && !is_row(r) && basis_next_line(r) &&
                r->words == 1 &&
                basis_word_count(r, &r->word[0], 1, 999, &count);

    for (int k = 0; good && k < count; k++)
        good = basis_next_line(r) && r->words >= 3 && is_row(r);
    return good ? true
                : basis_complain(r,
                                 "the effective core potential of line %d has "
                                 "for each l a title, a number of rows, and "
                                 "rows of a power, an exponent and a factor",
                                 line);
}

static bool skip_core(struct basis_reader *r, int most, int electrons)
{
    const int line = r->line;

    for (int i = 0; i < r->zs; i++) {
        if (r->core_line[r->z[i]] && basis_asks_for(r, r->z[i]))
            return basis_complain(r,
                                  "element %s has two effective core "
                                  "potentials",
                                  element_symbol(r->z[i]));
        basis_set_core(r, r->z[i], electrons, line);
    }
    for (int l = 0; l <= most; l++)
        if (!skip_potential(r, line))
            return false;
    r->zs = 0;
    return true;
}

/* The whole --------------------------------------------------------------- */

/* A line of a block. */
static bool read_in_block(struct basis_reader *r)
{
    int most, electrons;

    if (!r->shells && is_core(r, &most, &electrons))
        return skip_core(r, most, electrons);
    if (!r->shells && !basis_check_new(r))
        return false;
    if (!(basis_is_judged(r) ? read_shell(r) : skip_shell(r)))
        return false;
    r->shells++;
    for (int i = 0; i < r->zs; i++)
        r->basis->there[r->z[i]] = true;
    return true;
}

/* A line "spherical" or "cartesian". */
static bool read_form(struct basis_reader *r, bool first)
{
    return first ? basis_set_form(r, basis_word_is(&r->word[0], "spherical")
                                         ? BASIS_SPHERICAL
                                         : BASIS_CARTESIAN)
                 : basis_complain(r, "'%s' stands before the first element",
                                  basis_word_shown(r, &r->word[0]));
}

static bool read_line(struct basis_reader *r, bool *first)
{
    const struct basis_word *w = &r->word[0];

    if (basis_word_is(w, "****"))
        return r->words == 1 ? end_elements(r)
                             : basis_complain(r, "**** stands alone in a line");
    if (r->zs)
        return read_in_block(r);
    if (r->words == 1 &&
        (basis_word_is(w, "spherical") || basis_word_is(w, "cartesian")))
        return read_form(r, *first);
    *first = false;
    return begin_elements(r);
}

bool basis_read_gaussian(struct basis_reader *r)
{
    const size_t length = strlen(r->text);
    bool first = true;

    do {
        if (!read_line(r, &first))
            return false;
    } while (basis_next_line(r));
    if (r->zs && r->text[length - 1] != '\n')
        basis_warn(r, r->line,
                   "the file ends without **** and within a line: it may have "
                   "been cut off");
    return end_elements(r);
}
