/* What is computed, in Lennard-Jones units, and where it goes. */
#ifndef HEDRA_EXAMPLES_MD_SETTINGS_H
#define HEDRA_EXAMPLES_MD_SETTINGS_H

#include <hedra_md.h>
#include <hedra_md_observe.h>

struct settings {
    const char *data, *xyz;      /* files; NULL: a lattice */
    const char *restart, *save;  /* checkpoints */
    const char *dump;            /* frames of XYZ for each line of the log */
    int64_t cells;               /* of the lattice, along each axis */
    double density, temperature; /* at the start */
    int order;                   /* enum hedra_order_kind */
    int64_t steps, thermo;       /* in all; between lines of the log */
    const char *folder;          /* NULL: no picture */
    const char *device;          /* NULL: the host's own loops */
    struct hedra_md_thermostat thermostat;
    int64_t seed;  /* of the thermostat */
    int64_t ranks; /* of MPI; 0: this process alone */
    int own;       /* enum hedra_md_own */
    /* Builds of lists after which borders between ranks move; 0: never. */
    int64_t balance;
    bool moved; /* the log has a column for this */
    struct hedra_md_options md;
};

/* Ends the process on --help, and with a sentence on what it does not know. */
void settings_parse(int argc, char **argv, struct settings *s);

_Noreturn void give_up(const char *what, const char *why);

#endif
