/* brush: from a basis set to integral kernels (compiler/brush/brush.h). */
#include "compiler/brush/brush.h"
#include "compiler/driver/driver.h"

enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_USAGE = 2, EXIT_INTERNAL = 3 };

static const struct diag_options diag = {.color = DIAG_COLOR_AUTO,
                                         .program = "brush"};

/* struct guard.work and .crashed. */
static int work(void *context, bool again)
{
    struct brush_work *w = context;

    (void)again;
    if (w->options->action == BRUSH_EXPLAIN)
        brush_explain(w);
    else if (w->options->action == BRUSH_TUNE)
        brush_tune(w);
    else
        brush_generate(w);
    diag_print(stderr, &w->faults, &diag);
    if (w->overwrites)
        return EXIT_USAGE;
    return w->faults.errors ? EXIT_REFUSED : EXIT_DONE;
}

static int report_crash(void *context, const char *how, struct loc where)
{
    struct brush_work *w = context;

    fault_add(&w->faults, FAULT_INTERNAL, where,
              "brush has crashed (%s); please report it with %s", how,
              w->options->basis);
    diag_print(stderr, &w->faults, &diag);
    return EXIT_INTERNAL;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct brush_work w = {.arena = arena, .faults = faults_new(arena)};
    struct brush_options options =
        brush_options_parse(arena, argc, argv, &w.faults);
    const struct guard guard = {&w, work, report_crash, NULL, NULL};
    int code = EXIT_DONE;

    w.options = &options;
    if (w.faults.errors) {
        diag_print(stderr, &w.faults, &diag);
        code = EXIT_USAGE;
    } else if (options.action == BRUSH_HELP) {
        brush_options_print_help(stdout);
    } else if (options.action == BRUSH_VERSION) {
        puts("brush " BRUSH_VERSION_TEXT);
    } else {
        code = guard_run(&guard);
    }
    arena_free(arena);
    return code;
}
