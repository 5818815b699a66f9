#include "tests/brush/compare.h"

#include "tests/brush/reference.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct hedra_eri_set *set;
    struct reference *reference;
    int *shell_at; /* per function: libint2's shell that begins there, or -1 */
    double *bound; /* per two of libint2's shells: sqrt((ab|ab)); NULL: errors
                      are absolute */
    const struct third_way *third;
    struct comparison *result;
    pthread_mutex_t lock;
};

double compare_value(const struct hedra_eri_set *set,
                     const struct hedra_eri_block *block, int64_t at)
{
    return set->element_size == 8 ? ((const double *)block->value)[at]
                                  : (double)((const float *)block->value)[at];
}

/* What errors of a quartet of libint2's shells are divided by. */
static double scale_of(const struct check *c, const int shell[4])
{
    int n = reference_shells(c->reference);

    return c->bound ? fmax(1, c->bound[shell[0] * n + shell[1]] *
                                  c->bound[shell[2] * n + shell[3]])
                    : 1;
}

/* The error of our value, if libint2 has the other one. */
static double error_of(struct check *c, const int at[4], double ours,
                       double theirs, double scale)
{
    double e = fabs(ours - theirs) / scale, right;

    if (!c->third || e <= c->third->bound)
        return e;
    right = c->third->integral(c->third->context, at);
    c->result->decided++;
    c->result->theirs = fmax(c->result->theirs, fabs(theirs - right) / scale);
    return fabs(ours - right) / scale;
}

/* Compares the integrals of one quartet of libint2's shells. `in` says where
 * each begins within the block's shells. */
static void compare(struct check *c, const struct hedra_eri_block *b, int q,
                    const int shell[4], const int in[4])
{
    const double *theirs =
        reference_compute(c->reference, shell[0], shell[1], shell[2], shell[3]);
    double scale = scale_of(c, shell);
    struct comparison *r = c->result;
    int n[4], at[4], number = 0;

    for (int i = 0; i < 4; i++)
        n[i] = reference_functions(c->reference, shell[i]);
    for (at[0] = 0; at[0] < n[0]; at[0]++)
        for (at[1] = 0; at[1] < n[1]; at[1]++)
            for (at[2] = 0; at[2] < n[2]; at[2]++)
                for (at[3] = 0; at[3] < n[3]; at[3]++, number++) {
                    int function[4];
                    int64_t place = 0;
                    double e;

                    for (int i = 0; i < 4; i++) {
                        place = place * b->n[i] + in[i] + at[i];
                        function[i] =
                            reference_first(c->reference, shell[i]) + at[i];
                    }
                    e = error_of(
                        c, function,
                        compare_value(c->set, b, place * b->stride + q),
                        theirs ? theirs[number] : 0, scale);
                    r->integrals++;
                    if (e <= r->worst)
                        continue;
                    r->worst = isnan(e) ? INFINITY : e;
                    memcpy(r->at, function, sizeof r->at);
                }
}

/* libint2's shells that lie within a shell of the set. */
static int split(const struct check *c, int first, int functions, int shell[],
                 int in[])
{
    int n = 0;

    for (int i = 0; i < functions; i++)
        if (c->shell_at[first + i] >= 0) {
            shell[n] = c->shell_at[first + i];
            in[n++] = i;
        }
    return n;
}

static void visit(void *context, const struct hedra_eri_block *b)
{
    struct check *c = context;

    pthread_mutex_lock(&c->lock);
    for (int q = 0; q < b->quartets; q++) {
        int first[4] = {b->bra[0], b->bra[1], b->ket[q][0], b->ket[q][1]};
        int shell[4][HEDRA_ERI_SEGMENTS], in[4][HEDRA_ERI_SEGMENTS], n[4];

        for (int i = 0; i < 4; i++)
            n[i] = split(c, first[i], b->n[i], shell[i], in[i]);
        for (int k = 0; k < n[0] * n[1] * n[2] * n[3]; k++) {
            int at[4] = {k / (n[3] * n[2] * n[1]), k / (n[3] * n[2]) % n[1],
                         k / n[3] % n[2], k % n[3]};
            int s[4], i[4];

            for (int j = 0; j < 4; j++) {
                s[j] = shell[j][at[j]];
                i[j] = in[j][at[j]];
            }
            compare(c, b, q, s, i);
        }
    }
    pthread_mutex_unlock(&c->lock);
}

static void fill_bounds(struct check *c)
{
    int n = reference_shells(c->reference);

    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const double *value = reference_compute(c->reference, i, k, i, k);
            int pairs = reference_functions(c->reference, i) *
                        reference_functions(c->reference, k);
            double most = 0;

            for (int f = 0; value && f < pairs; f++)
                most = fmax(most, value[f * pairs + f]);
            c->bound[i * n + k] = sqrt(most);
        }
}

bool compare_all(const struct hedra_eri *eri, const struct hedra_eri_set *set,
                 double threshold, bool relative, const struct third_way *third,
                 struct comparison *result)
{
    struct check c = {.set = set,
                      .reference = reference_new(eri, 0),
                      .third = third,
                      .result = result};
    size_t functions = (size_t)hedra_eri_functions(eri);
    size_t shells = (size_t)reference_shells(c.reference);
    struct hedra_eri_counts counts;
    bool good;

    memset(result, 0, sizeof *result);
    c.shell_at = malloc(functions * sizeof *c.shell_at);
    if (relative)
        c.bound = malloc(shells * shells * sizeof *c.bound);
    good = c.shell_at && (!relative || c.bound);
    if (good && relative)
        fill_bounds(&c);
    for (size_t i = 0; good && i < functions; i++)
        c.shell_at[i] = -1;
    for (int i = 0; good && i < (int)shells; i++)
        c.shell_at[reference_first(c.reference, i)] = i;
    pthread_mutex_init(&c.lock, NULL);
    good = good &&
           hedra_eri_visit(eri, threshold, visit, &c, &counts, NULL) == 0 &&
           result->integrals == counts.integrals;
    pthread_mutex_destroy(&c.lock);
    free(c.shell_at);
    free(c.bound);
    reference_free(c.reference);
    return good;
}
