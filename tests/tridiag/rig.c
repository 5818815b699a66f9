#include "tests/tridiag/rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const rig_type_name[RIG_TYPES] = {
    "float", "double", "float complex", "double complex"};
const double rig_tolerance[RIG_TYPES] = {1e-5, 1e-12, 1e-5, 1e-12};

size_t rig_size(int type)
{
    static const size_t size[RIG_TYPES] = {4, 8, 8, 16};
    return size[type];
}

void *rig_alloc(int type, int64_t count)
{
    void *array =
        aligned_alloc(64, ((size_t)count * rig_size(type) / 64 + 1) * 64);
    assert_non_null(array);
    return array;
}

double complex rig_get(int type, const void *array, int64_t i)
{
    switch (type) {
    case HEDRA_TRIDIAG_FLOAT:
        return ((const float *)array)[i];
    case HEDRA_TRIDIAG_DOUBLE:
        return ((const double *)array)[i];
    case HEDRA_TRIDIAG_COMPLEX_FLOAT:
        return ((const float complex *)array)[i];
    default:
        return ((const double complex *)array)[i];
    }
}

void rig_set(int type, void *array, int64_t i, double complex value)
{
    switch (type) {
    case HEDRA_TRIDIAG_FLOAT:
        ((float *)array)[i] = (float)creal(value);
        break;
    case HEDRA_TRIDIAG_DOUBLE:
        ((double *)array)[i] = creal(value);
        break;
    case HEDRA_TRIDIAG_COMPLEX_FLOAT:
        ((float complex *)array)[i] = (float complex)value;
        break;
    default:
        ((double complex *)array)[i] = value;
    }
}

double rig_random(void)
{
    static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (double)(state >> 11) / 9007199254740992.0;
}

static double complex random_complex(void)
{
    double re = 2 * rig_random() - 1;
    return re + I * (2 * rig_random() - 1);
}

static void set_dominant(struct rig_system *s, int64_t i)
{
    double complex b = random_complex(), c = random_complex();
    double complex a = random_complex();
    if (s->type < HEDRA_TRIDIAG_COMPLEX_FLOAT) {
        b = creal(b);
        c = creal(c);
        a = creal(a);
    }
    double size = cabs(a) > 0.01 ? cabs(a) : 1;
    a = (cabs(a) > 0.01 ? a : 1) / size * (cabs(b) + cabs(c) + 0.1);
    rig_set(s->type, s->b, i, b);
    rig_set(s->type, s->a, i, a);
    rig_set(s->type, s->c, i, c);
}

static void set_implicit(struct rig_system *s, int64_t i)
{
    const double r = 0.8;
    double v = 0.1 * rig_random();
    bool is_complex = s->type >= HEDRA_TRIDIAG_COMPLEX_FLOAT;
    rig_set(s->type, s->b, i, is_complex ? -I * r / 2 : -r);
    rig_set(s->type, s->a, i, is_complex ? 1 + I * (r + v) : 1 + 2 * r + v);
    rig_set(s->type, s->c, i, is_complex ? -I * r / 2 : -r);
}

struct rig_system rig_system_new(int type, enum rig_matrix matrix, int64_t n)
{
    struct rig_system s = {type, n, .b = rig_alloc(type, n)};
    s.a = rig_alloc(type, n);
    s.c = rig_alloc(type, n);
    s.d = rig_alloc(type, n);
    s.x = rig_alloc(type, n);
    for (int64_t i = 0; i < n; i++) {
        if (matrix == RIG_DOMINANT)
            set_dominant(&s, i);
        else
            set_implicit(&s, i);
        rig_set(type, s.d, i, random_complex());
    }
    rig_set(type, s.b, 0, NAN);
    rig_set(type, s.c, n - 1, NAN);
    return s;
}

void rig_system_free(struct rig_system *s)
{
    free(s->b);
    free(s->a);
    free(s->c);
    free(s->d);
    free(s->x);
}

/* LAPACK's tridiagonal solvers by type. */
typedef void gtsv(const int *n, const int *nrhs, void *dl, void *d, void *du,
                  void *b, const int *ldb, int *info);
gtsv sgtsv_, dgtsv_, cgtsv_, zgtsv_;

void *rig_lapack_try(const struct rig_system *s)
{
    static gtsv *const solver[RIG_TYPES] = {sgtsv_, dgtsv_, cgtsv_, zgtsv_};
    const size_t size = rig_size(s->type), bytes = (size_t)s->n * size;
    const int n = (int)s->n, one = 1;
    int info;
    char *b = rig_alloc(s->type, s->n), *a = rig_alloc(s->type, s->n);
    char *c = rig_alloc(s->type, s->n), *x = rig_alloc(s->type, s->n);
    memcpy(b, s->b, bytes);
    memcpy(a, s->a, bytes);
    memcpy(c, s->c, bytes);
    memcpy(x, s->d, bytes);
    solver[s->type](&n, &one, b + size, a, c, x, &n, &info);
    free(b);
    free(a);
    free(c);
    if (info == 0)
        return x;
    free(x);
    return NULL;
}

void *rig_lapack(const struct rig_system *s)
{
    void *x = rig_lapack_try(s);
    assert_non_null(x);
    return x;
}

double rig_difference(int type, const void *x, int64_t step, const void *y,
                      int64_t n)
{
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < n; i++) {
        double complex z = rig_get(type, y, i);
        double error = cabs(rig_get(type, x, i * step) - z);
        worst = error > worst || error != error ? error : worst;
        largest = fmax(largest, cabs(z));
        if (error != error)
            return error;
    }
    return worst / largest;
}

void rig_check(const struct rig_system *s, const void *lapack, const char *what)
{
    double error = rig_difference(s->type, s->x, 1, lapack, s->n);
    if (error <= rig_tolerance[s->type])
        return;
    print_error("%s, %s, n = %lld: differs by %g\n", what,
                rig_type_name[s->type], (long long)s->n, error);
    fail();
}
