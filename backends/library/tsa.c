/*
 * Full steps of the Trotter-Suzuki evolution (runtime/include/hedra_tsa.h) on a
 * GPU, from one lattice to another: what runtime/tsa/gpu.c launches.
 *
 * A block takes a strip of LANES column pairs (2j, 2j + 1), of which HALO on
 * either side are only computed with, and walks down `rows` rows of it. A
 * thread holds the sites of its COLUMNS column pairs in registers. In round p
 * rows 2p and 2p + 1 enter; a step is done on three row pairs at different
 * times, as in runtime/tsa/stream.c:
 *
 *     rows 2p, 2p + 1        V0 H0             both in the thread
 *     rows 2p - 1, 2p        V1 H1 P H1 V1     H1 with the neighbouring threads
 *     rows 2p - 2, 2p - 1    H0 V0, and out
 *
 * What leaves a step enters the next one in the same round: of a launch's STEPS
 * steps number s (from 0) is at rows 2(p - s). A step spoils one column pair
 * more at either end of the strip, and one row pair: HALO >= STEPS.
 *
 * So a site is read once for all steps of a launch, but for the halo and
 * 2 STEPS rows more at either end of a strip, and written once. The sites of
 * even and odd x lie apart, in memory
 * and in shared memory: neighbouring lanes access neighbouring words, strips
 * and halos begin at whole sectors, and no two lanes meet in a bank. Values for
 * round p + 1 are loaded at the beginning of round p.
 *
 * Where two sites have no coupling, their rotation is a = 1, b = 0; beyond an
 * open edge the sites of the edge stand in, so that no access needs a
 * condition. Products are added with one rounding: the same bits on every
 * device.
 *
 * A module each for float and double, real and imaginary time, uniform
 * couplings and tables of them, without and with a table of phases, one step
 * and several. Tables are those of runtime/tsa/local.h.
 */
#include "runtime/tsa/tsa.h"
#include "backends/library/library.h"

enum {
    THREADS = TSA_STRIP_THREADS,
    MAX_COLUMNS = TSA_STRIP_MOST_COLUMNS,
    MAX_STEPS = TSA_STRIP_MOST_STEPS,
    PARTS = 4
};
/* Of a site's or a pair's four numbers in a row of the lattice. */
enum { EVEN_RE, EVEN_IM, ODD_RE, ODD_IM };

/* A number of the state; values in the function. */
struct site {
    int re, im;
};
struct site_pair { /* the sites of a column pair in one row */
    struct site even, odd;
};
struct rotation {
    int a, b;
};

/* What stays the same for a thread. */
struct column {
    int lane;     /* in the strip */
    int place;    /* of its sites in a row's quarter, I64 */
    int left;     /* that of the column pair to the left */
    int stored;   /* whether they are the strip's own */
    int has_left; /* whether its even site is coupled to the left */
    struct rotation h0[MAX_STEPS], left_rotation[MAX_STEPS],
        right_rotation[MAX_STEPS]; /* uniform couplings */
};

/* What one step of a launch is done with: coefficients or tables. */
struct tsa_step {
    struct rotation x, x_full, y;
    int table_x, table_y, table_phase; /* buffers */
};

struct tsa_builder {
    struct kir_func *f;
    enum kir_type type;
    bool imaginary, links, phases;
    bool exchanges_twice; /* else H1 H1 is one rotation */
    int lanes, halo, columns, steps;
    /* parameters */
    int from[PARTS], to[PARTS]; /* buffers */
    int even, odd, ny, rows, half, periodic_x, periodic_y;
    struct tsa_step step[MAX_STEPS];
    /* values of the function */
    int shared, row_size, quarter[PARTS];
    struct column column[MAX_COLUMNS];
    /* variables: what enters next, and of each step the two rows before those
     * that it is at */
    int next[MAX_COLUMNS][2][PARTS], late[MAX_STEPS][MAX_COLUMNS][2][PARTS];
};

/* Spelling ------------------------------------------------------------------
 */

static int both(struct tsa_builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_AND, x, y);
}

static int either(struct tsa_builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_OR, x, y);
}

/* x y + z, rounded once. */
static int product_sum(struct tsa_builder *b, int x, int y, int z)
{
    return kir_ternary(b->f, KIR_FMA, x, y, z);
}

/* Turns ---------------------------------------------------------------------
 */

/* The rotation if the two sites are coupled, else none. */
static struct rotation rotation_if(struct tsa_builder *b, int coupled,
                                   struct rotation t)
{
    int one = kir_float(b->f, b->type, 1), zero = kir_float(b->f, b->type, 0);
    return (struct rotation){kir_select(b->f, coupled, t.a, one),
                             kir_select(b->f, coupled, t.b, zero)};
}

/* a p + i b q; in imaginary time a p + b q. */
static struct site rotated(struct tsa_builder *b, struct site p, struct site q,
                           struct rotation t)
{
    int of_re = b->imaginary ? q.re : q.im, of_im = b->imaginary ? q.im : q.re;
    int re = kir_binary(b->f, KIR_MUL, t.b, of_re);
    int im = kir_binary(b->f, KIR_MUL, t.b, of_im);
    if (!b->imaginary)
        re = kir_unary(b->f, KIR_NEG, re); /* of an operand: free */
    return (struct site){product_sum(b, t.a, p.re, re),
                         product_sum(b, t.a, p.im, im)};
}

static void rotate_pair(struct tsa_builder *b, struct site *p, struct site *q,
                        struct rotation t)
{
    struct site before = *p;
    *p = rotated(b, before, *q, t);
    *q = rotated(b, *q, before, t);
}

/* Memory --------------------------------------------------------------------
 */

/* The row that stands for `row`, I32: within a few rows of the lattice. */
static int row_inside(struct tsa_builder *b, int row)
{
    struct kir_func *f = b->f;
    int zero = kir_i32(b->f, 0), last = kir_sub(b->f, b->ny, kir_i32(b->f, 1));
    int above =
        kir_select(b->f, b->periodic_y, kir_add(b->f, row, b->ny), zero);
    int below =
        kir_select(b->f, b->periodic_y, kir_sub(b->f, row, b->ny), last);
    int is_above = kir_less(b->f, row, zero);
    int is_below = kir_binary(f, KIR_GE, row, b->ny);
    return kir_select(b->f, is_above, above,
                      kir_select(b->f, is_below, below, row));
}

/* Whether rows `row` and row + 1 are coupled. */
static int is_coupled(struct tsa_builder *b, int row)
{
    int first = kir_binary(b->f, KIR_GE, row, kir_i32(b->f, 0));
    int second = kir_less(b->f, kir_add(b->f, row, kir_i32(b->f, 1)), b->ny);
    return either(b, b->periodic_y, both(b, first, second));
}

/* Of the first number of a row of the lattice or of a table. */
static int row_start(struct tsa_builder *b, int row)
{
    return kir_binary(b->f, KIR_MUL, kir_cast(b->f, KIR_I64, row), b->row_size);
}

/* The four numbers at a place of a table's row. */
static void load_parts(struct tsa_builder *b, int buffer, int start, int place,
                       int out[PARTS])
{
    int at = kir_add(b->f, start, place);
    for (int k = 0; k < PARTS; k++)
        out[k] = kir_load(b->f, buffer, kir_add(b->f, at, b->quarter[k]));
}

static void store_pair(struct tsa_builder *b, int start, int place,
                       struct site_pair p)
{
    const int part[PARTS] = {p.even.re, p.even.im, p.odd.re, p.odd.im};
    int at = kir_add(b->f, start, place);
    for (int k = 0; k < PARTS; k++)
        kir_store(b->f, b->to[k], at, part[k]);
}

static struct site_pair get_pair(struct tsa_builder *b,
                                 const int variable[PARTS])
{
    int v[PARTS];
    for (int k = 0; k < PARTS; k++)
        v[k] = kir_get(b->f, variable[k]);
    return (struct site_pair){{v[EVEN_RE], v[EVEN_IM]}, {v[ODD_RE], v[ODD_IM]}};
}

static void set_parts(struct tsa_builder *b, const int variable[PARTS],
                      const int value[PARTS])
{
    for (int k = 0; k < PARTS; k++)
        kir_set(b->f, variable[k], value[k]);
}

static void set_pair(struct tsa_builder *b, const int variable[PARTS],
                     struct site_pair p)
{
    const int value[PARTS] = {p.even.re, p.even.im, p.odd.re, p.odd.im};
    set_parts(b, variable, value);
}

/* Rows 2p and 2p + 1 into the variables that enter next. */
static void load_next(struct tsa_builder *b, int p)
{
    for (int r = 0; r < 2; r++) {
        int row = kir_add(b->f, kir_binary(b->f, KIR_MUL, p, kir_i32(b->f, 2)),
                          kir_i32(b->f, r));
        int start = row_start(b, row_inside(b, row));
        for (int c = 0; c < b->columns; c++) {
            int at = kir_add(b->f, start, b->column[c].place), part[PARTS];
            for (int k = 0; k < PARTS; k++)
                part[k] = kir_load(b->f, b->from[k], at);
            set_parts(b, b->next[c][r], part);
        }
    }
}

/* Sub-steps on two rows -----------------------------------------------------
 */

/* V: the sites of two rows, of which the first is `row`. */
static void rotate_rows(struct tsa_builder *b, const struct tsa_step *s,
                        const struct column *c, int row, int coupled,
                        struct site_pair *p, struct site_pair *q)
{
    struct rotation even, odd;
    if (!b->links) {
        even = odd = rotation_if(b, coupled, s->y);
    } else {
        int part[PARTS];
        int start =
            row_start(b, kir_select(b->f, coupled, row_inside(b, row), b->ny));
        load_parts(b, s->table_y, start, c->place, part);
        even = (struct rotation){part[0], part[1]};
        odd = (struct rotation){part[2], part[3]};
    }
    rotate_pair(b, &p->even, &q->even, even);
    rotate_pair(b, &p->odd, &q->odd, odd);
}

/* H0 in row `row`. */
static void rotate_columns(struct tsa_builder *b, int s, const struct column *c,
                           int row, struct site_pair *p)
{
    struct rotation t = c->h0[s];
    if (b->links) {
        int table = b->step[s].table_x;
        int at = kir_add(b->f, row_start(b, row_inside(b, row)), c->place);
        t.a = kir_load(b->f, table, at);
        t.b = kir_load(b->f, table, kir_add(b->f, at, b->quarter[1]));
    }
    rotate_pair(b, &p->even, &p->odd, t);
}

/* P in row `row`. */
static void rotate_phase(struct tsa_builder *b, const struct tsa_step *s,
                         const struct column *c, int row, struct site_pair *p)
{
    struct site *site[2] = {&p->even, &p->odd};
    int part[PARTS];
    load_parts(b, s->table_phase, row_start(b, row_inside(b, row)), c->place,
               part);
    for (int k = 0; k < 2; k++) {
        struct site v = *site[k];
        int cosine = part[2 * k], sine = part[2 * k + 1];
        int re = kir_binary(b->f, KIR_MUL, sine, v.im);
        int im =
            kir_unary(b->f, KIR_NEG, kir_binary(b->f, KIR_MUL, sine, v.re));
        *site[k] = (struct site){product_sum(b, cosine, v.re, re),
                                 product_sum(b, cosine, v.im, im)};
    }
}

/* Where number `part` of a lane's pair in row r of two lies in shared memory:
 * b->lanes words for each, in the buffer that begins at `start`. */
static int shared_at(struct tsa_builder *b, int start, int lane, int r,
                     int part)
{
    int first = kir_i32(b->f, (r * PARTS + part) * b->lanes);
    return kir_add(b->f, kir_add(b->f, start, lane), first);
}

/* The rotations by H1 to the left and to the right. */
static void side_rotations(struct tsa_builder *b, int s, const struct column *c,
                           int row, struct rotation *left,
                           struct rotation *right)
{
    const int table = b->step[s].table_x;
    *left = c->left_rotation[s];
    *right = c->right_rotation[s];
    if (!b->links)
        return;
    int start = row_start(b, row_inside(b, row));
    int at[2] = {kir_add(b->f, start, c->left), kir_add(b->f, start, c->place)};
    struct rotation *side[2] = {left, right};
    for (int k = 0; k < 2; k++) {
        int cosine = kir_load(b->f, table, kir_add(b->f, at[k], b->quarter[2]));
        int sine = kir_load(b->f, table, kir_add(b->f, at[k], b->quarter[3]));
        *side[k] = (struct rotation){cosine, sine};
    }
    *left = rotation_if(b, c->has_left, *left);
}

/* H1 on two rows, through the shared buffer that begins at `start`. Lanes at
 * the strip's ends take themselves for their neighbours. */
static void rotate_across(struct tsa_builder *b, int s, int start, int row,
                          struct site_pair p[MAX_COLUMNS][2])
{
    struct kir_func *f = b->f;
    for (int c = 0; c < b->columns; c++)
        for (int r = 0; r < 2; r++) {
            const int part[PARTS] = {p[c][r].even.re, p[c][r].even.im,
                                     p[c][r].odd.re, p[c][r].odd.im};
            for (int k = 0; k < PARTS; k++)
                kir_store(f, b->shared,
                          shared_at(b, start, b->column[c].lane, r, k),
                          part[k]);
        }
    kir_barrier(f);
    for (int c = 0; c < b->columns; c++)
        for (int r = 0; r < 2; r++) {
            const struct column *column = &b->column[c];
            int before =
                kir_binary(f, KIR_MAX, kir_i32(b->f, 0),
                           kir_sub(b->f, column->lane, kir_i32(b->f, 1)));
            int behind =
                kir_binary(f, KIR_MIN, kir_i32(b->f, b->lanes - 1),
                           kir_add(b->f, column->lane, kir_i32(b->f, 1)));
            int part[PARTS];
            for (int k = 0; k < PARTS; k++)
                part[k] = kir_load(
                    f, b->shared,
                    shared_at(b, start, k < ODD_RE ? behind : before, r, k));
            struct site even = {part[EVEN_RE], part[EVEN_IM]};
            struct site odd = {part[ODD_RE], part[ODD_IM]};
            struct rotation left, right;
            side_rotations(b, s, column, kir_add(b->f, row, kir_i32(b->f, r)),
                           &left, &right);
            p[c][r].even = rotated(b, p[c][r].even, odd, left);
            p[c][r].odd = rotated(b, p[c][r].odd, even, right);
        }
}

/* H1 P H1 of step s on rows `row` and row + 1, in round p. One barrier parts
 * writing from reading; what is read before it is written again lies in the
 * other buffer. */
static void rotate_middle(struct tsa_builder *b, int s, int p, int row,
                          struct site_pair pair[MAX_COLUMNS][2])
{
    int size = 2 * PARTS * b->lanes;
    if (!b->exchanges_twice) {
        int count =
            kir_add(b->f, kir_binary(b->f, KIR_MUL, p, kir_i32(b->f, b->steps)),
                    kir_i32(b->f, s));
        int parity = kir_binary(b->f, KIR_AND, count, kir_i32(b->f, 1));
        rotate_across(b, s,
                      kir_binary(b->f, KIR_MUL, parity, kir_i32(b->f, size)),
                      row, pair);
        return;
    }
    rotate_across(b, s, kir_i32(b->f, 0), row, pair);
    for (int c = 0; b->phases && c < b->columns; c++)
        for (int r = 0; r < 2; r++)
            rotate_phase(b, &b->step[s], &b->column[c],
                         kir_add(b->f, row, kir_i32(b->f, r)), &pair[c][r]);
    rotate_across(b, s, kir_i32(b->f, size), row, pair);
}

/* The walk ------------------------------------------------------------------
 */

/* H0 V0 of step s on rows `row` and row + 1. */
static void finish_rows(struct tsa_builder *b, int s, int row,
                        struct site_pair pair[MAX_COLUMNS][2])
{
    int second = kir_add(b->f, row, kir_i32(b->f, 1)),
        coupled = is_coupled(b, row);
    for (int c = 0; c < b->columns; c++) {
        const struct column *column = &b->column[c];
        rotate_columns(b, s, column, row, &pair[c][0]);
        rotate_columns(b, s, column, second, &pair[c][1]);
        rotate_rows(b, &b->step[s], column, row, coupled, &pair[c][0],
                    &pair[c][1]);
    }
}

static void store_rows(struct tsa_builder *b, int row,
                       struct site_pair pair[MAX_COLUMNS][2])
{
    struct kir_func *f = b->f;
    int second = kir_add(b->f, row, kir_i32(b->f, 1));
    int start[2] = {row_start(b, row), row_start(b, second)};
    for (int c = 0; c < b->columns; c++) {
        kir_if(f, b->column[c].stored);
        store_pair(b, start[0], b->column[c].place, pair[c][0]);
        kir_if(f, kir_less(b->f, second, b->ny));
        store_pair(b, start[1], b->column[c].place, pair[c][1]);
        kir_end(f);
        kir_end(f);
    }
}

/* Step s in round p: `pair` is rows `row` and row + 1, and then the two before
 * them, which lack H0 V0 yet. */
static void advance(struct tsa_builder *b, int s, int p, int row,
                    struct site_pair pair[MAX_COLUMNS][2])
{
    const struct tsa_step *step = &b->step[s];
    int row1 = kir_add(b->f, row, kir_i32(b->f, 1));
    int above = kir_sub(b->f, row, kir_i32(b->f, 1));
    int coupled = is_coupled(b, row), coupled_above = is_coupled(b, above);
    struct site_pair late[MAX_COLUMNS][2], middle[MAX_COLUMNS][2];
    for (int c = 0; c < b->columns; c++) {
        const struct column *column = &b->column[c];
        for (int r = 0; r < 2; r++)
            late[c][r] = get_pair(b, b->late[s][c][r]);
        rotate_rows(b, step, column, row, coupled, &pair[c][0], &pair[c][1]);
        rotate_columns(b, s, column, row, &pair[c][0]);
        rotate_columns(b, s, column, row1, &pair[c][1]);
        middle[c][0] = late[c][1];
        middle[c][1] = pair[c][0];
        rotate_rows(b, step, column, above, coupled_above, &middle[c][0],
                    &middle[c][1]);
    }
    rotate_middle(b, s, p, above, middle);
    for (int c = 0; c < b->columns; c++) {
        rotate_rows(b, step, &b->column[c], above, coupled_above, &middle[c][0],
                    &middle[c][1]);
        set_pair(b, b->late[s][c][0], middle[c][1]);
        set_pair(b, b->late[s][c][1], pair[c][1]);
        pair[c][0] = late[c][0];
        pair[c][1] = middle[c][0];
    }
}

static void walk_round(struct tsa_builder *b, int p, int first, int last)
{
    struct kir_func *f = b->f;
    struct site_pair pair[MAX_COLUMNS][2];
    int row = kir_binary(f, KIR_MUL, p, kir_i32(b->f, 2));
    int behind = kir_i32(b->f, 2 * b->steps);
    for (int c = 0; c < b->columns; c++)
        for (int r = 0; r < 2; r++)
            pair[c][r] = get_pair(b, b->next[c][r]);
    kir_if(f, kir_less(b->f, p, last));
    load_next(b, kir_add(b->f, p, kir_i32(b->f, 1)));
    kir_end(f);
    for (int s = 0; s < b->steps; s++) {
        int at = kir_sub(b->f, row, kir_i32(b->f, 2 * s));
        if (s > 0)
            finish_rows(b, s - 1, at, pair);
        advance(b, s, p, at, pair);
    }
    kir_if(f, kir_binary(f, KIR_GE, p, kir_add(b->f, first, behind)));
    int out = kir_sub(b->f, row, behind);
    finish_rows(b, b->steps - 1, out, pair);
    store_rows(b, out, pair);
    kir_end(f);
}

static void walk(struct tsa_builder *b)
{
    struct kir_func *f = b->f;
    int one = kir_i32(b->f, 1), two = kir_i32(b->f, 2),
        steps = kir_i32(b->f, b->steps);
    int row = kir_binary(f, KIR_MUL, kir_block_index(f, 1), b->rows);
    int even_rows = kir_binary(
        f, KIR_MUL, kir_floor_div(f, kir_add(b->f, b->ny, one), 2), two);
    int end = kir_binary(f, KIR_MIN, kir_add(b->f, row, b->rows), even_rows);
    int first = kir_sub(b->f, kir_floor_div(f, row, 2), steps);
    int last =
        kir_add(b->f, kir_floor_div(f, end, 2), kir_i32(b->f, b->steps - 1));
    int zero = kir_float(f, b->type, 0);
    const int nothing[PARTS] = {zero, zero, zero, zero};
    for (int s = 0; s < b->steps; s++)
        for (int c = 0; c < b->columns; c++)
            for (int r = 0; r < 2; r++)
                set_parts(b, b->late[s][c][r], nothing);
    load_next(b, first);
    int p = kir_for(f, first, kir_add(b->f, last, one), one, 0);
    walk_round(b, p, first, last);
    kir_end(f);
}

/* Columns, parameters -------------------------------------------------------
 */

/* The column pair that stands for `column`, I32. */
static int column_inside(struct tsa_builder *b, int column)
{
    struct kir_func *f = b->f;
    int rest = kir_binary(f, KIR_REM, column, b->even);
    int wrapped = kir_select(b->f, kir_less(b->f, rest, kir_i32(b->f, 0)),
                             kir_add(b->f, rest, b->even), rest);
    int last = kir_sub(b->f, b->even, kir_i32(b->f, 1));
    int nearest = kir_binary(
        f, KIR_MIN, kir_binary(f, KIR_MAX, column, kir_i32(b->f, 0)), last);
    return kir_select(b->f, b->periodic_x, wrapped, nearest);
}

static struct column column_new(struct tsa_builder *b, int lane)
{
    struct kir_func *f = b->f;
    int own = b->lanes - 2 * b->halo;
    int first =
        kir_binary(f, KIR_MUL, kir_block_index(f, 0), kir_i32(b->f, own));
    int at = kir_add(b->f, kir_sub(b->f, first, kir_i32(b->f, b->halo)), lane);
    int place = column_inside(b, at);
    struct column c = {.lane = lane, .place = kir_cast(b->f, KIR_I64, place)};
    c.left = kir_cast(b->f, KIR_I64,
                      column_inside(b, kir_sub(b->f, at, kir_i32(b->f, 1))));
    int begins = kir_binary(f, KIR_GE, lane, kir_i32(b->f, b->halo));
    int ends = kir_less(b->f, lane, kir_i32(b->f, b->lanes - b->halo));
    c.stored = both(b, both(b, begins, ends), kir_less(b->f, at, b->even));
    c.has_left =
        either(b, b->periodic_x, kir_binary(f, KIR_GE, at, kir_i32(b->f, 1)));
    if (b->links)
        return c;
    int has_right =
        either(b, b->periodic_x,
               kir_less(b->f, kir_add(b->f, at, kir_i32(b->f, 1)), b->even));
    int has_odd = kir_less(b->f, place, b->odd);
    for (int s = 0; s < b->steps; s++) {
        struct rotation x = b->step[s].x;
        struct rotation h1 = b->exchanges_twice ? x : b->step[s].x_full;
        c.h0[s] = rotation_if(b, has_odd, x);
        c.left_rotation[s] = rotation_if(b, c.has_left, h1);
        c.right_rotation[s] = rotation_if(b, has_right, h1);
    }
    return c;
}

/* Of step s; names of parameters belong to the arena. */
static struct rotation rotation_param(struct tsa_builder *b,
                                      struct arena *arena, const char *name,
                                      int s)
{
    int cosine =
        kir_param(b->f, arena_printf(arena, "%s_a%d", name, s), b->type);
    int sine = kir_param(b->f, arena_printf(arena, "%s_b%d", name, s), b->type);
    return (struct rotation){cosine, sine};
}

static int table_param(struct tsa_builder *b, struct arena *arena,
                       const char *name, int s)
{
    return kir_global(b->f, arena_printf(arena, "table_%s%d", name, s), b->type,
                      true, true);
}

/* The quarters of the rows are buffers of their own, with the same indices. */
static void declare_lattices(struct tsa_builder *b)
{
    static const char *const from[PARTS] = {"from_even_re", "from_even_im",
                                            "from_odd_re", "from_odd_im"};
    static const char *const to[PARTS] = {"to_even_re", "to_even_im",
                                          "to_odd_re", "to_odd_im"};
    for (int k = 0; k < PARTS; k++)
        b->from[k] = kir_global(b->f, from[k], b->type, true, true);
    for (int k = 0; k < PARTS; k++)
        b->to[k] = kir_global(b->f, to[k], b->type, false, true);
}

/* In the order of runtime/tsa/gpu.c's arguments. */
static void declare(struct tsa_builder *b, struct arena *arena)
{
    struct kir_func *f = b->f;
    declare_lattices(b);
    for (int s = 0; s < b->steps; s++) {
        struct tsa_step *step = &b->step[s];
        if (b->links) {
            step->table_x = table_param(b, arena, "x", s);
            step->table_y = table_param(b, arena, "y", s);
        }
        if (b->phases)
            step->table_phase = table_param(b, arena, "phase", s);
    }
    b->even = kir_param(f, "even", KIR_I32);
    b->odd = kir_param(f, "odd", KIR_I32);
    b->ny = kir_param(f, "ny", KIR_I32);
    b->rows = kir_param(f, "rows", KIR_I32);
    b->half = kir_param(f, "half", KIR_I64);
    b->periodic_x = kir_flag(f, "periodic_x");
    b->periodic_y = kir_flag(f, "periodic_y");
    for (int s = 0; !b->links && s < b->steps; s++) {
        b->step[s].x = rotation_param(b, arena, "x", s);
        b->step[s].x_full = rotation_param(b, arena, "x_full", s);
        b->step[s].y = rotation_param(b, arena, "y", s);
    }
    int buffers = 2;
    b->shared = kir_shared(f, "beside", b->type,
                           (int64_t)buffers * 2 * PARTS * b->lanes);
    b->quarter[0] = kir_int(f, KIR_I64, 0);
    for (int k = 1; k < PARTS; k++)
        b->quarter[k] = kir_binary(f, KIR_MUL, b->half, kir_int(f, KIR_I64, k));
    b->row_size = kir_binary(f, KIR_MUL, b->half, kir_int(f, KIR_I64, PARTS));
}

static void declare_parts(struct tsa_builder *b, struct arena *arena,
                          const char *name, int out[MAX_COLUMNS][2][PARTS])
{
    static const char *const part[PARTS] = {"even_re", "even_im", "odd_re",
                                            "odd_im"};
    for (int c = 0; c < b->columns; c++)
        for (int r = 0; r < 2; r++)
            for (int k = 0; k < PARTS; k++)
                out[c][r][k] = kir_variable(
                    b->f, arena_printf(arena, "%s%d%d_%s", name, c, r, part[k]),
                    b->type);
}

static void declare_variables(struct tsa_builder *b, struct arena *arena)
{
    declare_parts(b, arena, "next", b->next);
    for (int s = 0; s < b->steps; s++)
        declare_parts(b, arena, arena_printf(arena, "late%d_", s), b->late[s]);
}

static struct kir_module *build(struct arena *arena, int kind)
{
    bool single = !(kind & TSA_STRIP_DOUBLE);
    struct tsa_builder b = {.type = single ? KIR_F32 : KIR_F64,
                            .imaginary = kind & TSA_STRIP_IMAGINARY,
                            .links = kind & TSA_STRIP_LINKS,
                            .phases = kind & TSA_STRIP_PHASES,
                            .columns = tsa_strip_columns(kind),
                            .steps = tsa_strip_steps(kind)};
    b.exchanges_twice = b.links || b.phases;
    b.lanes = THREADS * b.columns;
    b.halo = TSA_STRIP_SECTOR / kir_type_size(b.type);
    const char *name =
        arena_printf(arena, "tsa_step%s_%s%s%s%s", b.steps > 1 ? "s" : "",
                     single ? "f32" : "f64", b.imaginary ? "_imaginary" : "",
                     b.links ? "_links" : "", b.phases ? "_phases" : "");
    struct kir_module *module = kir_module_new(arena, name, "tsa");
    b.f = kir_func_new(module, KIR_KERNEL, name, THREADS, 1, 1);
    declare(&b, arena);
    declare_variables(&b, arena);
    for (int c = 0; c < b.columns; c++)
        b.column[c] = column_new(&b, kir_add(b.f, kir_thread_index(b.f, 0),
                                             kir_i32(b.f, c * THREADS)));
    walk(&b);
    return module;
}

const struct hosted_family hosted_tsa = {"tsa", TSA_STRIP_MODULES, build};
