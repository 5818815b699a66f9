/*
 * The differential check of one program or a batch of generated kernels: plain
 * C against what hedrac makes of it, on each device.
 *
 * A batch is several seeds in one program, so that the fixed costs of the
 * compilers are shared. Whatever goes wrong in a batch is looked for in each
 * seed alone.
 */
#ifndef HEDRA_TESTS_FUZZ_CHECK_H
#define HEDRA_TESTS_FUZZ_CHECK_H

#include <pthread.h>

#include "tests/fuzz/process.h"

enum { MAX_DEVICES = 8, MAX_NAMES = 64 };

struct device {
    const char *name; /* value of HEDRA_DEVICE, or plain: plain nests, or
                         shared: whose parallel loops run in another order */
    int every;        /* only seeds that are multiples run on it */
};

bool is_plain(const struct device *d);

struct config {
    const char *generator, *hedrac, *cc, *keep, *work;
    const char *judge;         /* another C compiler, or NULL */
    struct words shape;        /* options for the generator */
    struct words hedrac_flags; /* more options for hedrac */
    struct words cflags;       /* to compile and link what hedrac wrote */
    struct words include;      /* -I… for both and for the plain program */
    int device_count;
    struct device device[MAX_DEVICES];
    double limit; /* seconds that hedrac may take for one kernel */
    bool refusal_fails;
    int without; /* one program of so many lacks some passes; 0: none */
    struct words optional; /* passes that may be left out */
    int forms; /* of seeds that are multiples each form is asked for; 0: none */
    const char *again; /* the command that repeats one seed, without it */
};

/* Counts of all workers, guarded by the lock. */
struct tally {
    pthread_mutex_t lock;
    int done, compared[MAX_DEVICES], refused, failures;
    int ran[MAX_DEVICES]; /* regions that the device executed */
    int regions, kept, serial;
    int faults_of_cc; /* results where devices agree with the judge alone */
    int anew;         /* programs that hedrac crashed on, and compiled anew */
    int without;      /* programs that lack some passes */
    int forms;        /* programs of which hedrac printed each form */
    int name_count;
    struct {
        char name[40];
        int count;
    } name[MAX_NAMES];
    double hedrac_seconds;
    char kind[100]; /* of the latest failure: "host: wrong result" */
};

struct checker {
    const struct config *config;
    struct tally *tally;
    const char *folder; /* of this worker alone */
    struct arena *arena;
    const char *without; /* option for hedrac, or NULL */
    const char *drop;    /* the reductions for the generator, or NULL */
    bool quiet;          /* failures are counted, neither printed nor kept */
};

/* Checks the kernels of the seeds; failures are printed, counted and kept. */
void check_seeds(struct checker *c, const uint64_t *seed, int count);
/* Checks a C program of one's own: same exit status, same output. */
void check_file(struct checker *c, const char *path);

/* without.c: asks hedrac for its optional passes; false if it names none. */
bool without_read(struct arena *a, struct config *c);
/* The option that leaves some out, drawn from the seed; NULL: all run. */
const char *without_draw(struct arena *a, const struct config *c,
                         uint64_t seed);

/* reduce.c: finds reductions under which the seed still fails in the same way
 * and keeps the smallest program. False if it does not fail at all. */
bool reduce_seed(struct checker *c, uint64_t seed);

#endif
