/*
 * Full steps of the Trotter-Suzuki evolution (runtime/tsa.h) on a GPU, from one
 * lattice to another: what runtime/tsa_gpu.c launches.
 *
 * A block takes a strip of LANES column pairs (2j, 2j + 1), of which HALO on
 * either side are only computed with, and walks down `rows` rows of it. A
 * thread holds the sites of its COLUMNS column pairs in registers. In turn p
 * rows 2p and 2p + 1 enter; the step is done on three row pairs at different
 * times, as in runtime/tsa_stream.c:
 *
 *     rows 2p, 2p + 1        V0 H0             both in the thread
 *     rows 2p - 1, 2p        V1 H1 P H1 V1     H1 with the neighbouring threads
 *     rows 2p - 2, 2p - 1    H0 V0, and out
 *
 * So a site is read once, but for the halo and two rows more at either end of
 * a strip, and written once. The sites of even and odd x lie apart, in memory
 * and in shared memory: neighbouring lanes access neighbouring words, strips
 * and halos begin at whole sectors, and no two lanes meet in a bank. Values for
 * turn p + 1 are loaded at the beginning of turn p.
 *
 * Where two sites have no coupling, their turn is a = 1, b = 0; beyond an open
 * edge the sites of the edge stand in, so that no access needs a condition.
 * Products are added with one rounding: the same bits on every device.
 *
 * A module each for float and double, real and imaginary time, uniform
 * couplings and tables of them, without and with a table of phases. Tables are
 * those of runtime/tsa_local.h.
 */
#include "backends/hosted/hosted.h"
#include "runtime/tsa_strip.h"

enum {
    THREADS = TSA_STRIP_THREADS,
    MAX_COLUMNS = TSA_STRIP_MOST_COLUMNS,
    PARTS = 4
};
/* Of a site's or a pair's four numbers in a row of the lattice. */
enum { EVEN_RE, EVEN_IM, ODD_RE, ODD_IM };

/* A number of the state; values in the function. */
struct site {
    int re, im;
};
struct pair { /* the sites of a column pair in one row */
    struct site even, odd;
};
struct turn {
    int a, b;
};

/* What stays the same for a thread. */
struct column {
    int lane;     /* in the strip */
    int place;    /* of its sites in a row's quarter, I64 */
    int left;     /* that of the column pair to the left */
    int stored;   /* whether they are the strip's own */
    int has_left; /* whether its even site is coupled to the left */
    struct turn h0, left_turn, right_turn; /* uniform couplings */
};

struct builder {
    struct kir_func *f;
    enum kir_type type;
    bool imaginary, links, phases;
    bool exchanges_twice; /* else H1 H1 is one turn */
    int lanes, halo, columns;
    /* parameters */
    int from[PARTS], to[PARTS], table_x, table_y, table_phase; /* buffers */
    int even, odd, ny, rows, half, periodic_x, periodic_y;
    struct turn x, x_full, y;
    /* values of the function */
    int shared, row_size, quarter[PARTS];
    struct column column[MAX_COLUMNS];
    /* variables: what enters next, and rows 2p - 2 and 2p - 1 */
    int next[MAX_COLUMNS][2][PARTS], late[MAX_COLUMNS][2][PARTS];
};

/* Spelling ------------------------------------------------------------------
 */

static int number(struct builder *b, int value)
{
    return kir_int(b->f, KIR_I32, value);
}

static int add(struct builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_ADD, x, y);
}

static int subtract(struct builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_SUB, x, y);
}

static int choose(struct builder *b, int condition, int yes, int no)
{
    return kir_ternary(b->f, KIR_SELECT, condition, yes, no);
}

static int less(struct builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_LT, x, y);
}

static int both(struct builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_AND, x, y);
}

static int either(struct builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_OR, x, y);
}

static int wide(struct builder *b, int x)
{
    return kir_cast(b->f, KIR_I64, x);
}

/* x y + z, rounded once. */
static int product_sum(struct builder *b, int x, int y, int z)
{
    return kir_ternary(b->f, KIR_FMA, x, y, z);
}

/* Turns ---------------------------------------------------------------------
 */

/* The turn if the two sites are coupled, else none. */
static struct turn turn_if(struct builder *b, int coupled, struct turn t)
{
    int one = kir_float(b->f, b->type, 1), zero = kir_float(b->f, b->type, 0);
    return (struct turn){choose(b, coupled, t.a, one),
                         choose(b, coupled, t.b, zero)};
}

/* a p + i b q; in imaginary time a p + b q. */
static struct site turned(struct builder *b, struct site p, struct site q,
                          struct turn t)
{
    int of_re = b->imaginary ? q.re : q.im, of_im = b->imaginary ? q.im : q.re;
    int re = kir_binary(b->f, KIR_MUL, t.b, of_re);
    int im = kir_binary(b->f, KIR_MUL, t.b, of_im);
    if (!b->imaginary)
        re = kir_unary(b->f, KIR_NEG, re); /* of an operand: free */
    return (struct site){product_sum(b, t.a, p.re, re),
                         product_sum(b, t.a, p.im, im)};
}

static void turn_pair(struct builder *b, struct site *p, struct site *q,
                      struct turn t)
{
    struct site before = *p;
    *p = turned(b, before, *q, t);
    *q = turned(b, *q, before, t);
}

/* Memory --------------------------------------------------------------------
 */

/* The row that stands for `row`, I32: within a few rows of the lattice. */
static int row_inside(struct builder *b, int row)
{
    struct kir_func *f = b->f;
    int zero = number(b, 0), last = subtract(b, b->ny, number(b, 1));
    int above = choose(b, b->periodic_y, add(b, row, b->ny), zero);
    int below = choose(b, b->periodic_y, subtract(b, row, b->ny), last);
    int is_above = less(b, row, zero);
    int is_below = kir_binary(f, KIR_GE, row, b->ny);
    return choose(b, is_above, above, choose(b, is_below, below, row));
}

/* Whether rows `row` and row + 1 are coupled. */
static int is_coupled(struct builder *b, int row)
{
    int first = kir_binary(b->f, KIR_GE, row, number(b, 0));
    int second = less(b, add(b, row, number(b, 1)), b->ny);
    return either(b, b->periodic_y, both(b, first, second));
}

/* Of the first number of a row of the lattice or of a table. */
static int row_start(struct builder *b, int row)
{
    return kir_binary(b->f, KIR_MUL, wide(b, row), b->row_size);
}

/* The four numbers at a place of a table's row. */
static void load_parts(struct builder *b, int buffer, int start, int place,
                       int out[PARTS])
{
    int at = add(b, start, place);
    for (int k = 0; k < PARTS; k++)
        out[k] = kir_load(b->f, buffer, add(b, at, b->quarter[k]));
}

static void store_pair(struct builder *b, int start, int place, struct pair p)
{
    const int part[PARTS] = {p.even.re, p.even.im, p.odd.re, p.odd.im};
    int at = add(b, start, place);
    for (int k = 0; k < PARTS; k++)
        kir_store(b->f, b->to[k], at, part[k]);
}

static struct pair get_pair(struct builder *b, const int variable[PARTS])
{
    int v[PARTS];
    for (int k = 0; k < PARTS; k++)
        v[k] = kir_get(b->f, variable[k]);
    return (struct pair){{v[EVEN_RE], v[EVEN_IM]}, {v[ODD_RE], v[ODD_IM]}};
}

static void set_parts(struct builder *b, const int variable[PARTS],
                      const int value[PARTS])
{
    for (int k = 0; k < PARTS; k++)
        kir_set(b->f, variable[k], value[k]);
}

static void set_pair(struct builder *b, const int variable[PARTS],
                     struct pair p)
{
    const int value[PARTS] = {p.even.re, p.even.im, p.odd.re, p.odd.im};
    set_parts(b, variable, value);
}

/* Rows 2p and 2p + 1 into the variables that enter next. */
static void load_next(struct builder *b, int p)
{
    for (int r = 0; r < 2; r++) {
        int row =
            add(b, kir_binary(b->f, KIR_MUL, p, number(b, 2)), number(b, r));
        int start = row_start(b, row_inside(b, row));
        for (int c = 0; c < b->columns; c++) {
            int at = add(b, start, b->column[c].place), part[PARTS];
            for (int k = 0; k < PARTS; k++)
                part[k] = kir_load(b->f, b->from[k], at);
            set_parts(b, b->next[c][r], part);
        }
    }
}

/* Sub-steps on two rows -----------------------------------------------------
 */

/* V: the sites of two rows, of which the first is `row`. */
static void turn_rows(struct builder *b, const struct column *c, int row,
                      int coupled, struct pair *p, struct pair *q)
{
    struct turn even, odd;
    if (!b->links) {
        even = odd = turn_if(b, coupled, b->y);
    } else {
        int part[PARTS];
        int start = row_start(b, choose(b, coupled, row_inside(b, row), b->ny));
        load_parts(b, b->table_y, start, c->place, part);
        even = (struct turn){part[0], part[1]};
        odd = (struct turn){part[2], part[3]};
    }
    turn_pair(b, &p->even, &q->even, even);
    turn_pair(b, &p->odd, &q->odd, odd);
}

/* H0 in row `row`. */
static void turn_columns(struct builder *b, const struct column *c, int row,
                         struct pair *p)
{
    struct turn t = c->h0;
    if (b->links) {
        int at = add(b, row_start(b, row_inside(b, row)), c->place);
        t.a = kir_load(b->f, b->table_x, at);
        t.b = kir_load(b->f, b->table_x, add(b, at, b->quarter[1]));
    }
    turn_pair(b, &p->even, &p->odd, t);
}

/* P in row `row`. */
static void turn_phase(struct builder *b, const struct column *c, int row,
                       struct pair *p)
{
    struct site *site[2] = {&p->even, &p->odd};
    int part[PARTS];
    load_parts(b, b->table_phase, row_start(b, row_inside(b, row)), c->place,
               part);
    for (int k = 0; k < 2; k++) {
        struct site s = *site[k];
        int cosine = part[2 * k], sine = part[2 * k + 1];
        int re = kir_binary(b->f, KIR_MUL, sine, s.im);
        int im =
            kir_unary(b->f, KIR_NEG, kir_binary(b->f, KIR_MUL, sine, s.re));
        *site[k] = (struct site){product_sum(b, cosine, s.re, re),
                                 product_sum(b, cosine, s.im, im)};
    }
}

/* Where number `part` of a lane's pair in row r of two lies in shared memory:
 * b->lanes words for each, in the buffer that begins at `start`. */
static int shared_at(struct builder *b, int start, int lane, int r, int part)
{
    int first = number(b, (r * PARTS + part) * b->lanes);
    return add(b, add(b, start, lane), first);
}

/* The turns of H1 to the left and to the right. */
static void side_turns(struct builder *b, const struct column *c, int row,
                       struct turn *left, struct turn *right)
{
    *left = c->left_turn;
    *right = c->right_turn;
    if (!b->links)
        return;
    int start = row_start(b, row_inside(b, row));
    int at[2] = {add(b, start, c->left), add(b, start, c->place)};
    struct turn *turn[2] = {left, right};
    for (int k = 0; k < 2; k++) {
        int a = kir_load(b->f, b->table_x, add(b, at[k], b->quarter[2]));
        int s = kir_load(b->f, b->table_x, add(b, at[k], b->quarter[3]));
        *turn[k] = (struct turn){a, s};
    }
    *left = turn_if(b, c->has_left, *left);
}

/* H1 on two rows, through the shared buffer that begins at `start`. Lanes at
 * the strip's ends take themselves for their neighbours. */
static void turn_across(struct builder *b, int start, int row,
                        struct pair p[MAX_COLUMNS][2])
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
            int before = kir_binary(f, KIR_MAX, number(b, 0),
                                    subtract(b, column->lane, number(b, 1)));
            int behind = kir_binary(f, KIR_MIN, number(b, b->lanes - 1),
                                    add(b, column->lane, number(b, 1)));
            int part[PARTS];
            for (int k = 0; k < PARTS; k++)
                part[k] = kir_load(
                    f, b->shared,
                    shared_at(b, start, k < ODD_RE ? behind : before, r, k));
            struct site even = {part[EVEN_RE], part[EVEN_IM]};
            struct site odd = {part[ODD_RE], part[ODD_IM]};
            struct turn left, right;
            side_turns(b, column, add(b, row, number(b, r)), &left, &right);
            p[c][r].even = turned(b, p[c][r].even, odd, left);
            p[c][r].odd = turned(b, p[c][r].odd, even, right);
        }
}

/* H1 P H1 on rows `row` and row + 1, in turn p. One barrier parts writing from
 * reading; what is read before it is written again lies in the other buffer. */
static void turn_middle(struct builder *b, int p, int row,
                        struct pair pair[MAX_COLUMNS][2])
{
    int size = 2 * PARTS * b->lanes;
    if (!b->exchanges_twice) {
        int parity = kir_binary(b->f, KIR_AND, p, number(b, 1));
        turn_across(b, kir_binary(b->f, KIR_MUL, parity, number(b, size)), row,
                    pair);
        return;
    }
    turn_across(b, number(b, 0), row, pair);
    for (int c = 0; b->phases && c < b->columns; c++)
        for (int r = 0; r < 2; r++)
            turn_phase(b, &b->column[c], add(b, row, number(b, r)),
                       &pair[c][r]);
    turn_across(b, number(b, size), row, pair);
}

/* The walk ------------------------------------------------------------------
 */

/* H0 V0 on rows 2p - 2 and 2p - 1, and out. */
static void finish_rows(struct builder *b, int row,
                        struct pair pair[MAX_COLUMNS][2])
{
    struct kir_func *f = b->f;
    int second = add(b, row, number(b, 1));
    int coupled = is_coupled(b, row);
    int start[2] = {row_start(b, row), row_start(b, second)};
    for (int c = 0; c < b->columns; c++) {
        const struct column *column = &b->column[c];
        turn_columns(b, column, row, &pair[c][0]);
        turn_columns(b, column, second, &pair[c][1]);
        turn_rows(b, column, row, coupled, &pair[c][0], &pair[c][1]);
        kir_if(f, column->stored);
        store_pair(b, start[0], column->place, pair[c][0]);
        kir_if(f, less(b, second, b->ny));
        store_pair(b, start[1], column->place, pair[c][1]);
        kir_end(f);
        kir_end(f);
    }
}

static void walk_turn(struct builder *b, int p, int first, int last)
{
    struct kir_func *f = b->f;
    int row = kir_binary(f, KIR_MUL, p, number(b, 2));
    int row1 = add(b, row, number(b, 1)),
        above = subtract(b, row, number(b, 1));
    struct pair now[MAX_COLUMNS][2], late[MAX_COLUMNS][2];
    struct pair middle[MAX_COLUMNS][2];
    for (int c = 0; c < b->columns; c++)
        for (int r = 0; r < 2; r++) {
            now[c][r] = get_pair(b, b->next[c][r]);
            late[c][r] = get_pair(b, b->late[c][r]);
        }
    kir_if(f, less(b, p, last));
    load_next(b, add(b, p, number(b, 1)));
    kir_end(f);
    int coupled = is_coupled(b, row), coupled_above = is_coupled(b, above);
    for (int c = 0; c < b->columns; c++) {
        const struct column *column = &b->column[c];
        turn_rows(b, column, row, coupled, &now[c][0], &now[c][1]);
        turn_columns(b, column, row, &now[c][0]);
        turn_columns(b, column, row1, &now[c][1]);
        middle[c][0] = late[c][1];
        middle[c][1] = now[c][0];
        turn_rows(b, column, above, coupled_above, &middle[c][0],
                  &middle[c][1]);
    }
    turn_middle(b, p, above, middle);
    for (int c = 0; c < b->columns; c++) {
        turn_rows(b, &b->column[c], above, coupled_above, &middle[c][0],
                  &middle[c][1]);
        set_pair(b, b->late[c][0], middle[c][1]);
        set_pair(b, b->late[c][1], now[c][1]);
        late[c][1] = middle[c][0];
    }
    kir_if(f, kir_binary(f, KIR_GE, p, add(b, first, number(b, 2))));
    finish_rows(b, subtract(b, row, number(b, 2)), late);
    kir_end(f);
}

static void walk(struct builder *b)
{
    struct kir_func *f = b->f;
    int one = number(b, 1), two = number(b, 2);
    int row = kir_binary(f, KIR_MUL, kir_block_index(f, 1), b->rows);
    int even_rows =
        kir_binary(f, KIR_MUL, kir_floor_div(f, add(b, b->ny, one), 2), two);
    int end = kir_binary(f, KIR_MIN, add(b, row, b->rows), even_rows);
    int first = subtract(b, kir_floor_div(f, row, 2), one);
    int last = kir_floor_div(f, end, 2);
    int zero = kir_float(f, b->type, 0);
    const int nothing[PARTS] = {zero, zero, zero, zero};
    for (int c = 0; c < b->columns; c++)
        for (int r = 0; r < 2; r++)
            set_parts(b, b->late[c][r], nothing);
    load_next(b, first);
    int p = kir_for(f, first, add(b, last, one), one, 0);
    walk_turn(b, p, first, last);
    kir_end(f);
}

/* Columns, parameters -------------------------------------------------------
 */

/* The column pair that stands for `column`, I32. */
static int column_inside(struct builder *b, int column)
{
    struct kir_func *f = b->f;
    int rest = kir_binary(f, KIR_REM, column, b->even);
    int wrapped =
        choose(b, less(b, rest, number(b, 0)), add(b, rest, b->even), rest);
    int last = subtract(b, b->even, number(b, 1));
    int nearest = kir_binary(
        f, KIR_MIN, kir_binary(f, KIR_MAX, column, number(b, 0)), last);
    return choose(b, b->periodic_x, wrapped, nearest);
}

static struct column column_new(struct builder *b, int lane)
{
    struct kir_func *f = b->f;
    int own = b->lanes - 2 * b->halo;
    int first = kir_binary(f, KIR_MUL, kir_block_index(f, 0), number(b, own));
    int at = add(b, subtract(b, first, number(b, b->halo)), lane);
    int place = column_inside(b, at);
    struct column c = {.lane = lane, .place = wide(b, place)};
    c.left = wide(b, column_inside(b, subtract(b, at, number(b, 1))));
    int begins = kir_binary(f, KIR_GE, lane, number(b, b->halo));
    int ends = less(b, lane, number(b, b->lanes - b->halo));
    c.stored = both(b, both(b, begins, ends), less(b, at, b->even));
    c.has_left =
        either(b, b->periodic_x, kir_binary(f, KIR_GE, at, number(b, 1)));
    if (b->links)
        return c;
    int has_right =
        either(b, b->periodic_x, less(b, add(b, at, number(b, 1)), b->even));
    struct turn h1 = b->exchanges_twice ? b->x : b->x_full;
    c.h0 = turn_if(b, less(b, place, b->odd), b->x);
    c.left_turn = turn_if(b, c.has_left, h1);
    c.right_turn = turn_if(b, has_right, h1);
    return c;
}

static struct turn turn_param(struct builder *b, const char *a, const char *s)
{
    int cosine = kir_param(b->f, a, b->type);
    return (struct turn){cosine, kir_param(b->f, s, b->type)};
}

static int flag_param(struct builder *b, const char *name)
{
    int value = kir_param(b->f, name, KIR_I32);
    return kir_binary(b->f, KIR_NE, value, number(b, 0));
}

/* The quarters of the rows are buffers of their own, with the same indices. */
static void declare_lattices(struct builder *b)
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

/* In the order of runtime/tsa_gpu.c's arguments. */
static void declare(struct builder *b)
{
    struct kir_func *f = b->f;
    declare_lattices(b);
    if (b->links) {
        b->table_x = kir_global(f, "table_x", b->type, true, true);
        b->table_y = kir_global(f, "table_y", b->type, true, true);
    }
    if (b->phases)
        b->table_phase = kir_global(f, "table_phase", b->type, true, true);
    b->even = kir_param(f, "even", KIR_I32);
    b->odd = kir_param(f, "odd", KIR_I32);
    b->ny = kir_param(f, "ny", KIR_I32);
    b->rows = kir_param(f, "rows", KIR_I32);
    b->half = kir_param(f, "half", KIR_I64);
    b->periodic_x = flag_param(b, "periodic_x");
    b->periodic_y = flag_param(b, "periodic_y");
    if (!b->links) {
        b->x = turn_param(b, "x_a", "x_b");
        b->x_full = turn_param(b, "x_full_a", "x_full_b");
        b->y = turn_param(b, "y_a", "y_b");
    }
    int buffers = 2;
    b->shared = kir_shared(f, "beside", b->type,
                           (int64_t)buffers * 2 * PARTS * b->lanes);
    b->quarter[0] = kir_int(f, KIR_I64, 0);
    for (int k = 1; k < PARTS; k++)
        b->quarter[k] = kir_binary(f, KIR_MUL, b->half, kir_int(f, KIR_I64, k));
    b->row_size = kir_binary(f, KIR_MUL, b->half, kir_int(f, KIR_I64, PARTS));
}

static void declare_variables(struct builder *b, struct arena *arena)
{
    static const char *const part[PARTS] = {"even_re", "even_im", "odd_re",
                                            "odd_im"};
    for (int c = 0; c < b->columns; c++)
        for (int r = 0; r < 2; r++)
            for (int k = 0; k < PARTS; k++) {
                b->next[c][r][k] = kir_variable(
                    b->f, arena_printf(arena, "next%d%d_%s", c, r, part[k]),
                    b->type);
                b->late[c][r][k] = kir_variable(
                    b->f, arena_printf(arena, "late%d%d_%s", c, r, part[k]),
                    b->type);
            }
}

static struct kir_module *build(struct arena *arena, int kind)
{
    bool single = !(kind & TSA_STRIP_DOUBLE);
    struct builder b = {.type = single ? KIR_F32 : KIR_F64,
                        .imaginary = kind & TSA_STRIP_IMAGINARY,
                        .links = kind & TSA_STRIP_LINKS,
                        .phases = kind & TSA_STRIP_PHASES,
                        .columns = TSA_STRIP_COLUMNS};
    b.exchanges_twice = b.links || b.phases;
    if (single && !b.exchanges_twice)
        b.columns = TSA_STRIP_MOST_COLUMNS;
    b.lanes = THREADS * b.columns;
    b.halo = TSA_STRIP_SECTOR / kir_type_size(b.type);
    const char *name =
        arena_printf(arena, "tsa_step_%s%s%s%s", single ? "f32" : "f64",
                     b.imaginary ? "_imaginary" : "", b.links ? "_links" : "",
                     b.phases ? "_phases" : "");
    struct kir_module *module = kir_module_new(arena, name, "tsa");
    b.f = kir_func_new(module, KIR_KERNEL, name, THREADS, 1, 1);
    declare(&b);
    declare_variables(&b, arena);
    for (int c = 0; c < b.columns; c++)
        b.column[c] = column_new(
            &b, add(&b, kir_thread_index(b.f, 0), number(&b, c * THREADS)));
    walk(&b);
    return module;
}

const struct hosted_family hosted_tsa = {"tsa", TSA_STRIP_MODULES, build};
