#include "tests/racer/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rig rig_new(void)
{
    struct rig rig = {.arena = arena_new(), .arch = racer_arch_thesis()};

    rig.faults = faults_new(rig.arena);
    rig.data.arena = rig.arena;
    return rig;
}

void rig_free(struct rig *rig)
{
    arena_free(rig->arena);
}

static void give_up(const struct rig *rig, const char *what)
{
    fprintf(stderr, "%s\n", what);
    for (const struct fault *f = rig->faults.first; f; f = f->next)
        fprintf(stderr, "%s:%d: %s\n", f->loc.file ? f->loc.file : "",
                f->loc.line, f->message);
    exit(1);
}

const char *rig_file(struct rig *rig, const char *name)
{
    char *text = base_read_file(
        arena_printf(rig->arena, "%s/%s", RACER_TESTS, name), NULL);
    const char *copy;

    if (!text)
        give_up(rig, name);
    copy = arena_strdup(rig->arena, text);
    free(text);
    return copy;
}

bool rig_parse(struct rig *rig, const char *text)
{
    rig->graph = racer_parse(rig->arena, "test.graph", text, &rig->faults);
    return rig->graph != NULL;
}

void rig_data(struct rig *rig, const char *text)
{
    if (!racer_data_parse(&rig->data, "test.data", text, &rig->faults))
        give_up(rig, "memories are refused");
}

bool rig_prove(struct rig *rig)
{
    struct buf certificate = {0};
    bool proved = racer_prove(rig->arena, rig->graph, &rig->arch, &certificate,
                              &rig->faults);

    buf_free(&certificate);
    return proved;
}

bool rig_balance(struct rig *rig)
{
    struct racer_streams streams;
    struct faults faults = faults_new(rig->arena);

    if (racer_order(rig->arena, rig->graph, &streams, &faults))
        racer_find_rings(rig->arena, rig->graph, &streams, &rig->rings,
                         &faults);
    return racer_balance(rig->arena, rig->graph, &rig->arch, &rig->rings,
                         &rig->slack, &rig->faults);
}

struct racersim_result rig_run(struct rig *rig,
                               const struct racersim_options *options)
{
    const struct racersim_options none = {0};

    rig->sim = racersim_new(rig->arena, rig->graph, &rig->arch, &rig->data,
                            &rig->faults);
    if (!rig->sim)
        give_up(rig, "the graph cannot be run");
    return racersim_run(rig->sim, options ? options : &none);
}

bool rig_says(const struct rig *rig, const char *words)
{
    for (const struct fault *f = rig->faults.first; f; f = f->next)
        if (strstr(f->message, words) || (f->hint && strstr(f->hint, words)))
            return true;
    return false;
}

const char *rig_replace(struct rig *rig, const char *text, const char *from,
                        const char *to)
{
    const char *at = strstr(text, from);

    if (!at)
        give_up(rig, from);
    return arena_printf(rig->arena, "%.*s%s%s", (int)(at - text), text, to,
                        at + strlen(from));
}

int64_t rig_slots(const struct racersim_result *result)
{
    for (int k = 0; k < result->use_count; k++)
        if (result->use[k].kind == NET_MERGE)
            return result->use[k].fired;
    return result->port[result->port_count - 1].elements;
}

int rig_rounds(double x, double y)
{
    double d = 0, p = 0, len;
    int n = 0;

    do {
        double z1 = d + x, z2 = p + y, q1 = z1 * z1, q2 = z2 * z2;

        p = z1 * z2 * 2;
        d = q1 - q2;
        len = q1 + q2;
        n++;
    } while (len < 16 && n < 200);
    return n;
}
