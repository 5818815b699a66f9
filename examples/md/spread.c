/* example-md --ranks: the same program over ranks of MPI. */
#include "examples/md/spread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* More than a machine starts without running out of memory. */
enum { MOST_RANKS = 1024 };

static void refuse(const struct settings *s)
{
    if (s->ranks > MOST_RANKS)
        give_up("--ranks", "takes up to 1024 ranks: they all run here");
    if (s->device)
        give_up("--ranks", "does not go with --device");
    if (s->folder || s->dump)
        give_up("--ranks", "does not go with -o and --dump: --save a "
                           "checkpoint, and --restart from it without --ranks");
    if (s->md.list != HEDRA_MD_FULL)
        give_up("--ranks", "has full lists alone: leave --list out");
}

/* Puts where the other program is in `path`. */
static void find_program(char *path, size_t room)
{
    static const char name[] = "example-md-ranks";
    const ssize_t length = readlink("/proc/self/exe", path, room - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash + 1 - path) + sizeof name > room)
        give_up("--ranks", "it is not known where this program is");
    memcpy(slash + 1, name, sizeof name);
    if (access(path, X_OK))
        give_up(path, "is not here: it is built where MPI is");
}

_Noreturn void spread_over_ranks(const struct settings *s, char **argv)
{
    char path[4096], ranks[24];
    int count = 0, at = 0;
    refuse(s);
    while (argv[count])
        count++;
    char **all = malloc((size_t)(count + 4) * sizeof *all);
    if (!all)
        give_up("--ranks", "not enough memory");
    find_program(path, sizeof path);
    snprintf(ranks, sizeof ranks, "%lld", (long long)s->ranks);
    all[at++] = (char[]){"mpirun"};
    all[at++] = (char[]){"-n"};
    all[at++] = ranks;
    all[at++] = path;
    for (int k = 1; k < count; k++)
        all[at++] = argv[k];
    all[at] = NULL;
    execvp(all[0], all);
    give_up("mpirun", "cannot be run");
}
