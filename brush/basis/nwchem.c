/*
 * NWChem's format of basis sets: BASIS ["NAME"] [WORDS], shells, END. A shell
 * is ELEMENT TYPE and rows, whose first one tells how many contractions there
 * are. Effective core potentials stand in a block ECP … END. All of it may be
 * part of an input with other directives, which are left alone.
 */
#include "brush/basis/local.h"

#include "runtime/base/base.h"

#include <string.h>
#include <strings.h>

/* Blocks ------------------------------------------------------------------ */

static bool is_string(const struct basis_word *w)
{
    return *w->text == '"';
}

/* Whether the block that begins in this line is the one that NWChem uses for
 * orbitals. */
static bool is_orbital(const struct basis_reader *r)
{
    for (int i = 1; i < r->words; i++)
        if (is_string(&r->word[i]))
            return basis_word_is(&r->word[i], "\"ao basis\"");
    return true;
}

/* The line of the block to be read: the only one, or the only one without a
 * name or with the name "ao basis"; 0 with a fault. */
static int find_block(struct basis_reader *r)
{
    struct basis_reader scan = *r;
    int blocks = 0, orbital = 0, last = 0, chosen = 0;

    do {
        if (!basis_word_is(&scan.word[0], "BASIS"))
            continue;
        blocks++;
        last = scan.line;
        if (is_orbital(&scan)) {
            orbital++;
            chosen = scan.line;
        }
    } while (basis_next_line(&scan));
    if (blocks == 1)
        return last;
    if (orbital != 1)
        basis_complain_at(r, last,
                          "of the file's %d blocks BASIS exactly one is to "
                          "have no name or the name \"ao basis\"",
                          blocks);
    return orbital == 1 ? chosen : 0;
}

static bool read_words(struct basis_reader *r)
{
    static const char *const other[] = {"print", "noprint", "segment",
                                        "nosegment", "bse"};

    for (int i = 1; i < r->words; i++) {
        const struct basis_word *w = &r->word[i];
        bool known = i == 1 && is_string(w);

        for (size_t k = 0; k < sizeof other / sizeof *other; k++)
            known = known || basis_word_is(w, other[k]);
        if (basis_word_is(w, "spherical") || basis_word_is(w, "cartesian")) {
            if (!basis_set_form(r, basis_word_is(w, "spherical")
                                       ? BASIS_SPHERICAL
                                       : BASIS_CARTESIAN))
                return false;
        } else if (!known) {
            return basis_complain(r,
                                  "'%s' is no word of BASIS that is known: a "
                                  "name stands in quotes, then SPHERICAL or "
                                  "CARTESIAN",
                                  basis_word_shown(r, w));
        }
    }
    return true;
}

static bool is_end(const struct basis_reader *r)
{
    return basis_word_is(&r->word[0], "END");
}

/* The line END of the block that began in `line`. */
static bool take_end(struct basis_reader *r, int line)
{
    if (r->words == 0)
        return basis_complain(r,
                              "the file ends without the word END of the block "
                              "in line %d",
                              line);
    return r->words == 1 ? true
                         : basis_complain(r, "END stands alone in a line");
}

static bool skip_block(struct basis_reader *r)
{
    const int line = r->line;

    while (basis_next_line(r) && !is_end(r))
        continue;
    return take_end(r, line);
}

/* Shells ------------------------------------------------------------------ */

static bool begin_shell(struct basis_reader *r)
{
    int z = basis_element(&r->word[0]);

    for (int i = 0; i < r->words; i++)
        if (basis_word_is(&r->word[i], "library"))
            return basis_complain(r, "sets of a library are not read: write "
                                     "their shells here");
    if (!z)
        return basis_complain(r, "'%s' is not an element",
                              basis_word_shown(r, &r->word[0]));
    if (r->words != 2)
        return basis_complain(r, "expected an element and a type of shell, and "
                                 "nothing else");
    if (r->zs && r->z[0] == z)
        return true;
    r->z[0] = z;
    r->zs = 1;
    r->block = r->line;
    return basis_check_new(r);
}

/* The first row: as many columns as it has coefficients, if the type is that of
 * one function. */
static bool count_columns(struct basis_reader *r, struct basis_rows *rows)
{
    if (rows->columns == 1 && r->words - 1 > BASIS_MAX_COLUMNS)
        return basis_complain(r, "a shell may have %d contractions at most",
                              BASIS_MAX_COLUMNS);
    if (rows->columns == 1)
        while (rows->columns < r->words - 1)
            rows->l[rows->columns++] = rows->l[0];
    for (int c = 0; c < rows->columns; c++)
        rows->scale[c] = 1;
    return true;
}

/* Rows follow as long as lines begin with a number. The line that ends the
 * shell is left in r->word; *more is false at the end of the file. */
static bool read_shell(struct basis_reader *r, bool *more)
{
    struct basis_rows rows = basis_rows_new(r);
    double number;
    int count = 0;

    if (!begin_shell(r))
        return false;
    const bool judged = basis_is_judged(r);
    if (judged && !basis_read_type(r, &r->word[1], &rows))
        return false;
    for (; (*more = basis_next_line(r)) &&
           basis_word_number(r, &r->word[0], &number);
         count++)
        if (judged && ((count == 0 && !count_columns(r, &rows)) ||
                       !basis_read_row(r, &rows)))
            return false;
    if (!count)
        return basis_complain(r, "the shell in line %d has no primitives",
                              rows.line);
    r->basis->there[r->z[0]] = true;
    return judged ? basis_keep_shell(r, &rows) : true;
}

static bool read_basis(struct basis_reader *r)
{
    const int line = r->line;
    bool more;

    if (!read_words(r))
        return false;
    more = basis_next_line(r);
    while (more && !is_end(r))
        if (!read_shell(r, &more))
            return false;
    return take_end(r, line);
}

/* Effective core potentials ----------------------------------------------- */

/* ELEMENT nelec COUNT; of other lines the element, if there is one. */
static bool note_core(struct basis_reader *r)
{
    const int z = basis_element(&r->word[0]);
    int electrons;

    if (!z)
        return true;
    if (r->words == 3 && basis_word_is(&r->word[1], "nelec")) {
        if (!basis_word_count(r, &r->word[2], 0, BASIS_MAX_Z, &electrons))
            return basis_complain(r, "'%s' is no number of electrons",
                                  basis_word_shown(r, &r->word[2]));
        basis_set_core(r, z, electrons, r->line);
    } else if (!r->core_line[z]) {
        basis_set_core(r, z, -1, r->line);
    }
    return true;
}

static bool skip_cores(struct basis_reader *r)
{
    const int line = r->line;

    while (basis_next_line(r) && !is_end(r))
        if (!note_core(r))
            return false;
    return take_end(r, line);
}

/* The whole --------------------------------------------------------------- */

/* What stands between the blocks: other directives, if the file is an input for
 * NWChem, but nothing that looks like a part of a basis set. */
static bool check_between(struct basis_reader *r, bool input, bool after)
{
    double number;

    if (basis_is_shell(r) ||
        (after && basis_word_number(r, &r->word[0], &number)))
        return basis_complain(r,
                              "a shell outside of BASIS and END: is there an "
                              "END too many?");
    return input ? true
                 : basis_complain(r,
                                  "'%s' is none of BASIS and ECP, which may "
                                  "follow an END",
                                  basis_word_shown(r, &r->word[0]));
}

bool basis_read_nwchem(struct basis_reader *r)
{
    const bool input = !basis_word_is(&r->word[0], "BASIS") &&
                       !basis_word_is(&r->word[0], "ECP");
    const int chosen = find_block(r);
    bool after = false, good = chosen > 0;

    do {
        const struct basis_word *w = &r->word[0];
        bool block = true;

        if (!good)
            return false;
        if (basis_word_is(w, "BASIS") && r->line == chosen) {
            good = read_basis(r);
        } else if (basis_word_is(w, "BASIS")) {
            basis_warn(r, r->line, "this block is not read: that of line %d is",
                       chosen);
            good = skip_block(r);
        } else if (basis_word_is(w, "ECP")) {
            good = skip_cores(r);
        } else if (basis_word_is(w, "SO")) {
            basis_warn(r, r->line, "spin-orbit potentials are not in the set");
            good = skip_block(r);
        } else {
            good = check_between(r, input, after);
            block = false;
        }
        after = block;
    } while (good && basis_next_line(r));
    return good;
}
