/*
 * The optimiser: which passes run, in which order, and how often. Debug builds
 * verify the module behind each.
 */
#include "backends/optimise/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A pass that broke the module is a bug: debug builds stop at once. */
static void verify(const struct kir_module *module, const char *pass)
{
#ifndef NDEBUG
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);

    if (!kir_check(module, &faults)) {
        fprintf(stderr, "kir: after %s: %s\n", pass, faults.first->message);
        abort();
    }
    arena_free(arena);
#else
    (void)module;
    (void)pass;
#endif
}

static struct kir_module *rebuild(struct arena *arena,
                                  const struct kir_module *in)
{
    struct kir_module *out = kir_module_new(arena, in->name, in->source_file);

    for (int i = 0; i < in->func_count; i++) {
        struct arena *scratch = arena_new();

        optimise_rebuild(scratch, in->func[i], kir_func_like(out, in->func[i]));
        arena_free(scratch);
    }
    verify(out, "rebuild");
    return out;
}

static struct kir_module *promote(struct kir_module *module)
{
    for (int i = 0; i < module->func_count; i++) {
        struct arena *scratch = arena_new();

        optimise_local_arrays(scratch, module->func[i]);
        optimise_merge(module->func[i]);
        optimise_promote(scratch, module->func[i]);
        arena_free(scratch);
    }
    verify(module, "promote");
    return module;
}

static struct kir_module *remove_dead(struct arena *arena,
                                      const struct kir_module *in)
{
    struct kir_module *out = kir_module_new(arena, in->name, in->source_file);

    for (int i = 0; i < in->func_count; i++) {
        struct arena *scratch = arena_new();

        optimise_dead(scratch, in->func[i], out);
        arena_free(scratch);
    }
    verify(out, "dead");
    return out;
}

static struct kir_module *optimise_once(struct arena *arena,
                                        const struct kir_module *module)
{
    struct arena *temporary = arena_new();
    struct kir_module *next;

    next = promote(rebuild(temporary, module));
    next = remove_dead(arena, rebuild(temporary, next));
    arena_free(temporary);
    return next;
}

/* One round opens what the next one uses: a guard around a loop lets its loads
 * out, a variable that is gone merges what it kept apart. Rounds go on until
 * the text stays the same, so that optimising twice changes nothing but what
 * accesses that kir_pack has moved were in the way of; the limit is for
 * safety. */
struct kir_module *kir_optimise(struct arena *arena,
                                const struct kir_module *module)
{
    enum { ROUND_LIMIT = 10 };
    struct arena *old = NULL, *new = arena_new();
    struct kir_module *best = optimise_once(new, module), *result;
    struct buf before = {0}, after = {0};

    kir_print(best, &after);
    for (int round = 1; round < ROUND_LIMIT; round++) {
        bool same;

        buf_free(&before);
        before = after;
        after = (struct buf){0};
        arena_free(old);
        old = new;
        new = arena_new();
        best = optimise_once(new, best);
        kir_print(best, &after);
        same = after.length == before.length &&
               memcmp(after.text, before.text, after.length) == 0;
        if (same)
            break;
    }
    result = remove_dead(arena, best);
    kir_pack(result);
    verify(result, "pack");
    buf_free(&before);
    buf_free(&after);
    arena_free(old);
    arena_free(new);
    return result;
}
