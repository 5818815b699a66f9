#include "tests/front/front_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/front/front.h"

static void fail(const char *what, const char *text,
                 const struct faults *faults)
{
    fprintf(stderr, "front_fuzz_one: %s\n%s\n", what, text ? text : "");
    for (const struct fault *f = faults->first; f; f = f->next)
        fprintf(stderr, "%d:%d: %s\n", f->loc.line, f->loc.column, f->message);
    abort();
}

/* The scop printed, parsed and printed again. */
static void check_scop(struct arena *arena, const struct scop *scop)
{
    struct buf once = {0}, twice = {0};
    struct faults faults = faults_new(arena);
    scop_print(scop, &once);
    if (!scop_check(scop, &faults))
        fail("the scop is not valid", once.text, &faults);
    const struct scop *copy = scop_parse(arena, "once", once.text, &faults);
    if (!copy)
        fail("the printed scop does not parse", once.text, &faults);
    scop_print(copy, &twice);
    if (strcmp(once.text, twice.text) != 0)
        fail("the printed scop does not parse to itself", once.text, &faults);
    buf_free(&once);
    buf_free(&twice);
}

static int try_scop(struct arena *arena, const char *text)
{
    struct faults faults = faults_new(arena);
    const struct scop *scop = scop_parse(arena, "fuzz.scop", text, &faults);
    if (!scop || !scop_check(scop, &faults))
        return 0;
    check_scop(arena, scop);
    return 1;
}

static int try_c(struct arena *arena, const char *text, size_t size)
{
    struct faults faults = faults_new(arena);
    struct unit *unit =
        unit_open_text(arena, "fuzz.c", text, size, 0, NULL, &faults);
    int taken = 0;
    for (int k = 0; unit && k < unit_region_count(unit); k++) {
        int before = faults.errors;
        const struct scop *scop = front_region(unit, k, &faults);
        if (!scop && faults.errors == before)
            fail("a region was dropped without a word", text, &faults);
        if (scop) {
            check_scop(arena, scop);
            taken++;
        }
    }
    unit_close(unit);
    return taken;
}

int front_fuzz_one(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    char *text = arena_alloc(arena, size + 1);
    if (size)
        memcpy(text, data, size);
    int taken =
        size && *text == '(' ? try_scop(arena, text) : try_c(arena, text, size);
    arena_free(arena);
    return taken;
}

#ifdef HEDRA_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    front_fuzz_one(data, size);
    return 0;
}
#endif
