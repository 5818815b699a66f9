#include "tests/md/rig.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

double rig_number(void)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static void *memory(int64_t count, size_t bytes)
{
    void *made = calloc((size_t)count, bytes);
    assert_non_null(made);
    return made;
}

static struct system make(int64_t count)
{
    struct system s = {.options = {.cutoff = 2.5, .skin = 0.3, .step = 0.005},
                       .particles = {.count = count}};
    s.particles.position = memory(3 * count, sizeof(double));
    s.particles.velocity = memory(3 * count, sizeof(double));
    s.particles.force = memory(3 * count, sizeof(double));
    s.particles.type = memory(count, sizeof(int));
    s.particles.image = memory(3 * count, sizeof(int));
    for (int64_t n = 0; n < count; n++)
        s.particles.type[n] = 1;
    return s;
}

struct system rig_melt(int n)
{
    const int64_t cells[3] = {n, n, n};
    struct hedra_error why;
    struct system s = make(hedra_md_fcc_count(cells));
    if (hedra_md_fcc(cells, 0.8442, 1.44, &s.particles, s.options.high, &why))
        fail_msg("%s", why.text);
    return s;
}

/* Also from the images of the others. */
static bool is_free(const struct system *s, int64_t n, const double side[3])
{
    const double *x = s->particles.position;
    for (int64_t m = 0; m < n; m++) {
        double r2 = 0;
        for (int a = 0; a < 3; a++) {
            const double d = x[3 * n + a] - x[3 * m + a];
            const double wrapped = d - side[a] * nearbyint(d / side[a]);
            r2 += wrapped * wrapped;
        }
        if (r2 < 0.9 * 0.9)
            return false;
    }
    return true;
}

struct system rig_random(int count, int types, const double side[3])
{
    struct system s = make(count);
    s.options.types = types;
    for (int64_t n = 0; n < count; n++) {
        do
            for (int a = 0; a < 3; a++)
                s.particles.position[3 * n + a] = side[a] * rig_number();
        while (!is_free(&s, n, side));
        for (int a = 0; a < 3; a++)
            s.particles.velocity[3 * n + a] = rig_number() - 0.5;
        s.particles.type[n] = 1 + (int)n % types;
    }
    for (int a = 0; a < 3; a++)
        s.options.high[a] = side[a];
    return s;
}

void rig_free(struct system *s)
{
    free(s->particles.position);
    free(s->particles.velocity);
    free(s->particles.force);
    free(s->particles.type);
    free(s->particles.image);
}

struct hedra_md *rig_make(const struct system *s)
{
    struct hedra_md *md;
    struct hedra_error why;
    if (hedra_md_create(&s->options, &s->particles, &md, &why))
        fail_msg("%s", why.text);
    assert_int_equal(why.status, HEDRA_OK);
    return md;
}

struct hedra_md_thermo rig_measure(struct hedra_md *md)
{
    struct hedra_md_thermo t;
    struct hedra_error why;
    if (hedra_md_measure(md, &t, &why))
        fail_msg("%s", why.text);
    return t;
}

void rig_step(struct hedra_md *md, int64_t steps)
{
    struct hedra_error why;
    if (hedra_md_step(md, steps, &why))
        fail_msg("%s", why.text);
}

void rig_get(const struct hedra_md *md, struct hedra_md_particles *to)
{
    struct hedra_error why;
    if (hedra_md_get(md, to, &why))
        fail_msg("%s", why.text);
}

void rig_check_with_comma(void (*check)(void))
{
    check();
    bool comma = setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
    if (getenv("LOCPATH") && !comma)
        fail_msg("the locale de_DE.UTF-8 is not there");
    if (comma)
        check();
    setlocale(LC_ALL, "C");
}
