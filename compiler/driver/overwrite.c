/* The files that a call reads and writes (compiler/driver/overwrite.h). */
#include "compiler/driver/overwrite.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct loc nowhere;

struct paths_file {
    const char *what, *path;
    bool written;
    bool known; /* it is, or will be, a regular file: */
    dev_t device;
    ino_t inode;
    const char *name; /* NULL: it is there; else that of a new file in the
                       * folder `inode` */
};

bool paths_is_stdout(const char *path)
{
    static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1",
                                        "/proc/self/fd/1"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(path, names[k]) == 0)
            return true;
    return false;
}

/* Identifies a file that does not exist yet, by its folder and name. */
static void identify_new(struct arena *arena, struct paths_file *f)
{
    struct stat folder;
    char *final = base_final_path(f->path);
    if (!final)
        return;
    char *slash = strrchr(final, '/');
    const char *name = slash ? slash + 1 : final;
    f->name = arena_strdup(arena, name);
    if (slash)
        slash[1] = '\0';
    f->known = *f->name && stat(slash ? final : ".", &folder) == 0;
    if (f->known) {
        f->device = folder.st_dev;
        f->inode = folder.st_ino;
    }
    free(final);
}

static void add(struct paths *paths, const char *what, const char *path,
                bool written)
{
    struct paths_file f = {.what = what, .path = path, .written = written};
    struct stat s;
    if (!path)
        return;
    bool own = written && paths_is_stdout(path);
    if ((own ? fstat(STDOUT_FILENO, &s) : stat(path, &s)) == 0) {
        f.known = S_ISREG(s.st_mode);
        f.device = s.st_dev;
        f.inode = s.st_ino;
    } else if (!own) {
        identify_new(paths->arena, &f);
    }
    ARENA_PUSH(paths->arena, paths->file, paths->count, paths->cap, f);
}

void paths_read(struct paths *paths, const char *what, const char *path)
{
    add(paths, what, path, false);
}

void paths_write(struct paths *paths, const char *what, const char *path)
{
    add(paths, what, path, true);
}

static bool is_same(const struct paths_file *a, const struct paths_file *b)
{
    return a->known && b->known && a->device == b->device &&
           a->inode == b->inode && !a->name == !b->name &&
           (!a->name || strcmp(a->name, b->name) == 0);
}

/* The file that writing number k would lose; NULL: none. */
static const struct paths_file *find_other(const struct paths *paths, int k)
{
    for (int i = 0; i < paths->count; i++) {
        const struct paths_file *other = &paths->file[i];
        if ((i < k || !other->written) && is_same(&paths->file[k], other))
            return other;
    }
    return NULL;
}

bool paths_check(const struct paths *paths, struct faults *faults)
{
    bool good = true;
    for (int k = 0; k < paths->count; k++) {
        const struct paths_file *f = &paths->file[k];
        const struct paths_file *other =
            f->written ? find_other(paths, k) : NULL;
        if (!other)
            continue;
        good = false;
        if (strcmp(f->path, other->path) == 0)
            fault_add(faults, FAULT_USAGE, nowhere, "%s would overwrite %s",
                      f->what, other->what);
        else
            fault_add(faults, FAULT_USAGE, nowhere,
                      "%s would overwrite %s: %s and %s are one file", f->what,
                      other->what, f->path, other->path);
    }
    return good;
}

/* A signal that ends the program waits for the file, so that no temporary one
 * is left; what is no file may take long to be written to. */
static bool write_file(const char *path, const char *bytes, size_t length)
{
    struct stat s;
    sigset_t all, before;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return base_write_file(path, bytes, length);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    bool good = base_write_file(path, bytes, length);
    int reason = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return good;
}

bool paths_put(const char *path, const struct buf *text, struct faults *faults)
{
    const char *bytes = text->text ? text->text : "";
    bool good, to_stdout = paths_is_stdout(path);
    if (to_stdout) {
        fwrite(bytes, 1, text->length, stdout);
        good = fflush(stdout) == 0 && !ferror(stdout);
    } else {
        good = write_file(path, bytes, text->length);
    }
    if (!good)
        fault_add(faults, FAULT_FILE, nowhere, "cannot write %s: %s",
                  to_stdout ? "standard output" : path, strerror(errno));
    return good;
}
