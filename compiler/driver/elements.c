/*
 * What a data-stream array asks of the mapping, which outputs know layouts, and
 * what faults end with.
 */
#include "compiler/driver/options.h"
#include "compiler/driver/overwrite.h"

#include "backends/target.h"
#include "runtime/racersim/racersim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool has_elements(const struct options *o)
{
    if (o->form == OPTIONS_FORM_TARGET)
        return target_find(o->emit)->capabilities & TARGET_ELEMENTS;
    return o->targets & OPTIONS_RACER;
}

const char *options_refuse_elements(const struct options *o)
{
    if (o->verilog && (!o->output || paths_is_stdout(o->output) || o->depend))
        return "--emit=verilog writes several files, into the folder that -o"
               " names, and goes with no -MD: hedrac --emit=verilog -o FOLDER"
               " FILE.c -- --set=NAME=VALUE... ARRAYS";
    if (o->copies && (o->form != OPTIONS_FORM_TARGET ||
                      strcmp(o->emit, "racer-placed") != 0))
        return "--racer-copies goes with --emit=racer-placed";
    if (!has_elements(o))
        return o->racer ? "--racer is the array of --emit=racer, racer-placed,"
                          " verilog and dot, and of --targets=racer,host"
                        : NULL;
    if (o->form == OPTIONS_FORM_FAT && o->targets & OPTIONS_GPUS)
        return "--targets: racer goes with neither ptx nor opencl, since its"
               " kernels have a thread for each element; compile the file once"
               " more for GPUs";
    return o->tune ? "--tune tries nothing for the target racer" : NULL;
}

/* One point of a nest an element: blocks of one thread, no tiles, no teams. The
 * GPU's mapping is made so. */
void options_ask_elements(struct options *o)
{
    static const enum pass without[] = {
        PASS_WHOLE_BODY,     PASS_SCAN,          PASS_REDUCTION_ROWS,
        PASS_LEVEL_SCHEDULE, PASS_SINGLE_BLOCK,  PASS_UNROLL_JAM,
        PASS_UNGUARDED,      PASS_SHARED_TILE,   PASS_PANEL,
        PASS_OVERLAPPED,     PASS_ACTIVE_POINTS, PASS_CLOSURE_BLOCKING};
    static const enum choice_name single[] = {CHOICE_BLOCK_1X, CHOICE_BLOCK_2X,
                                              CHOICE_BLOCK_2Y, CHOICE_BLOCK_3X,
                                              CHOICE_BLOCK_3Y, CHOICE_BLOCK_3Z};

    if (!has_elements(o))
        return;
    o->elements = true;
    o->diag.off[FAULT_ACCESS] = true; /* of a GPU's warps */
    for (size_t k = 0; k < sizeof without / sizeof *without; k++)
        o->passes.without[without[k]] = true;
    for (size_t k = 0; k < sizeof single / sizeof *single; k++)
        o->choice[single[k]] = 1;
}

void options_read_array(struct arena *arena, struct options *o,
                        struct faults *faults)
{
    size_t length;
    struct racer_arch *array = arena_alloc(arena, sizeof *array);
    char *text = o->racer ? base_read_file(o->racer, &length) : NULL;

    if (o->elements && o->page)
        o->views = arena_alloc(arena, sizeof *o->views);
    if (!o->racer)
        return;
    *array = racer_arch_thesis();
    array->name = "custom";
    if (!text)
        fault_add(faults, FAULT_FILE, (struct loc){.file = o->racer},
                  "cannot be read: %s", strerror(errno));
    else if (strlen(text) != length)
        fault_add(faults, FAULT_FILE, (struct loc){.file = o->racer},
                  "is no text: a byte is zero");
    else if (racer_arch_parse(arena, o->racer, text, array, faults))
        o->array = array;
    free(text);
}

bool options_keep_layouts(const struct options *o)
{
    return !o->tune && !o->elements && o->form != OPTIONS_FORM_OPENMP;
}

int options_exit_code(const struct faults *faults)
{
    int code = OPTIONS_EXIT_REFUSED;
    for (const struct fault *f = faults->first; f; f = f->next)
        if (f->kind == FAULT_INTERNAL)
            code = OPTIONS_EXIT_INTERNAL;
        else if (f->kind == FAULT_USAGE && code == OPTIONS_EXIT_REFUSED)
            code = OPTIONS_EXIT_USAGE;
    return code;
}
