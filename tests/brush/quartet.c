#include "tests/brush/quartet.h"

#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "runtime/include/hedra_eri.h"
#include "tests/brush/direct.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { PRIMITIVES = 2, PAIRS = PRIMITIVES * PRIMITIVES, LANES = 2 };
enum { FIELDS = HEDRA_ERI_FACTOR + PAIRS, COLUMNS = HEDRA_ERI_COEFFICIENT + 4 };
enum { SAMPLES = 5, MOST = 50000 };

#define PI 3.14159265358979323846

struct shell {
    struct shell_kind kind;
    int primitives;
    double exponent[PRIMITIVES], coefficient[2][PRIMITIVES];
    double centre[LANES][3]; /* the first two shells: the same in all lanes */
};

struct quartet {
    const char *name[4];
    struct shell shell[4];
    int pairs[2];
    int done[PAIRS]; /* see quartet_limit */
    double pair[2][FIELDS * LANES], constant[2][PAIRS * COLUMNS];
    struct kernel_constants constants;
    double table[PAIRS * PAIRS * 2];
    double out[MOST];
    double known[SAMPLES]; /* NaN: not yet */
};

static double next_random(unsigned *state, double low, double high)
{
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (*state >> 8) / 16777215.0;
}

static void make_shell(struct shell *s, const char *name, int primitives,
                       bool moves, unsigned *state)
{
    s->primitives = primitives;
    s->kind.pure = *name == '5' || *name == '7';
    for (const char *c = name + s->kind.pure; *c; c++)
        s->kind.l[s->kind.segments++] = (int)(strchr("spdf", *c) - "spdf");
    for (int k = 0; k < primitives; k++) {
        s->exponent[k] = next_random(state, 0.3, 1.8);
        for (int i = 0; i < 2; i++)
            s->coefficient[i][k] = next_random(state, -1, 1);
    }
    for (int lane = 0; lane < LANES; lane++)
        for (int i = 0; i < 3; i++)
            s->centre[lane][i] = lane == 0 || moves
                                     ? next_random(state, -0.9, 0.9)
                                     : s->centre[0][i];
}

/* What runtime/include/hedra_eri.h says that a side's arrays hold. */
static void fill_side(struct quartet *q, int side)
{
    const struct shell *a = &q->shell[2 * side], *b = a + 1;
    int combinations = a->kind.segments * b->kind.segments;
    int columns = HEDRA_ERI_COEFFICIENT + combinations;

    for (int k = 0; k < q->pairs[side]; k++) {
        int i = k / b->primitives, j = k % b->primitives;
        double alpha = a->exponent[i], beta = b->exponent[j];
        double zeta = alpha + beta, *row = q->constant[side] + k * columns;

        row[HEDRA_ERI_FRACTION] = beta / zeta;
        row[HEDRA_ERI_INVERSE] = 0.5 / zeta;
        row[HEDRA_ERI_TWICE] = 2 * zeta;
        row[HEDRA_ERI_TWICE_SECOND] = 2 * beta;
        for (int c = 0; c < combinations; c++)
            row[HEDRA_ERI_COEFFICIENT + c] =
                a->coefficient[c / b->kind.segments][i] *
                b->coefficient[c % b->kind.segments][j];
        for (int lane = 0; lane < LANES; lane++) {
            double square = 0, *field = q->pair[side] + lane;

            for (int x = 0; x < 3; x++) {
                double along = b->centre[lane][x] - a->centre[lane][x];

                square += along * along;
                field[(HEDRA_ERI_CENTRE + x) * LANES] = a->centre[lane][x];
                field[(HEDRA_ERI_VECTOR + x) * LANES] = along;
            }
            field[(HEDRA_ERI_FACTOR + k) * LANES] =
                exp(-alpha * beta / zeta * square) *
                (combinations == 1 ? row[HEDRA_ERI_COEFFICIENT] : 1);
        }
    }
}

static double exponent_sum(const struct quartet *q, int side, int k)
{
    const struct shell *a = &q->shell[2 * side], *b = a + 1;

    return a->exponent[k / b->primitives] + b->exponent[k % b->primitives];
}

static void fill_table(struct quartet *q)
{
    int at = 0;

    for (int l = 0; l < q->pairs[1]; l++)
        for (int k = 0; k < q->pairs[0]; k++) {
            double zeta = exponent_sum(q, 0, k), eta = exponent_sum(q, 1, l);

            q->table[at++] = zeta * eta / (zeta + eta);
            q->table[at++] = 2 * pow(PI, 2.5) / (zeta * eta * sqrt(zeta + eta));
        }
}

struct quartet *quartet_new(struct arena *arena, const char *const name[4],
                            const int primitives[4], unsigned seed)
{
    struct quartet *q = arena_alloc(arena, sizeof *q);

    memcpy(q->name, name, sizeof q->name);
    for (int i = 0; i < 4; i++)
        make_shell(&q->shell[i], name[i], primitives[i], i >= 2, &seed);
    for (int side = 0; side < 2; side++) {
        q->pairs[side] = primitives[2 * side] * primitives[2 * side + 1];
        fill_side(q, side);
        q->constants.row[side] = q->constant[side];
    }
    fill_table(q);
    for (int k = 0; k < PAIRS; k++)
        q->done[k] = q->pairs[0];
    for (int s = 0; s < SAMPLES; s++)
        q->known[s] = NAN;
    return q;
}

void quartet_limit(struct quartet *q, const int *done)
{
    memcpy(q->done, done, (size_t)q->pairs[1] * sizeof *done);
    for (int s = 0; s < SAMPLES; s++)
        q->known[s] = NAN;
}

struct kernel_shape quartet_shape(const struct quartet *q)
{
    struct kernel_shape shape = {.type = KIR_F64,
                                 .lanes = 1,
                                 .primitives = {q->pairs[0], q->pairs[1]},
                                 .constants = &q->constants};

    for (int i = 0; i < 4; i++)
        shape.kind[i] = q->shell[i].kind;
    return shape;
}

/* By definition ----------------------------------------------------------- */

/* The Cartesian components of a function, with their weights. */
static int expand(const struct shell_function *f, int8_t power[10][3],
                  double weight[10])
{
    int count = 0;

    for (int n = 0; n < bracket_component_count(f->l); n++) {
        double w = f->pure ? shell_harmonic(f->l, f->component - f->l, n)
                           : n == f->component;

        if (w == 0)
            continue;
        bracket_component(f->l, n, power[count]);
        weight[count++] = w;
    }
    return count;
}

/* The contracted integral of Cartesian components. */
static double contracted(const struct quartet *q, int lane,
                         const struct shell_function f[4],
                         const struct bracket *b)
{
    struct direct_place at;
    double sum = 0;

    for (int i = 0; i < 4; i++)
        memcpy(at.centre[i], q->shell[i].centre[lane], sizeof at.centre[i]);
    for (int l = 0; l < q->pairs[1]; l++)
        for (int k = 0; k < q->done[l]; k++) {
            int n[4] = {k / q->shell[1].primitives, k % q->shell[1].primitives,
                        l / q->shell[3].primitives, l % q->shell[3].primitives};
            double factor = 1;

            for (int i = 0; i < 4; i++) {
                at.exponent[i] = q->shell[i].exponent[n[i]];
                factor *= q->shell[i].coefficient[f[i].segment][n[i]];
            }
            sum += factor * direct_evaluate(b, &at);
        }
    return sum;
}

static double expected(const struct quartet *q, int lane,
                       const struct shell_function f[4])
{
    static const enum bracket_index place[] = {INDEX_A, INDEX_B, INDEX_C,
                                               INDEX_D};
    int8_t power[4][10][3];
    double weight[4][10], sum = 0;
    int n[4], total = 1;

    for (int i = 0; i < 4; i++)
        total *= n[i] = expand(&f[i], power[i], weight[i]);
    for (int k = 0; k < total; k++) {
        struct bracket b;
        double factor = 1;

        memset(&b, 0, sizeof b);
        for (int i = 0, rest = k; i < 4; rest /= n[i++]) {
            memcpy(b.index[place[i]], power[i][rest % n[i]], 3);
            factor *= weight[i][rest % n[i]];
        }
        sum += factor * contracted(q, lane, f, &b);
    }
    return sum;
}

/* By kernels -------------------------------------------------------------- */

/* The list of primitive quartets: see runtime/include/hedra_eri.h. */
static void make_list(const struct quartet *q, int inner, int64_t *list)
{
    list[0] = 0;
    for (int i = 0; i < q->pairs[!inner]; i++) {
        list[1 + i] = inner ? 0 : q->done[i];
        for (int l = 0; inner && l < q->pairs[1]; l++)
            list[1 + i] += q->done[l] > i;
        list[0] = list[1 + i] ? i + 1 : list[0];
    }
}

static void run(const struct kir_func *f, struct quartet *q, int inner,
                struct kir_memory scratch, struct faults *faults)
{
    int64_t item[HEDRA_ERI_ITEM] = {0, 0, LANES, 0, 0}, grid[3] = {1, 1, 1};
    int64_t list[1 + PAIRS];
    struct kir_memory memory[] = {{item, HEDRA_ERI_ITEM},
                                  {q->pair[0], FIELDS * LANES},
                                  {q->pair[1], FIELDS * LANES},
                                  {q->constant[0], PAIRS * COLUMNS},
                                  {q->constant[1], PAIRS * COLUMNS},
                                  {q->table, PAIRS * PAIRS * 2},
                                  {list, 1 + q->pairs[!inner]},
                                  {q->out, MOST},
                                  scratch};
    union kir_imm scalar[] = {
        {.i = LANES}, {.i = LANES}, {.i = q->pairs[0]}, {.i = q->pairs[1]}};
    struct kir_eval eval = {.buffer = memory, .scalar = scalar};

    make_list(q, inner, list);
    if (!kir_eval_run(f, grid, &eval, faults))
        fail_msg("%s", faults->first->message);
}

static void compare(struct quartet *q, const char *what)
{
    int n[4], total = 1;
    double scale = 0;

    for (int i = 0; i < 4; i++)
        total *= n[i] = shell_kind_functions(&q->shell[i].kind);
    for (int k = 0; k < total * LANES; k++)
        scale = fmax(scale, fabs(q->out[k]));
    for (int s = 0; s < SAMPLES; s++) {
        int at = (int)((int64_t)s * (total - 1) / (SAMPLES - 1)), rest = at;
        struct shell_function f[4];
        double value = q->out[at * LANES + s % LANES];

        for (int i = 3; i >= 0; rest /= n[i--])
            f[i] = shell_function(&q->shell[i].kind, rest % n[i]);
        if (isnan(q->known[s]))
            q->known[s] = expected(q, s % LANES, f);
        if (!(fabs(value - q->known[s]) <= 1e-10 * scale))
            fail_msg("%s, integral %d: %.15g is not %.15g", what, at, value,
                     q->known[s]);
    }
}

/* Builds the kernel, of functions of at most `most` operations, and runs it;
 * how many functions there are. What is not written must not be read: it is
 * NaN. */
static int evaluate(struct quartet *q, struct arena *arena, enum path path,
                    int lanes, int most)
{
    struct faults faults = faults_new(arena);
    struct kir_module *module = kir_module_new(arena, "test", "test");
    struct kernel_shape shape = quartet_shape(q);
    struct kir_memory scratch;
    double *number;

    shape.lanes = lanes;
    scratch.count =
        KERNEL_BLOCK * kernel_build(module, "kernel", &shape, path, most);
    scratch.data = number =
        arena_alloc(arena, (size_t)scratch.count * sizeof *number);
    for (int64_t i = 0; i < scratch.count; i++)
        number[i] = NAN;
    assert_true(kir_check(module, &faults));
    module = kir_optimise(arena, module);
    memset(q->out, 0, sizeof q->out);
    for (int i = 0; i < module->func_count; i++)
        run(module->func[i], q, kernel_inner(path), scratch, &faults);
    assert_int_equal(scratch.count > 0, module->func_count > 1);
    return module->func_count;
}

int quartet_check_parts(struct quartet *q, enum path path, int most)
{
    static double whole[MOST];
    struct arena *arena = arena_new();
    int functions;

    assert_int_equal(evaluate(q, arena, path, 1, 0), 1);
    memcpy(whole, q->out, sizeof whole);
    functions = evaluate(q, arena, path, 1, most);
    if (memcmp(whole, q->out, sizeof whole) != 0)
        fail_msg("(%s %s|%s %s) by %s: %d functions give other bits than one",
                 q->name[0], q->name[1], q->name[2], q->name[3],
                 path_name(path), functions);
    arena_free(arena);
    return functions;
}

void quartet_check(struct quartet *q, enum path path, int lanes)
{
    struct arena *arena = arena_new();

    assert_int_equal(evaluate(q, arena, path, lanes, 0), 1);
    compare(q, arena_printf(arena,
                            "(%s %s|%s %s) by %s, %d and %d pairs, %d lanes",
                            q->name[0], q->name[1], q->name[2], q->name[3],
                            path_name(path), q->pairs[0], q->pairs[1], lanes));
    arena_free(arena);
}
