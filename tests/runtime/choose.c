/* Kernels or the plain nest: which one runs of a region that is called again
 * and again (HEDRA_CHOOSE). One of both waits for a millisecond, which no busy
 * machine makes the faster one. */
#include "tests/runtime/child.h"
#include "tests/runtime/unit.h"

#include "runtime/include/hedra.h"

#include <time.h>

enum { CALLS = 400, FEW = 10, LARGE = 1 << 20 };

static bool slow_kernel, slow_plain, very_slow_plain;
static bool hardly; /* 20 microseconds instead */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void take_long(void)
{
    if (!hardly)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    for (double end = now() + 2e-5; hardly && now() < end;)
        ;
}

static int kernels; /* how often they ran */

static void work(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    kernels++;
    if (slow_kernel)
        take_long();
}

static const struct hedra_kernel kernel = {
    .name = "work", .signature = "", .block = {1, 1, 1}, .host = work};

static struct hedra_module new_module(unsigned plain)
{
    return (struct hedra_module){.abi = HEDRA_ABI,
                                 .name = "often",
                                 .file = "user.c",
                                 .line = 1,
                                 .host_kernel_count = 1,
                                 .host_kernel = &kernel,
                                 .plain = plain};
}

/* What hedrac writes where a region stood. True: the plain nest ran. */
static enum hedra_where where;
static bool call(struct hedra_module *module, int64_t bytes)
{
    static char data[2 * LARGE];
    struct hedra_array array = {"x", data, 0, bytes, 1, HEDRA_WRITE};
    struct hedra_run *run = hedra_begin(module, &array, 1, 0, &where);
    if (run) {
        hedra_launch(run, 0, (int64_t[]){1, 1, 1}, NULL, 0);
        if (!hedra_end_or_plain(run))
            return false;
    }
    for (int k = 0; slow_plain && k < (very_slow_plain ? 5 : 1); k++)
        take_long();
    hedra_plain_done(module);
    return true;
}

static int plain_of(struct hedra_module *module, int calls, int64_t bytes)
{
    int plain = 0;
    for (int k = 0; k < calls; k++)
        plain += call(module, bytes);
    return plain;
}

/* Each function runs in a process that begins with what the environment says;
 * the module stays for as long as that. */
static struct hedra_module module;

static int slow_kernels(unsigned plain, int least, int most)
{
    module = new_module(plain);
    slow_kernel = true;
    int count = plain_of(&module, CALLS, 64);
    return count < least || count > most;
}

/* Trials of a nest that takes a millisecond: one in half a millisecond and a
 * hundredth of all. */
static int slow_nest(void)
{
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT);
    slow_plain = true;
    return plain_of(&module, CALLS, 64) > FEW;
}

/* What lost a trial, by more than the kernels ever take, is tried anew when
 * they have paid for it. */
static int changes(void)
{
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT);
    slow_plain = very_slow_plain = true;
    if (plain_of(&module, CALLS, 64) == 0)
        return 1;
    slow_plain = false;
    slow_kernel = true;
    for (int k = 0; k < 10 * CALLS; k++)
        if (call(&module, 64))
            return 0;
    return 2;
}

/* Of kernels that take much longer than the plain nest two trials are enough,
 * though half a millisecond has room for more. */
static int few_trials(void)
{
    enum { TRIALS = 2, SOME = 60 };
    hardly = true;
    slow_kernel = true;
    module =
        new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT | HEDRA_PLAIN_ALONE);
    return plain_of(&module, SOME, 64) < SOME - TRIALS;
}

/* Kernels that may take many times as long are not tried in few calls. */
static int costly(void)
{
    enum { SOME = 60 };
    hardly = slow_kernel = true;
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT |
                        HEDRA_PLAIN_ALONE | HEDRA_PLAIN_COSTLY);
    return plain_of(&module, SOME, 64) != SOME;
}

/* What few calls take has no room for a trial, which costs as much as one of
 * them and what a first run takes beside that. A busy machine may make a call
 * seem long that is not, but not each time. */
static int early_trials(void)
{
    enum { SOME = 40, ALL = 20 * CALLS, MODULES = 50 };
    static struct hedra_module modules[MODULES];
    hardly = slow_plain = true;
    for (int k = 0; k < MODULES; k++) {
        modules[k] = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT |
                                HEDRA_PLAIN_ALONE);
        if (plain_of(&modules[k], SOME, 64) == SOME)
            return plain_of(&modules[k], ALL, 64) == ALL;
    }
    return 1;
}

static int chosen(void)
{
    /* A trial is due when 100 calls and more have paid for it. */
    return slow_kernels(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT, 1, CALLS);
}

static int not_exact(void)
{
    return slow_kernels(HEDRA_PLAIN_TIMED, 0, 0);
}

static int measured(void)
{
    return slow_kernels(HEDRA_PLAIN_TIMED, 1, CALLS);
}

static int not_timed(void)
{
    return slow_kernels(HEDRA_PLAIN_EXACT, 0, 0);
}

static int never(void)
{
    return slow_kernels(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT, 0, 0);
}

static int always(void)
{
    return slow_kernels(0, CALLS, CALLS);
}

/* What is true of small calls is not of large ones. */
static int each_size(void)
{
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT);
    slow_kernel = true;
    bool small = plain_of(&module, CALLS, 64) > 0;
    slow_kernel = false;
    slow_plain = true;
    return !small || plain_of(&module, CALLS, LARGE) > FEW ||
           !call(&module, 64);
}

enum {
    SHARED = HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT | HEDRA_PLAIN_SHARED |
             HEDRA_PLAIN_FEW
};

/* A nest that takes a millisecond shares its loops, but for some trials. */
static int long_shared(void)
{
    module = new_module(SHARED);
    slow_plain = slow_kernel = true;
    int alone = 0;
    for (int k = 0; k < CALLS; k++)
        alone += call(&module, 64) && where != HEDRA_SHARED;
    return alone > FEW;
}

/* A tenth of a millisecond for each iteration. */
static void nap(void *const *variable, int64_t from, int64_t to)
{
    for (int64_t k = from; k < to; k++)
        nanosleep(&(struct timespec){0, 100000}, NULL);
}

/* Was the call's loop of 64 iterations one that threads share? One thread alone
 * has so many to do. */
static bool shares_naps(struct hedra_module *of, int64_t alone)
{
    struct hedra_array array = {"x", &kernels, 0, 4, 1, HEDRA_WRITE};
    hedra_begin(of, &array, 1, 0, &where);
    bool shared = where == HEDRA_SHARED;
    if (shared)
        hedra_share(nap, NULL, 0, 64, 1, NULL);
    else
        nap(NULL, 0, alone);
    hedra_plain_done(of);
    return shared;
}

/* Threads share the loop at first, and no longer where one is found to be
 * faster; where it is not, they go on. */
static int alone_or_shared(int64_t alone, bool stays)
{
    enum { SOME = 20 };
    module = new_module(SHARED & ~HEDRA_PLAIN_EXACT);
    if (!shares_naps(&module, alone))
        return 1;
    int tried = 0;
    while (tried < 10 * CALLS && shares_naps(&module, alone))
        tried++;
    int shared = 0;
    for (int k = 0; k < SOME; k++)
        shared += shares_naps(&module, alone);
    return tried == 10 * CALLS ? 2 : stays == (shared > SOME / 2) ? 0 : 3;
}

static int alone_is_faster(void)
{
    return alone_or_shared(1, false);
}

static int alone_is_slower(void)
{
    return alone_or_shared(64, true);
}

static bool becomes(struct hedra_module *of, enum hedra_where what)
{
    for (int k = 0; k < CALLS / 4; k++)
        if (call(of, 64) && where == what)
            return true;
    return false;
}

/* One that is done at once does not, and does again, if it takes longer. On a
 * machine that is busy it may seem to take longer, but not each time. */
static int short_alone(void)
{
    static struct hedra_module modules[50];
    slow_kernel = true;
    for (int k = 0; k < 50; k++) {
        modules[k] = new_module(SHARED);
        slow_plain = false;
        if (call(&modules[k], 64) && where != HEDRA_SHARED)
            return 1;
        if (!becomes(&modules[k], HEDRA_HOST))
            continue;
        slow_plain = true;
        if (becomes(&modules[k], HEDRA_SHARED))
            return 0;
    }
    return 1;
}

/* Calls until one need not ask, at most CALLS. */
static bool comes_again(void)
{
    for (int k = 0; k < CALLS; k++) {
        if (hedra_again(&module, 0))
            return true;
        call(&module, 64);
    }
    return false;
}

/* Where the plain nest is the faster way few calls ask, but each does whose
 * sizes are others, or while something is kept. */
static int unasked(void)
{
    static char kept[64];
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT);
    slow_kernel = true;
    plain_of(&module, CALLS, 64);
    int asked = 0;
    for (int k = 0; k < CALLS; k++)
        if (!hedra_again(&module, 0)) {
            asked++;
            call(&module, 64);
        }
    if (asked > CALLS / 2 || !comes_again() || hedra_again(&module, 1))
        return 1;
    if (!comes_again())
        return 1;
    hedra_keep(kept, sizeof kept);
    bool known = hedra_again(&module, 0) || hedra_watch == 0;
    hedra_release(kept, sizeof kept);
    return known || hedra_watch != 0 || !comes_again();
}

/* Calls that share loops ask each time: their arrays may overlap. */
static int shared_asks(void)
{
    module = new_module(SHARED);
    slow_plain = true;
    plain_of(&module, CALLS, 64);
    return comes_again();
}

/* Runs of plain nests are counted one by one. */
static int counted(void)
{
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT);
    slow_kernel = true;
    plain_of(&module, CALLS, 64);
    return comes_again();
}

/* The first call goes the plain way without asking where that is expected to be
 * faster, and so do the next where nothing is timed, or arrays would be read.
 */
static int first(void)
{
    unsigned plain = HEDRA_PLAIN_TIMED | HEDRA_PLAIN_FEW;
    module = new_module(plain);
    if (hedra_again(&module, 5) || hedra_first(&module, 5, 2) != 1)
        return 1;
    if (!hedra_again(&module, 5))
        return 2;
    module = new_module(plain | HEDRA_PLAIN_EXACT | HEDRA_PLAIN_READS);
    if (hedra_first(&module, 5, 0) != 1)
        return 3;
    int more = 0;
    while (hedra_again(&module, 5))
        more++;
    return more < 10 || more > 3 * CALLS;
}

/* As call, for regions that need not ask. Returns whether it asked. */
static bool asks(struct hedra_module *of, unsigned sizes)
{
    if (!hedra_again(of, sizes) && !hedra_first(of, sizes, 0)) {
        call(of, 64);
        return true;
    }
    if (slow_plain)
        take_long();
    hedra_plain_done(of);
    return false;
}

/* No call asks before all have taken some milliseconds, whose sizes are others
 * neither, and most come without hedra_first; then some do, and kernels are
 * tried that are faster. A busy machine may make calls seem long, but not each
 * time. */
static int early(void)
{
    enum { SOME = 40, ALL = 40 * CALLS, MODULES = 50 };
    static struct hedra_module modules[MODULES];
    hardly = slow_plain = true;
    for (int k = 0; k < MODULES; k++) {
        struct hedra_module *of = &modules[k];
        int asked = 0;
        *of = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT |
                         HEDRA_PLAIN_ALONE);
        for (int i = 0; i < SOME; i++)
            asked += asks(of, (unsigned)i / 4);
        bool again = hedra_again(of, (SOME - 1) / 4);
        if (asked || !again)
            continue;
        for (int i = 0; i < ALL; i++)
            asked += asks(of, 0);
        return asked == 0 || kernels == 0;
    }
    return 1;
}

/* Not where kernels are expected to be faster, threads share loops, or a GPU is
 * wanted. */
static int not_first(void)
{
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT);
    if (hedra_first(&module, 5, 0))
        return 1;
    module = new_module(SHARED);
    if (hedra_first(&module, 5, 0))
        return 2;
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_FEW);
    return hedra_first(&module, 5, 1);
}

static int never_first(void)
{
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_FEW);
    return hedra_first(&module, 5, 0);
}

/* A call that has little to do runs the plain nest, also where kernels are
 * expected to be faster and nothing is timed; the next, of any size, asks. */
static int small(void)
{
    module = new_module(HEDRA_PLAIN_TIMED);
    if (hedra_small(&module, 0, 0) || plain_of(&module, FEW, 64) > 0)
        return 1;
    for (int k = 0; k < FEW; k++)
        if (!hedra_small(&module, 1, 0) || hedra_small(&module, 0, 0) ||
            hedra_again(&module, 0) || call(&module, 64))
            return 2;
    return 0;
}

/* Nor do threads share its loops then. */
static int small_shared(void)
{
    module = new_module(SHARED);
    return !hedra_small(&module, 1, 0) || !call(&module, 64) ||
           where != HEDRA_SHARED || !hedra_small(&module, 1, 0);
}

/* One thread does it as it stands, and asks nothing from the second call on. */
static int small_alone(void)
{
    module = new_module(SHARED);
    if (!hedra_small(&module, 1, 0))
        return 1;
    return ((const struct hedra_again *)module.state)->small != 1;
}

/* It asks where kernels are timed, which it remembers, or an option says what
 * runs, and while something is kept on devices. */
static int small_asks(void)
{
    static char kept[64];
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT);
    if (hedra_small(&module, 1, 0) || hedra_small(&module, 1, 0) ||
        ((const struct hedra_again *)module.state)->small != -1)
        return 1;
    module = new_module(HEDRA_PLAIN_TIMED);
    hedra_keep(kept, sizeof kept);
    bool small_kept = hedra_small(&module, 1, 0);
    hedra_release(kept, sizeof kept);
    return small_kept || !hedra_small(&module, 1, 0);
}

static int small_never(void)
{
    module = new_module(HEDRA_PLAIN_TIMED);
    return hedra_small(&module, 1, 0);
}

static int small_counted(void)
{
    module = new_module(HEDRA_PLAIN_TIMED);
    for (int k = 0; k < CALLS; k++)
        if (!hedra_small(&module, 1, 0))
            return 1;
    return 0;
}

/* What a region has read that did not come to ask, since its arrays overlap, is
 * not what the next region's kernels take. */
static int read_for_another(void)
{
    enum { APART = 64, MANY = 2000000 };
    static char read[(int64_t)APART * MANY];
    int64_t bound[2];
    struct hedra_module other = new_module(HEDRA_PLAIN_TIMED);
    module = new_module(HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT);
    slow_plain = true;
    int plain = 0;
    for (int k = 0; k < CALLS; k++) {
        hedra_extremes(read, 0, sizeof read, APART, 1, 1, bound);
        hedra_plain(&other, HEDRA_OVERLAPS);
        plain += call(&module, 64);
    }
    return plain > FEW;
}

static void test_choice(void **state)
{
    static const struct child_case cases[] = {
        {chosen, {"HEDRA_CHOOSE", "auto"}, 0, {NULL}},
        {slow_nest, {"HEDRA_CHOOSE", "auto"}, 0, {NULL}},
        {changes, {"HEDRA_CHOOSE", "auto"}, 0, {NULL}},
        {few_trials, {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "1"}, 0, {NULL}},
        {costly, {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "1"}, 0, {NULL}},
        {early_trials,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "1"},
         0,
         {NULL}},
        {not_exact, {"HEDRA_CHOOSE", "auto"}, 0, {NULL}},
        {not_timed, {"HEDRA_CHOOSE", "measure"}, 0, {NULL}},
        {measured, {"HEDRA_CHOOSE", "measure"}, 0, {NULL}},
        {slow_nest, {"HEDRA_CHOOSE", "measure"}, 0, {NULL}},
        {each_size, {"HEDRA_CHOOSE", "auto"}, 0, {NULL}},
        {long_shared,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "3"},
         0,
         {NULL}},
        {alone_is_faster,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "3"},
         0,
         {NULL}},
        {alone_is_slower,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "3"},
         0,
         {NULL}},
        {short_alone,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "3"},
         0,
         {NULL}},
        {unasked, {"HEDRA_CHOOSE", "auto"}, 0, {NULL}},
        {shared_asks,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "3"},
         0,
         {NULL}},
        {shared_asks, {"HEDRA_CHOOSE", "shared"}, 0, {NULL}},
        {counted,
         {"HEDRA_CHOOSE", "auto", "HEDRA_STATS", "1"},
         0,
         {"plain C: chosen"}},
        {first, {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "3"}, 0, {NULL}},
        {first, {"HEDRA_CHOOSE", "model"}, 0, {NULL}},
        {early, {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "1"}, 0, {NULL}},
        {not_first, {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "3"}, 0, {NULL}},
        {read_for_another,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "1"},
         0,
         {NULL}},
        {small, {"HEDRA_CHOOSE", "auto"}, 0, {NULL}},
        {small, {"HEDRA_CHOOSE", "model"}, 0, {NULL}},
        {small_shared,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "3"},
         0,
         {NULL}},
        {small_alone,
         {"HEDRA_CHOOSE", "auto", "HEDRA_THREADS", "1"},
         0,
         {NULL}},
        {small_asks, {"HEDRA_CHOOSE", "auto"}, 0, {NULL}},
        {small_counted,
         {"HEDRA_CHOOSE", "auto", "HEDRA_STATS", "1"},
         0,
         {"plain C: chosen", "400"}},
        {small_never, {"HEDRA_CHOOSE", "hedra"}, 0, {NULL}},
        {small_never, {"HEDRA_CHOOSE", "measure"}, 0, {NULL}},
        {small_never, {"HEDRA_CHOOSE", "shared"}, 0, {NULL}},
        {small_never, {"HEDRA_DEVICE", "ptxsim"}, 0, {NULL}},
        {never_first, {"HEDRA_CHOOSE", "hedra"}, 0, {NULL}},
        {never_first, {"HEDRA_DEVICE", "ptxsim"}, 0, {NULL}},
        {never, {"HEDRA_CHOOSE", "hedra"}, 0, {NULL}},
        {never,
         {"HEDRA_TRIAL", "time:/dev/null", "HEDRA_CHOOSE", "auto"},
         0,
         {NULL}},
        {always, {"HEDRA_CHOOSE", "plain"}, 0, {NULL}},
        {always,
         {"HEDRA_CHOOSE", "plain", "HEDRA_STATS", "1"},
         0,
         {"plain C: chosen", "400"}},
    };
    child_check(cases, COUNT(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_choice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
