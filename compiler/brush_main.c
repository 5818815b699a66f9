/* brush: from a basis set to integral kernels (compiler/brush_work.h). */
#include "compiler/brush_work.h"
#include "compiler/diag.h"

enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_USAGE = 2 };

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct work w = {.arena = arena, .faults = faults_new(arena)};
    struct brush_options options =
        brush_options_parse(arena, argc, argv, &w.faults);
    struct diag_options diag = {.color = DIAG_COLOR_AUTO, .program = "brush"};
    int code = EXIT_DONE;

    w.options = &options;
    if (w.faults.errors)
        code = EXIT_USAGE;
    else if (options.action == BRUSH_HELP)
        brush_options_print_help(stdout);
    else if (options.action == BRUSH_VERSION)
        puts("brush " BRUSH_VERSION_TEXT);
    else if (options.action == BRUSH_EXPLAIN)
        brush_explain(&w);
    else if (options.action == BRUSH_TUNE)
        brush_tune(&w);
    else
        brush_generate(&w);
    diag_print(stderr, &w.faults, &diag);
    if (w.faults.errors && code == EXIT_DONE)
        code = EXIT_REFUSED;
    arena_free(arena);
    return code;
}
