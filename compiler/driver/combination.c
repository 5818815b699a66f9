/*
 * Which options go with each other.
 */
#include "compiler/driver/options.h"

#include <string.h>

static void usage_error(struct faults *faults, const char *text)
{
    fault_add(faults, FAULT_USAGE, (struct loc){0}, "%s", text);
}

static void check_dump(const struct options *o, struct faults *faults)
{
    bool dumps = false;
    for (int k = 0; k < PASS_COUNT; k++)
        dumps |= o->passes.dump[k];
    if (dumps && (o->run || o->emit || o->tune || o->depend || o->page))
        usage_error(faults,
                    "--dump goes with none of --run, --tune, --emit, -MD and"
                    " --explain=html");
}

/* Of a test of the clause independent only programs know, and hosts. */
static void check_check(const struct options *o, struct faults *faults)
{
    if (o->check_independent && (o->form != OPTIONS_FORM_FAT || o->tune ||
                                 !(o->targets & OPTIONS_HOST)))
        usage_error(faults,
                    "--check-independent makes programs that run on the host:"
                    " --targets has host with it, and --emit and --tune do not"
                    " go with it");
}

void options_check(const struct options *o, struct faults *faults)
{
    bool plain = options_has_suffix(o->input, ".kir") ||
                 options_has_suffix(o->input, ".scop");
    if (strcmp(o->input, "-") == 0)
        usage_error(faults,
                    "the source cannot come from standard input: its path"
                    " is needed to find headers");
    if (plain && o->form == OPTIONS_FORM_FAT)
        usage_error(faults, "a .kir or .scop file needs --emit=FORM");
    if (options_has_suffix(o->input, ".kir") &&
        (o->form == OPTIONS_FORM_SCOP || o->form == OPTIONS_FORM_SCHEDULE))
        usage_error(faults, "a .kir file has neither scop nor schedule");
    if (plain && o->form == OPTIONS_FORM_OPENMP)
        usage_error(faults, "--emit=openmp is for C files");
    check_dump(o, faults);
    check_check(o, faults);
    if (o->run && (o->emit || o->output || o->depend))
        usage_error(faults, "--run goes with none of --emit, -o and -MD");
    if (options_has_suffix(o->input, ".kir") && o->page)
        usage_error(faults, "a .kir file has no loop nests to explain");
    if (o->counts && !o->page)
        usage_error(faults, "--counts goes with --explain=html");
    if (plain && o->depend)
        usage_error(faults, "-MD is for C files");
    if (o->tune && (o->run || o->emit || o->output || o->depend || o->page))
        usage_error(faults,
                    "--tune goes with none of --run, --emit, -o, -MD and"
                    " --explain=html");
    if (o->tune && (o->chosen || o->sweeps))
        usage_error(faults,
                    "--tune goes with neither --choose nor --sweeps, since it"
                    " tries these choices");
    if (o->accept && plain)
        usage_error(faults, "--accept is for C files");
    if ((o->keep_refused || o->report) &&
        (plain || !options_is_whole(o) || o->tune || o->page))
        usage_error(faults,
                    "--keep-refused and --report go with C files, and with"
                    " none of --emit but openmp, --dump, --tune and"
                    " --explain=html");
    if (o->tune && plain)
        usage_error(faults, "--tune is for C files");
    if (o->tune && o->tuned && strcmp(o->tuned, "none") == 0)
        usage_error(faults, "--tune needs a file to write to, and --tuned=none"
                            " forbids it");
    if (options_refuse_elements(o))
        usage_error(faults, options_refuse_elements(o));
    if (o->tune_build && !o->tune)
        usage_error(faults, "--tune-build goes with --tune");
    if (!o->depend && (o->depend_file || o->depend_target || o->depend_phony))
        usage_error(faults, "-MF, -MT and -MP need -MD or -MMD");
}
