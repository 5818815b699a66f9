/*
 * Thermostats (hedra_md_observe.h). They work on whole velocities, so that with
 * one of them each step ends with its kick. Kinetic energies are summed as
 * measured ones are: by the numbers that the caller gave particles.
 */
#include "runtime/include/hedra_md_observe.h"
#include "runtime/md/device.h"

#include <inttypes.h>
#include <math.h>

static double freedom(const struct hedra_md *md)
{
    return 3 * (double)md->whole - 3;
}

/* Setting ------------------------------------------------------------------ */

static enum hedra_status check(const struct hedra_md *md,
                               const struct hedra_md_thermostat *t,
                               struct hedra_error *why)
{
    if (t->kind < HEDRA_MD_NVE || t->kind > HEDRA_MD_NOSE_HOOVER)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "the thermostat's kind is %d, not 0 to %d", t->kind,
                         HEDRA_MD_NOSE_HOOVER);
    if (t->kind == HEDRA_MD_NVE)
        return HEDRA_OK;
    if (!(t->temperature >= 0 && isfinite(t->temperature)) ||
        (t->kind == HEDRA_MD_NOSE_HOOVER && t->temperature == 0))
        return error_set(
            why, HEDRA_ERROR_ARGUMENT,
            "the thermostat's temperature is %g, not %s 0", t->temperature,
            t->kind == HEDRA_MD_NOSE_HOOVER ? "above" : "at least");
    if (t->kind != HEDRA_MD_RESCALE && !(t->time > 0 && isfinite(t->time)))
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "the thermostat's time is %g, not above 0", t->time);
    if (t->every < 0)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "the thermostat's every is %" PRId64 ", below 0",
                         t->every);
    if (t->kind != HEDRA_MD_LANGEVIN && md->whole < 2)
        return error_argument(why, "a thermostat other than LANGEVIN needs two "
                                   "particles");
    return HEDRA_OK;
}

enum hedra_status hedra_md_set_thermostat(struct hedra_md *md,
                                          const struct hedra_md_thermostat *t,
                                          struct hedra_error *why)
{
    if (!md)
        return error_argument(why, "md is NULL");
    const struct hedra_md_thermostat none = {0};
    const enum hedra_status status = check(md, t ? t : &none, why);
    if (status)
        return status;
    md->heat = (struct md_heat){.o = t ? *t : none};
    if (md->heat.o.every == 0)
        md->heat.o.every = 1;
    md->measured = false;
    return error_none(why);
}

/* Random numbers ----------------------------------------------------------- */

void md_philox(const uint32_t counter[4], const uint32_t key[2],
               uint32_t out[4])
{
    uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]},
             k[2] = {key[0], key[1]};
    for (int round = 0; round < 10; round++) {
        const uint64_t a = UINT64_C(0xD2511F53) * c[0],
                       b = UINT64_C(0xCD9E8D57) * c[2];
        const uint32_t next[4] = {
            (uint32_t)(b >> 32) ^ c[1] ^ k[0], (uint32_t)b,
            (uint32_t)(a >> 32) ^ c[3] ^ k[1], (uint32_t)a};
        for (int n = 0; n < 4; n++)
            c[n] = next[n];
        k[0] += 0x9E3779B9;
        k[1] += 0xBB67AE85;
    }
    for (int n = 0; n < 4; n++)
        out[n] = c[n];
}

/* Four normal numbers of a particle and a step, by pairs (G. E. P. Box, M. E.
 * Muller, Ann. Math. Stat. 29, 610 (1958)). */
static void draw(uint64_t seed, int64_t id, int64_t step, double normal[4])
{
    const double tau = 6.283185307179586, unit = 1.0 / 4294967296;
    const uint32_t counter[4] = {(uint32_t)id, (uint32_t)((uint64_t)id >> 32),
                                 (uint32_t)step,
                                 (uint32_t)((uint64_t)step >> 32)},
                   key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t bits[4];
    md_philox(counter, key, bits);
    for (int n = 0; n < 4; n += 2) {
        const double length = sqrt(-2 * log((bits[n] + 0.5) * unit)),
                     angle = tau * bits[n + 1] * unit;
        normal[n] = length * cos(angle);
        normal[n + 1] = length * sin(angle);
    }
}

/* Velocities --------------------------------------------------------------- */

struct turning {
    struct hedra_md *md;
    double factor, noise;
};

static void turn_some(const void *context, int64_t begin, int64_t end)
{
    const struct turning *t = context;
    struct hedra_md *md = t->md;
    const int64_t last =
        end * MD_BLOCK < md->count ? end * MD_BLOCK : md->count;
    for (int64_t i = begin * MD_BLOCK; i < last; i++) {
        double normal[4] = {0, 0, 0, 0};
        const double by_mass = t->noise / sqrt(md->mass[(int)md->x[i][3]]);
        if (t->noise > 0)
            draw(md->heat.o.seed, md_id(md, md->row[i]), md->steps, normal);
        for (int a = 0; a < 3; a++)
            md->v[i][a] = t->factor * md->v[i][a] + by_mass * normal[a];
    }
}

static void turn(struct hedra_md *md, double factor, double noise)
{
    const struct turning t = {md, factor, noise};
    host_pool_run(md->threads, turn_some, &t, md->lists.blocks);
}

/* Scales, and takes note of the energy that this gives. */
static void scale(struct hedra_md *md, double kinetic, double factor)
{
    turn(md, factor, 0);
    md->heat.given += (factor * factor - 1) * kinetic;
}

static void nose_hoover(struct hedra_md *md)
{
    struct md_heat *h = &md->heat;
    const double dt = md->o.step, wanted = freedom(md) * h->o.temperature,
                 mass = wanted * h->o.time * h->o.time;
    md_device_take(md);
    double twice = 2 * md_kinetic(md);
    h->xi += (twice - wanted) / mass * dt / 4;
    const double factor = exp(-h->xi * dt / 2);
    turn(md, factor, 0);
    twice *= factor * factor;
    h->eta += h->xi * dt / 2;
    h->xi += (twice - wanted) / mass * dt / 4;
    h->given = -mass * h->xi * h->xi / 2 - wanted * h->eta;
}

void md_thermostat_before(struct hedra_md *md)
{
    if (md->heat.o.kind == HEDRA_MD_NOSE_HOOVER)
        nose_hoover(md);
}

static void langevin(struct hedra_md *md)
{
    const struct hedra_md_thermostat *t = &md->heat.o;
    md_device_take(md);
    const double kept = exp(-md->o.step / t->time), before = md_kinetic(md);
    turn(md, kept, sqrt(-expm1(-2 * md->o.step / t->time) * t->temperature));
    md->heat.given += md_kinetic(md) - before;
}

void md_thermostat_after(struct hedra_md *md)
{
    const struct hedra_md_thermostat *t = &md->heat.o;
    if (t->kind == HEDRA_MD_NOSE_HOOVER)
        nose_hoover(md);
    if (t->kind == HEDRA_MD_LANGEVIN)
        langevin(md);
    if (t->kind != HEDRA_MD_BERENDSEN &&
        (t->kind != HEDRA_MD_RESCALE || md->steps % t->every != 0))
        return;
    md_device_take(md);
    const double kinetic = md_kinetic(md), now = 2 * kinetic / freedom(md);
    double square = t->temperature / now;
    if (t->kind == HEDRA_MD_BERENDSEN)
        square = 1 + md->o.step / t->time * (square - 1);
    /* What rests cannot be scaled to another temperature. */
    if (now > 0)
        scale(md, kinetic, sqrt(fmax(square, 0)));
}
