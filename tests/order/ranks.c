/*
 * Arrays over ranks (hedra_order_mpi.h): ten steps of a 27-point stencil have
 * the bits of one array, for every ordering, periodic or not, with halos of one
 * cell and of two, while what needs no halo is computed as cells travel; and
 * what is refused, on all ranks alike.
 */
#include "runtime/include/hedra_order_mpi.h"
#include "tests/tsa/mpi_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 10 };

static int rank, ranks, failures;
static struct hedra_error why;

static void fail(const char *what, int form)
{
    printf("rank %d, form %d: %s\n", rank, form, what);
    failures++;
}

static void *memory(int64_t count)
{
    double *made = calloc((size_t)count + 1, sizeof *made);
    if (!made)
        abort();
    return made;
}

struct stencil {
    struct hedra_order_mpi *spread;
    const struct hedra_order *order;
    int dims, depth;
    int64_t first[3], size[3];
    double *from, *to;
};

static double start_of(int64_t i, int64_t j, int64_t k)
{
    return 1 / (double)(1 + (i * 31 + j * 17 + k * 7) % 101);
}

/* All neighbours up to `depth` away, each with a weight of its own. */
static double sum_of(const struct stencil *s, const int64_t at[3])
{
    const int flat = s->dims == 3 ? s->depth : 0;
    double sum = 0;
    int weight = 0;
    for (int x = -s->depth; x <= s->depth; x++)
        for (int y = -s->depth; y <= s->depth; y++)
            for (int z = -flat; z <= flat; z++)
                sum += s->from[hedra_order_index(s->order, at[0] + x, at[1] + y,
                                                 at[2] + z)] /
                       (3 + 2 * ++weight);
    return sum;
}

/* Own cells that are at least `away` from the brick's sides, or the others. */
static void compute(const struct stencil *s, bool inner)
{
    int64_t lo[3], at[3];
    for (int a = 0; a < 3; a++)
        lo[a] = a < s->dims ? s->depth : 0;
    for (at[0] = lo[0]; at[0] < lo[0] + s->size[0]; at[0]++)
        for (at[1] = lo[1]; at[1] < lo[1] + s->size[1]; at[1]++)
            for (at[2] = lo[2]; at[2] < lo[2] + s->size[2]; at[2]++) {
                bool is_inner = true;
                for (int a = 0; a < s->dims; a++)
                    is_inner &= at[a] >= 2 * lo[a] && at[a] < s->size[a];
                if (is_inner == inner)
                    s->to[hedra_order_index(s->order, at[0], at[1], at[2])] =
                        sum_of(s, at);
            }
}

/* The same in one array, whose neighbours are found by their coordinates. */
static double *reference(const int64_t n[3], const bool periodic[3], int dims,
                         int depth)
{
    const int64_t count = n[0] * n[1] * n[2];
    const int flat = dims == 3 ? depth : 0;
    double *from = memory(count), *to = memory(count);
    for (int64_t c = 0; c < count; c++)
        from[c] = start_of(c / n[2] / n[1], c / n[2] % n[1], c % n[2]);
    for (int step = 0; step < STEPS; step++) {
        for (int64_t c = 0; c < count; c++) {
            int weight = 0;
            to[c] = 0;
            for (int x = -depth; x <= depth; x++)
                for (int y = -depth; y <= depth; y++)
                    for (int z = -flat; z <= flat; z++) {
                        int64_t at[3] = {c / n[2] / n[1] + x,
                                         c / n[2] % n[1] + y, c % n[2] + z};
                        bool is_in = true;
                        for (int a = 0; a < 3; a++) {
                            is_in &=
                                periodic[a] || (at[a] >= 0 && at[a] < n[a]);
                            at[a] = (at[a] + n[a]) % n[a];
                        }
                        to[c] +=
                            (is_in ? from[(at[0] * n[1] + at[1]) * n[2] + at[2]]
                                   : 0) /
                            (3 + 2 * ++weight);
                    }
        }
        double *swapped = from;
        from = to;
        to = swapped;
    }
    free(to);
    return from;
}

/* Own cells, in place, and their first values. */
static int64_t place_of(const struct stencil *s, int64_t n, int64_t at[3])
{
    at[0] = n / s->size[2] / s->size[1];
    at[1] = n / s->size[2] % s->size[1];
    at[2] = n % s->size[2];
    const int64_t depth = s->depth, flat = s->dims == 3 ? depth : 0;
    const uint64_t index =
        hedra_order_index(s->order, at[0] + depth, at[1] + depth, at[2] + flat);
    for (int a = 0; a < 3; a++)
        at[a] += s->first[a];
    return (int64_t)index;
}

static void run(const struct hedra_order_mpi_options *o, int form)
{
    const int64_t *n = o->order.size;
    struct stencil s = {.dims = o->order.dims, .depth = (int)o->depth};
    int64_t at[3];
    if (hedra_order_mpi_create(MPI_COMM_WORLD, o, &s.spread, &why)) {
        fail(why.text, form);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    s.order = hedra_order_mpi_order(s.spread);
    hedra_order_mpi_part(s.spread, s.first, s.size);
    const int64_t own = s.size[0] * s.size[1] * s.size[2],
                  span = (int64_t)hedra_order_span(s.order);
    int64_t all = own;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (all != n[0] * n[1] * n[2])
        fail("cells are nobody's, or two ranks'", form);
    s.from = memory(span);
    s.to = memory(span);
    double *const arrays[2] = {s.from, s.to};
    for (int64_t c = 0; c < own; c++) {
        const int64_t place = place_of(&s, c, at);
        s.from[place] = start_of(at[0], at[1], at[2]);
    }
    for (int step = 0; step < STEPS; step++) {
        if (hedra_order_mpi_begin(s.spread, s.from, &why))
            fail(why.text, form);
        compute(&s, true);
        if (hedra_order_mpi_end(s.spread, s.from, &why))
            fail(why.text, form);
        compute(&s, false);
        double *swapped = s.from;
        s.from = s.to;
        s.to = swapped;
    }
    double *right = reference(n, o->periodic, s.dims, s.depth);
    bool is_right = true;
    for (int64_t c = 0; c < own; c++) {
        const int64_t place = place_of(&s, c, at);
        is_right &= memcmp(&s.from[place],
                           &right[(at[0] * n[1] + at[1]) * n[2] + at[2]],
                           sizeof *right) == 0;
    }
    if (!is_right)
        fail("the bits of one array are others", form);
    free(right);
    free(arrays[0]);
    free(arrays[1]);
    hedra_order_mpi_destroy(s.spread);
}

static void check_orders(void)
{
    static const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                            hilbert = {.kind =
                                                           HEDRA_ORDER_HILBERT};
    static const struct hedra_order_options order[] = {
        {.kind = HEDRA_ORDER_ROW},
        {.kind = HEDRA_ORDER_COLUMN},
        {.kind = HEDRA_ORDER_MORTON},
        {.kind = HEDRA_ORDER_MORTON_I, .fit = HEDRA_ORDER_PAD},
        {.kind = HEDRA_ORDER_HILBERT},
        {.kind = HEDRA_ORDER_HILBERT, .fit = HEDRA_ORDER_BRICK},
        {.kind = HEDRA_ORDER_HYBRID,
         .tile = {4, 4, 4},
         .outer = &hilbert,
         .inner = &row},
        {.kind = HEDRA_ORDER_HILBERT_2D},
        {.kind = HEDRA_ORDER_MORTON}};
    enum { ORDERS = sizeof order / sizeof *order, FLAT = 7 };
    /* More ranks than cores wait for each other. */
    for (int form = 0; form<2 * ORDERS; form += ranks> 4 ? 3 : 1) {
        const int k = form % ORDERS;
        struct hedra_order_mpi_options o = {
            .order = order[k],
            .periodic = {form & 1, form & 2, form & 4},
            .depth = 1 + form / ORDERS,
            .bytes = sizeof(double)};
        o.order.dims = k < FLAT ? 3 : 2;
        o.order.size[0] = k < FLAT ? 9 : 19;
        o.order.size[1] = k < FLAT ? 8 : 23;
        o.order.size[2] = k < FLAT ? 10 : 1;
        run(&o, form);
    }
}

static void want(enum hedra_status status, enum hedra_status expected,
                 const char *what)
{
    if (status != expected || why.status != expected || !why.text[0])
        fail(what, 100);
}

static void check_refused(void)
{
    struct hedra_order_mpi_options o = {.order = {.kind = HEDRA_ORDER_ROW,
                                                  .size = {3, 3, 3}},
                                        .depth = 2,
                                        .bytes = 4},
                                   bad;
    struct hedra_order_mpi *made;
    const enum hedra_status status =
        hedra_order_mpi_create(MPI_COMM_WORLD, &o, &made, &why);
    float array[7 * 7 * 7] = {0};
    if (ranks > 1)
        want(status, HEDRA_ERROR_SIZE, "too many ranks are taken");
    if (ranks > 1 && !strstr(why.text, "1 will do"))
        fail(why.text, 100);
    if (ranks == 1 && status)
        fail(why.text, 100);
    if (ranks == 1) {
        want(hedra_order_mpi_end(made, array, &why), HEDRA_ERROR_ARGUMENT,
             "what has not begun ends");
        if (hedra_order_mpi_begin(made, array, &why))
            fail(why.text, 100);
        want(hedra_order_mpi_begin(made, array, &why), HEDRA_ERROR_ARGUMENT,
             "what has not ended begins");
        if (hedra_order_mpi_end(made, array, &why))
            fail(why.text, 100);
    }
    hedra_order_mpi_destroy(made);
    bad = o;
    bad.depth = rank == 0 ? 0 : 2;
    want(hedra_order_mpi_create(MPI_COMM_WORLD, &bad, &made, &why),
         HEDRA_ERROR_ARGUMENT, "no halo is taken");
    if (made)
        fail("an object that failed", 100);
    bad = o;
    bad.order.kind = HEDRA_ORDER_TABLE;
    want(hedra_order_mpi_create(MPI_COMM_WORLD, &bad, &made, &why),
         HEDRA_ERROR_ARGUMENT, "a table is taken");
    bad = o;
    bad.order.size[1] = 0;
    want(hedra_order_mpi_create(MPI_COMM_WORLD, &bad, &made, &why),
         HEDRA_ERROR_SIZE, "no cells are taken");
    bad = o;
    bad.periodic[0] = true;
    bad.depth = 4;
    want(hedra_order_mpi_create(MPI_COMM_WORLD, &bad, &made, &why),
         HEDRA_ERROR_SIZE, "a halo that is longer than the box is taken");
    hedra_order_mpi_destroy(NULL);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check_orders();
    check_refused();
    return finish_ranks(failures);
}
