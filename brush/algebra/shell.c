/*
 * Shells: their kinds and names, their functions in libint2's order, the norms
 * of contracted functions, and the coefficients of spherical harmonics (H. B.
 * Schlegel, M. J. Frisch, IJQC 54, 83 (1995), eq. 15).
 */
#include "brush/algebra/shell.h"

#include "brush/algebra/bracket.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static const char letters[] = "spdf";

bool shell_kind_equal(const struct shell_kind *a, const struct shell_kind *b)
{
    return a->segments == b->segments && a->pure == b->pure &&
           memcmp(a->l, b->l, (size_t)a->segments * sizeof *a->l) == 0;
}

int shell_kind_compare(const struct shell_kind *a, const struct shell_kind *b)
{
    int difference = shell_max_l(a) - shell_max_l(b);

    if (!difference)
        difference = shell_kind_functions(a) - shell_kind_functions(b);
    if (!difference)
        difference = a->segments - b->segments;
    for (int i = 0; !difference && i < a->segments; i++)
        difference = a->l[i] - b->l[i];
    return difference ? difference : a->pure - b->pure;
}

const char *shell_kind_name(struct arena *arena, const struct shell_kind *k)
{
    char *name = arena_strdup(arena, "");

    for (int i = 0; i < k->segments; i++)
        if (k->pure && k->l[i] >= 2)
            name = arena_printf(arena, "%s%d%c", name, 2 * k->l[i] + 1,
                                letters[k->l[i]]);
        else
            name = arena_printf(arena, "%s%c", name, letters[k->l[i]]);
    return name;
}

static int functions_of(int l, bool pure)
{
    return pure && l >= 2 ? 2 * l + 1 : bracket_component_count(l);
}

int shell_kind_functions(const struct shell_kind *k)
{
    int sum = 0;

    for (int i = 0; i < k->segments; i++)
        sum += functions_of(k->l[i], k->pure);
    return sum;
}

int shell_max_l(const struct shell_kind *k)
{
    int l = 0;

    for (int i = 0; i < k->segments; i++)
        l = k->l[i] > l ? k->l[i] : l;
    return l;
}

struct shell_function shell_function(const struct shell_kind *k, int number)
{
    int s = 0;

    while (number >= functions_of(k->l[s], k->pure))
        number -= functions_of(k->l[s++], k->pure);
    return (struct shell_function){s, k->l[s], k->pure && k->l[s] >= 2, number};
}

static double factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

/* (2n - 1)!! */
static double odd_factorial(int n)
{
    return n < 1 ? 1 : (2 * n - 1) * odd_factorial(n - 1);
}

static double binomial(int n, int k)
{
    return k < 0 || k > n ? 0
                          : factorial(n) / (factorial(k) * factorial(n - k));
}

/* The sum over k of eq. 15, as a real number: the imaginary unit's power tells
 * whether the component belongs to the cosine or to the sine. */
static double harmonic_sum(int m, int j, int x)
{
    int a = abs(m);
    double sum = 0;

    for (int k = 0; k <= j; k++) {
        int turn = a - x + 2 * k; /* i^turn */

        if (x - 2 * k < 0 || x - 2 * k > a)
            continue;
        if ((m >= 0) != (turn % 2 == 0))
            continue;
        sum += binomial(j, k) * binomial(a, x - 2 * k) *
               ((((turn - (m < 0)) / 2) % 2) ? -1 : 1);
    }
    return sum;
}

double shell_harmonic(int l, int m, int n)
{
    int a = abs(m), j;
    int8_t p[3];
    double norm, sum = 0;

    bracket_component(l, n, p);
    if ((p[0] + p[1] - a) < 0 || (p[0] + p[1] - a) % 2)
        return 0;
    j = (p[0] + p[1] - a) / 2;
    for (int i = j; i <= (l - a) / 2; i++)
        sum += binomial(l, i) * binomial(i, j) * (i % 2 ? -1 : 1) *
               factorial(2 * l - 2 * i) / factorial(l - a - 2 * i);
    norm = factorial(2 * p[0]) * factorial(2 * p[1]) * factorial(2 * p[2]) *
           factorial(l) * factorial(l - a) /
           (factorial(2 * l) * factorial(p[0]) * factorial(p[1]) *
            factorial(p[2]) * factorial(l + a));
    norm *= odd_factorial(l) /
            (odd_factorial(p[0]) * odd_factorial(p[1]) * odd_factorial(p[2]));
    return sqrt(norm) * (m ? sqrt(2) : 1) * sum * harmonic_sum(m, j, p[0]) /
           (pow(2, l) * factorial(l));
}

bool shell_normalise(const struct basis_shell *shell, int s,
                     double *coefficient)
{
    /* of the norm; smaller ones are what rounding leaves of nothing */
    const double least = 1e-10;
    int l = shell->l[s];
    double sum = 0, size = 0;

    for (int k = 0; k < shell->primitives; k++)
        coefficient[k] =
            shell->coefficient[s][k] * pow(2 * shell->exponent[k] / PI, 0.75) *
            pow(4 * shell->exponent[k], 0.5 * l) / sqrt(odd_factorial(l));
    for (int i = 0; i < shell->primitives; i++)
        for (int k = 0; k < shell->primitives; k++) {
            double zeta = shell->exponent[i] + shell->exponent[k];
            double term = coefficient[i] * coefficient[k] *
                          pow(PI / zeta, 1.5) * odd_factorial(l) /
                          pow(2 * zeta, l);

            sum += term;
            size += fabs(term);
        }
    for (int k = 0; k < shell->primitives; k++)
        coefficient[k] /= sqrt(sum);
    return isfinite(size) && sum > DBL_MIN && sum > least * size;
}

static bool can_merge(const struct basis_shell *a, const struct basis_shell *b,
                      bool pure, int most)
{
    int sum = 0;

    if (a->primitives != b->primitives ||
        a->segments + b->segments > BASIS_MAX_SEGMENTS ||
        memcmp(a->exponent, b->exponent,
               (size_t)a->primitives * sizeof *a->exponent) != 0)
        return false;
    for (int i = 0; i < a->segments; i++)
        sum += functions_of(a->l[i], pure);
    for (int i = 0; i < b->segments; i++)
        sum += functions_of(b->l[i], pure);
    return sum <= most;
}

void shell_merge(struct arena *arena, struct basis *basis, int most)
{
    for (int z = 1; z <= BASIS_MAX_Z; z++) {
        struct basis_element *e = &basis->element[z];
        struct basis_element merged = {0, 0, NULL};

        for (int i = 0; i < e->shells; i++) {
            struct basis_shell *last =
                merged.shells ? &merged.shell[merged.shells - 1] : NULL;

            if (!last || !can_merge(last, &e->shell[i], basis->pure, most)) {
                ARENA_PUSH(arena, merged.shell, merged.shells, merged.shell_cap,
                           e->shell[i]);
                continue;
            }
            for (int s = 0; s < e->shell[i].segments; s++) {
                last->l[last->segments] = e->shell[i].l[s];
                last->coefficient[last->segments++] =
                    e->shell[i].coefficient[s];
            }
        }
        *e = merged;
    }
}
