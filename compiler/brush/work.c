/*
 * What the commands of brush share: they read the basis set and other files by
 * it, and collect the files that they make in memory, to be written at the
 * end.
 */
#include "compiler/brush/brush.h"
#include "compiler/driver/driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct loc nowhere;

struct work_file *work_add_file(struct brush_work *w, const char *name)
{
    struct work_file f = {name, {NULL, 0, 0}};

    ARENA_PUSH(w->arena, w->file, w->files, w->file_cap, f);
    return &w->file[w->files - 1];
}

const char *work_read_file(struct brush_work *w, const char *path)
{
    size_t length = 0;
    char *text = base_read_file(path, &length);
    const char *copy = NULL;

    if (!text)
        fault_add(&w->faults, FAULT_FILE, nowhere, "cannot read %s: %s", path,
                  strerror(errno));
    else if (strlen(text) != length)
        fault_add(&w->faults, FAULT_FILE, nowhere,
                  "%s is no text: it has a byte of value 0", path);
    else
        copy = arena_strdup(w->arena, text);
    free(text);
    return copy;
}

struct basis *work_read_basis(struct brush_work *w)
{
    const struct brush_options *o = w->options;
    const struct basis_options options = {o->all_elements ? NULL : o->wanted,
                                          o->form};
    const char *text = work_read_file(w, o->basis);

    return text ? basis_parse(w->arena, o->basis, text, &options, &w->faults)
                : NULL;
}

struct library_options work_library_options(struct brush_work *w,
                                            const struct basis *basis,
                                            enum kir_type type)
{
    const struct brush_options *o = w->options;
    struct library_options l = {.name = o->name,
                                .type = type,
                                .lanes = o->lanes,
                                .merge = o->merge,
                                .path = o->path,
                                .most = o->most};

    if (type == KIR_F32)
        l.name = arena_printf(w->arena, "%s_f32", o->name);
    if (!l.lanes)
        l.lanes = type == KIR_F32 ? 16 : 8;
    memcpy(l.wanted, o->wanted, sizeof l.wanted);
    for (int z = 1; o->all_elements && z <= BASIS_MAX_Z; z++)
        l.wanted[z] = basis->element[z].shells > 0;
    return l;
}

bool work_check_paths(struct brush_work *w, const struct paths *paths)
{
    w->overwrites = !paths_check(paths, &w->faults);
    return !w->overwrites;
}

/* Is no file that is to be written one of those that were read? */
static bool check_paths(struct brush_work *w, const char *folder)
{
    struct paths paths = {.arena = w->arena};

    paths_read(&paths, "the basis set", w->options->basis);
    paths_read(&paths, "what tune wrote", w->options->tuned);
    for (int i = 0; i < w->files; i++) {
        const char *name = w->file[i].name;

        paths_write(&paths, arena_printf(w->arena, "the output %s", name),
                    arena_printf(w->arena, "%s/%s", folder, name));
    }
    return work_check_paths(w, &paths);
}

bool work_write_files(struct brush_work *w, const char *folder)
{
    if (!check_paths(w, folder))
        return false;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fault_add(&w->faults, FAULT_FILE, nowhere, "cannot make %s: %s", folder,
                  strerror(errno));
        return false;
    }
    for (int i = 0; i < w->files; i++) {
        const char *path =
            arena_printf(w->arena, "%s/%s", folder, w->file[i].name);

        if (!base_write_file(path, w->file[i].text.text,
                             w->file[i].text.length)) {
            fault_add(&w->faults, FAULT_FILE, nowhere, "cannot write %s: %s",
                      path, strerror(errno));
            return false;
        }
    }
    return true;
}

void work_free_files(struct brush_work *w)
{
    for (int i = 0; i < w->files; i++)
        buf_free(&w->file[i].text);
}
