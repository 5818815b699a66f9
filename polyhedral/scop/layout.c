/*
 * The text of a layout, read:
 *
 *     layout  = (kind [permute] | permute) [dims]
 *     kind    = order | hybrid(order, order, side...) | tile(side...)
 *     order   = row | column | morton | morton_i | hilbert
 *     permute = permute(axis, axis[, axis])          i, j and k
 *     dims    = dims(2) | dims(3)                    the last ones are ordered
 */
#include "polyhedral/scop/layout.h"

#include <stdlib.h>
#include <string.h>

static const char *const orders[LAYOUT_ORDERS] = {
    [LAYOUT_ROW] = "row",         [LAYOUT_COLUMN] = "column",
    [LAYOUT_MORTON] = "morton",   [LAYOUT_MORTON_I] = "morton_i",
    [LAYOUT_HILBERT] = "hilbert",
};

#define ALL_KINDS                                                              \
    "row, column, morton, morton_i, hilbert, hybrid(outer, inner, side), "     \
    "tile(side, ...) and permute(j, i)"

#define ORDERS "name row, column, morton, morton_i or hilbert"

struct reader {
    struct arena *arena;
    const char *p;
    struct layout_error *error; /* what is NULL: none yet */
};

int layout_distance(const char *a, const char *b)
{
    int row[32] = {0}, n = (int)strlen(b);
    if (n > 30 || strlen(a) > 30)
        return 100;
    for (int k = 0; k <= n; k++)
        row[k] = k;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int k = 1; k <= n; k++) {
            int best = diagonal + (a[i - 1] != b[k - 1]);
            best = row[k] + 1 < best ? row[k] + 1 : best;
            best = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
            diagonal = row[k];
            row[k] = best;
        }
    }
    return row[n];
}

static bool refuse(struct reader *r, const char *at, int width,
                   const char *what, const char *hint)
{
    if (!r->error->what)
        *r->error =
            (struct layout_error){at, width > 0 ? width : 1, what, hint};
    return false;
}

static void skip_blank(struct reader *r)
{
    while (ascii_is_space(*r->p))
        r->p++;
}

static bool accept(struct reader *r, char c)
{
    skip_blank(r);
    if (*r->p != c)
        return false;
    r->p++;
    return true;
}

static bool expect(struct reader *r, char c, const char *form)
{
    if (accept(r, c))
        return true;
    return refuse(r, r->p, 1, arena_printf(r->arena, "expected '%c' here", c),
                  arena_printf(r->arena, "write %s", form));
}

/* The letters of the word that stands here. */
static int word_length(struct reader *r)
{
    int n = 0;
    skip_blank(r);
    while (ascii_is_alnum(r->p[n]) || r->p[n] == '_')
        n++;
    return n;
}

static bool is_word(const char *word, const char *at, int n)
{
    return (int)strlen(word) == n && memcmp(word, at, (size_t)n) == 0;
}

/* The word is no kind of layout; the nearest one is named. */
static bool unknown(struct reader *r, int n, bool nested)
{
    static const char *const more[] = {"hybrid", "tile", "permute"};
    const char *word = arena_strndup(r->arena, r->p, (size_t)n), *best = NULL;
    int least = 3;
    for (int k = 0; k < LAYOUT_ORDERS; k++)
        if (layout_distance(word, orders[k]) < least) {
            best = orders[k];
            least = layout_distance(word, best);
        }
    for (int k = 0; k < 3 && !nested; k++)
        if (layout_distance(word, more[k]) < least) {
            best = more[k];
            least = layout_distance(word, best);
        }
    for (int k = 0; k < 3; k++)
        if (nested && strcmp(word, more[k]) == 0)
            return refuse(r, r->p, n, "orders within a hybrid do not nest",
                          ORDERS);
    return refuse(r, r->p, n,
                  n ? arena_printf(r->arena, "'%s' is no layout", word)
                    : "expected a layout here",
                  strcmp(word, "dims") == 0
                      ? "write it behind a layout, as in morton dims(2)"
                  : best   ? arena_printf(r->arena, "did you mean '%s'?", best)
                  : nested ? ORDERS
                           : "the layouts are " ALL_KINDS);
}

static bool take_order(struct reader *r, bool nested, enum layout_order *order)
{
    int n = word_length(r);
    for (int k = 0; k < LAYOUT_ORDERS; k++)
        if (is_word(orders[k], r->p, n)) {
            r->p += n;
            *order = (enum layout_order)k;
            return true;
        }
    return unknown(r, n, nested);
}

/* A side of a tile. */
static bool take_side(struct reader *r, int64_t *side)
{
    char *end = NULL;
    int n = word_length(r);
    *side = n && ascii_is_digit(*r->p) ? strtoll(r->p, &end, 10) : 0;
    if (!end || end != r->p + n || *side < 1 || *side > LAYOUT_TILE_MAX)
        return refuse(r, r->p, n, "expected the side of a tile, 1 to 4096",
                      "write hybrid(morton, row, 8), for instance");
    r->p = end;
    return true;
}

/* Sides up to the closing bracket; one alone is that of all axes, if it may be.
 */
static bool take_sides(struct reader *r, struct scop_layout *l, bool one,
                       const char *form)
{
    const char *start = r->p;
    int count = 0;
    int64_t side[LAYOUT_DIMS + 1];
    do
        if (count > LAYOUT_DIMS || !take_side(r, &side[count++]))
            break;
    while (accept(r, ','));
    if (r->error->what || !expect(r, ')', form))
        return false;
    for (int k = 0; k < l->dims; k++)
        l->tile[k] = side[count == 1 ? 0 : k < count ? k : 0];
    if (count == l->dims || (one && count == 1))
        return layout_cells(l) <= LAYOUT_TILE_MAX ||
               refuse(r, start, (int)(r->p - start) - 1,
                      "a tile has more than 4096 elements",
                      "name smaller sides");
    return refuse(r, start, (int)(r->p - start) - 1,
                  arena_printf(r->arena,
                               l->lead ? "%d dimensions are ordered, and the "
                                         "tile has %d"
                                       : "the array has %d dimensions, and the "
                                         "tile %d",
                               l->dims, count),
                  "name one side for each dimension");
}

/* Curves within a tile need a cube of 2^m. */
static bool check_tile(struct reader *r, const char *at,
                       const struct scop_layout *l)
{
    bool cube = (l->tile[0] & (l->tile[0] - 1)) == 0;
    for (int k = 1; k < l->dims; k++)
        cube &= l->tile[k] == l->tile[0];
    return l->inner < LAYOUT_MORTON || cube ||
           refuse(r, at, (int)(r->p - at),
                  "a curve within a tile needs equal sides that are powers of "
                  "two",
                  "write 2, 4, 8, 16 or 32, or row or column for the inner "
                  "order");
}

static bool take_permute(struct reader *r, struct scop_layout *l)
{
    static const char form[] = "permute(j, i), or permute(k, i, j)";
    bool used[LAYOUT_DIMS] = {false};
    if (!expect(r, '(', form))
        return false;
    for (int k = 0; k < l->dims; k++) {
        int n = word_length(r), axis = n == 1 ? *r->p - 'i' : -1;
        if ((k > 0 && !accept(r, ',')) || (n = word_length(r)) != 1 ||
            (axis = *r->p - 'i') < 0 || axis >= l->dims || used[axis])
            return refuse(r, r->p, n,
                          l->dims == 2 ? "expected i and j, each once"
                                       : "expected i, j and k, each once",
                          arena_printf(r->arena, "write %s", form));
        used[axis] = true;
        l->axis[k] = axis;
        r->p++;
    }
    return expect(r, ')', form);
}

/* Tiles of 64 elements for a curve, of one for others. */
static void set_plain(struct scop_layout *l)
{
    l->curve = l->outer >= LAYOUT_MORTON;
    l->inner = l->curve ? l->outer : LAYOUT_ROW;
    for (int k = 0; k < l->dims && l->curve; k++)
        l->tile[k] = l->dims == 2 ? 8 : 4;
    for (int k = 0; k < l->dims && l->outer == LAYOUT_COLUMN; k++)
        l->axis[k] = l->dims - 1 - k;
    if (l->outer == LAYOUT_COLUMN)
        l->outer = LAYOUT_ROW;
}

static bool take_kind(struct reader *r, struct scop_layout *l)
{
    static const char hybrid[] = "hybrid(outer, inner, side)";
    static const char tile[] = "tile(8, 8), a side for each dimension";
    int n = word_length(r);
    const char *start = r->p;
    if (is_word("permute", r->p, n)) {
        r->p += n;
        return take_permute(r, l);
    }
    if (is_word("tile", r->p, n)) {
        r->p += n;
        return expect(r, '(', tile) && take_sides(r, l, false, tile);
    }
    if (!is_word("hybrid", r->p, n)) {
        if (!take_order(r, false, &l->outer))
            return false;
        set_plain(l);
        return true;
    }
    r->p += n;
    return expect(r, '(', hybrid) && take_order(r, true, &l->outer) &&
           expect(r, ',', hybrid) && take_order(r, true, &l->inner) &&
           expect(r, ',', hybrid) && take_sides(r, l, true, hybrid) &&
           check_tile(r, start, l);
}

/* Other axes than the ones that the kind has, taken in this order. */
static bool take_axes(struct reader *r, struct scop_layout *l)
{
    int n = word_length(r), old[LAYOUT_DIMS], by[LAYOUT_DIMS];
    if (!is_word("permute", r->p, n))
        return true;
    r->p += n;
    memcpy(old, l->axis, sizeof old);
    if (!take_permute(r, l))
        return false;
    memcpy(by, l->axis, sizeof by);
    for (int k = 0; k < l->dims; k++)
        l->axis[k] = by[old[k]];
    return true;
}

/* Where dims(...) begins and ends; NULL: it is not there. */
struct dims {
    const char *from, *to;
};

/* Where the layout ends at the latest: at a comma, or the clause's end. */
static const char *end_of(const char *p)
{
    for (int depth = 0; *p && (depth > 0 || (*p != ',' && *p != ')')); p++)
        depth += (*p == '(') - (*p == ')');
    return p;
}

/* The word dims from here on, or NULL. */
static const char *seek_dims(struct reader *r)
{
    for (const char *end = end_of(r->p); r->p < end;) {
        int n = word_length(r);
        if (is_word("dims", r->p, n))
            return r->p;
        r->p += n > 0 ? n : 1;
    }
    return NULL;
}

/* Reads dims(n) before all else, which depends on it, and stays where it is. */
static bool find_dims(struct reader *r, struct scop_layout *l, int rank,
                      struct dims *found)
{
    static const char form[] = "dims(2) or dims(3)";
    const char *start = r->p;
    l->dims = rank < LAYOUT_DIMS ? rank : LAYOUT_DIMS;
    found->from = seek_dims(r);
    if (found->from) {
        r->p += strlen("dims");
        if (!expect(r, '(', form))
            return false;
        int n = word_length(r), dims = n == 1 ? *r->p - '0' : 0;
        if (dims < 2 || dims > l->dims)
            return refuse(r, r->p, n,
                          arena_printf(r->arena,
                                       "expected how many of the %d "
                                       "dimensions are ordered",
                                       rank),
                          rank == 2 ? "write dims(2), or leave it out"
                                    : "write dims(2) or dims(3)");
        l->dims = dims;
        r->p++;
        if (!expect(r, ')', form))
            return false;
    }
    l->lead = rank - l->dims;
    found->to = r->p;
    r->p = start;
    return true;
}

/* Behind all else, where find_dims has found it. */
static bool pass_dims(struct reader *r, const struct dims *found)
{
    if (!found->from)
        return true;
    skip_blank(r);
    if (r->p != found->from)
        return refuse(r, r->p, 1, "dims(...) ends a layout",
                      "write it behind the rest, as in morton dims(2)");
    r->p = found->to;
    return true;
}

static const char *without_blanks(struct arena *arena, const char *from,
                                  const char *end)
{
    char *text = arena_strndup(arena, from, (size_t)(end - from)), *to = text;
    for (const char *p = text; *p; p++)
        if (!ascii_is_space(*p) ||
            (to > text && ascii_is_alnum(p[1]) && to[-1] != ',' &&
             to[-1] != ' ' && to[-1] != '('))
            *to++ = ascii_is_space(*p) ? ' ' : *p;
    *to = '\0';
    return text;
}

const struct scop_layout *layout_read(struct arena *arena, const char **text,
                                      int rank, struct layout_error *error)
{
    struct reader r = {arena, *text, error};
    struct scop_layout *l = arena_alloc(arena, sizeof *l);
    *l = (struct scop_layout){.dims = 0};
    for (int k = 0; k < LAYOUT_DIMS; k++) {
        l->tile[k] = 1;
        l->axis[k] = k;
    }
    *error = (struct layout_error){.what = NULL};
    skip_blank(&r);
    struct dims dims;
    const char *start = r.p;
    if (!find_dims(&r, l, rank, &dims) || !take_kind(&r, l) ||
        !take_axes(&r, l) || !pass_dims(&r, &dims))
        return NULL;
    for (int k = 0; k < LAYOUT_DIMS; k++)
        l->axis[k] += l->lead;
    l->text = without_blanks(arena, start, r.p);
    *text = r.p;
    return l;
}

int layout_axis(const struct scop_layout *layout, int a)
{
    return layout->axis[a] - layout->lead;
}

int64_t layout_cells(const struct scop_layout *layout)
{
    int64_t cells = 1;
    for (int k = 0; k < layout->dims; k++)
        cells *= layout->tile[k];
    return cells;
}

bool layout_has_tile_table(const struct scop_layout *layout)
{
    return layout->outer >= LAYOUT_MORTON;
}

bool layout_has_pattern_table(const struct scop_layout *layout)
{
    return layout->inner == LAYOUT_HILBERT;
}
