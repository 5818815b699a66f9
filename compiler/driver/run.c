/*
 * Does --run: writes the C file into a folder of its own, has the C compiler
 * link it with the libhedra beside this hedrac, runs the program with the
 * user's arguments, and removes the folder.
 */
#include "compiler/driver/run.h"

#include "compiler/driver/command.h"
#include "compiler/driver/restart.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct loc nowhere;

static char *folder_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return arena_strdup(arena, ".");
    return arena_strndup(arena, path,
                         slash > path ? (size_t)(slash - path) : 1);
}

/* The call of the C compiler. What the user wrote for hedrac comes after the
 * defaults, so that it prevails. */
static bool build_compiler_call(struct command *c, const struct options *o,
                                const char *source, const char *program,
                                struct faults *faults)
{
    struct arena *arena = faults->arena;
    struct command_places places;
    if (!command_find_places(&places, faults))
        return false;
    command_add_compiler(c);
    command_add(c, "-iquote");
    command_add(c, folder_of(arena, o->input));
    for (int i = 0; i < o->clang_count; i++)
        command_add(c, o->clang[i]);
    command_add(c, arena_printf(arena, "-I%s", places.include));
    command_add(c, source);
    command_add(c, "-o");
    command_add(c, program);
    command_add_library(c, &places);
    return true;
}

bool run_build(const struct options *options, const char *source,
               const char *program, const char *log, struct faults *faults)
{
    struct command c = {.arena = faults->arena};
    if (!build_compiler_call(&c, options, source, program, faults))
        return false;
    int status = command_run(&c, log, options->verbose);
    if (status == 0)
        return true;
    const char *reason = status < 0 ? strerror(errno) : "it failed";
    fault_add(faults, FAULT_FILE, nowhere,
              "the C compiler '%s' did not make the program: %s", c.word[0],
              reason);
    return false;
}

static int build_and_run(const struct options *o, const char *folder,
                         const char *text, size_t length, struct faults *faults)
{
    struct arena *arena = faults->arena;
    const char *source = arena_printf(arena, "%s/program.c", folder);
    const char *program = arena_printf(arena, "%s/program", folder);
    if (!base_write_file(source, text, length)) {
        fault_add(faults, FAULT_FILE, nowhere, "cannot write %s: %s", source,
                  strerror(errno));
        return -1;
    }
    struct command run = {.arena = arena, .foreground = true};
    if (!run_build(o, source, program, NULL, faults))
        return -1;
    command_add(&run, program);
    for (int i = 0; i < o->program_argc; i++)
        command_add(&run, o->program_argv[i]);
    int status = command_run(&run, NULL, o->verbose);
    if (status < 0)
        fault_add(faults, FAULT_FILE, nowhere, "cannot run %s: %s", program,
                  strerror(errno));
    return status;
}

int run_program(const struct options *options, const char *text, size_t length,
                struct faults *faults)
{
    if (options->verilog)
        return run_verilog(options, text ? text : "", faults);
    const char *folder = command_make_folder(faults, "hedrac");
    if (!folder)
        return -1;
    int status = build_and_run(options, folder, text, length, faults);
    guard_remove_folder(folder);
    return status;
}
