/*
 * The choice between a region's kernels and the plain nest, on the host. The
 * threads share the loops of the plain nest where hedrac found that they may
 * (hedra_share).
 *
 * A region begins with what hedrac expects to be faster. The calls of a region
 * are sorted by the bytes that they touch, in powers of two; of each size all
 * ways are timed, per byte. The fastest one runs. Another one is tried again
 * whenever what such trials have cost more than the fastest way, this one
 * included, stays under one hundredth of all time spent in calls of that size
 * (and half a millisecond in its first trials, or an eighth of that time while
 * this is less, so that nests that are done in some microseconds do not lose
 * many times that in their first calls; a fiftieth of it for trials of kernels,
 * as these may take any time; there are no more than two trials of what takes
 * more than twice as long). What a way takes that was not tried yet is expected
 * to be what the best one takes, times the threads and one more; of kernels
 * that hedrac expects to be slower, times five at least, and of those that may
 * take many times as long (HEDRA_PLAIN_COSTLY) times fifty. So a region that is
 * called once, or seldom, runs as hedrac expects.
 *
 * After some calls only every sixteenth is timed, since reading the clock twice
 * costs as much as launching a kernel. Where the plain nest as it stands is the
 * faster way the calls between need not even ask (hedra_again): so many of them
 * that what asking takes is lost in what they do. Nor do the first calls where
 * that way is expected to be faster (hedra_first), as long as they have taken
 * less time than a first trial of the kernels asks for: a region that is called
 * once, or is done soon, costs nothing then.
 *
 * Whether threads share the plain nest's loops is chosen in the same way, also
 * of regions whose kernels are not timed: what one thread has in its caches it
 * may do faster alone. Sharing them is expected to take as long again, and some
 * microseconds. A plain nest that is done in some microseconds by one thread
 * shares no loops the next time.
 *
 * Kernels that may give other bits are not timed. Where they are not, or the
 * plain nest is expected to be faster, a call that has little to do, by an
 * estimate of its operations from its sizes (hedra_small), runs the plain nest
 * as it stands; so does one whose loops are too short to be shared.
 *
 * Some regions read arrays before they ask, to know which elements others are
 * touched at. That may take as long as the nest, and counts for the ways that
 * need it: for all but the plain nest as it stands.
 */
#include "runtime/region/choose.h"

#include "runtime/base/base.h"
#include "runtime/device/device.h"
#include "runtime/host/host.h"
#include "runtime/region/exec.h"
#include "runtime/region/mirror.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

FIRST_CALLED(pthread_once);
FIRST_CALLED(pthread_setcancelstate);
FIRST_CALLED(clock_gettime);

/* Of the plain nest: threads share its loops, or one thread does it alone. */
enum { KERNELS, SHARED, ALONE, WAYS };
enum mode {
    MODE_AUTO,
    MODE_MODEL,
    MODE_MEASURE,
    MODE_HEDRA,
    MODE_SHARED,
    MODE_PLAIN
};
enum { SIZES = 48, ALL_TIMED = 64, ONE_TIMED_OF = 16, MANY = 4, MOST = 1023 };
enum { FIRST = 8, FIRST_OF_SLOW = 2 }; /* trials */

/* So many calls go the plain way for one that reads arrays before it asks. */
enum { UNREAD = 99 };

/* ASKING: seconds that a call takes to ask and to be timed; COLD: where a
 * program has done much else since the last one. */
static const double SHARE = 0.01, SLOWER = 4, COSTLY = 49, GRACE = 0.0005,
                    EARLY = 0.125, WARY = 0.02, ASKING = 2e-7, COLD = 5e-7;

/* Seconds: what the first run of kernels takes beside them, and for each byte
 * of their temporary arrays, whose pages the system has to give. */
static const double FIRST_RUN = 3e-4, FIRST_BYTE = 5e-10;

/* Nanoseconds: how long the plain nest runs before anything is asked, since no
 * first trial of kernels costs little enough sooner. */
static const long long EARLY_TIME = 10000000;

/* Seconds: a nest of which one thread takes less shares no loops until it takes
 * more; what sharing loops may take beside what the nest does. */
static const double SHORT = 5e-6, NOT_SHORT = 1e-5, FORK = 2e-5;

struct way {
    double seconds; /* per byte; falls at once, rises by an eighth */
    int calls;
    int vain; /* SHARED: calls whose loops were not worth it, or might meet */
};

/* Calls that touch 2^k bytes, and up to twice as many. Who holds `busy` may
 * change it; who does not get it does not wait. */
struct choose_size {
    atomic_flag busy;
    atomic_int best;
    atomic_llong calls;
    struct way way[WAYS];
    double total, lost; /* seconds in all calls, and by trials */
    int unasked;        /* calls since the last one that was timed */
};

/* Most regions have few sizes; each page of memory that one is the first to
 * touch takes longer than a short nest. */
struct choose_state {
    _Atomic(struct choose_size *) size[SIZES]; /* NULL: no call had it yet */
};

static pthread_once_t once FIRST_DATA = PTHREAD_ONCE_INIT;
static atomic_bool is_read FIRST_DATA;
static enum mode mode FIRST_DATA;
static int threads FIRST_DATA; /* no double: constants lie in a page more */

/* The plain nest that the calling thread runs. */
static _Thread_local struct {
    const struct hedra_module *module;
    bool early;      /* hedra_first let it run: */
    long long began; /* nanoseconds */
    struct choose_call call;
    bool divided; /* its loops were shared in fact */
} pending;

__attribute__((noinline)) static void read_unusual(void)
{
    struct report ignored;
    const char *trial = getenv("HEDRA_TRIAL");
    mode = environment_word(ENVIRONMENT_CHOOSE);
    if (trial && *trial)
        mode = MODE_HEDRA;
    threads = host_pool_size(getenv("HEDRA_THREADS"), &ignored);
}

FIRST_CODE static void read_environment(void)
{
    struct usual usual;
    if (usual_environment(&usual) && usual.threads)
        threads = usual.threads;
    else
        read_unusual();
    atomic_store_explicit(&is_read, true, memory_order_release);
}

FIRST_CODE static void know_environment(void)
{
    if (!atomic_load_explicit(&is_read, memory_order_acquire))
        pthread_once(&once, read_environment);
}

FIRST_CODE static bool is_timed(const struct hedra_module *module)
{
    bool same = (module->plain & HEDRA_PLAIN_EXACT && mode == MODE_AUTO) ||
                mode == MODE_MEASURE;
    return module->plain & HEDRA_PLAIN_TIMED && same;
}

/* May threads share the plain nest's loops? One has no use for functions of its
 * own. */
FIRST_CODE static bool shares(const struct hedra_module *module)
{
    return module->plain & HEDRA_PLAIN_SHARED &&
           (threads > 1 || mode == MODE_SHARED) && mode != MODE_PLAIN;
}

/* What runs if the calls say nothing. One thread of the plain nest is expected
 * to be faster than few threads of kernels that are launched often. */
FIRST_CODE static int expected(const struct hedra_module *module)
{
    int plain_way = shares(module) ? SHARED : ALONE;
    unsigned plain = module->plain;
    bool few = plain & HEDRA_PLAIN_SHARED || threads < MANY;
    bool first = (plain & HEDRA_PLAIN_FEW && few) ||
                 (plain & HEDRA_PLAIN_ALONE && threads < 2);
    bool shared = plain & HEDRA_PLAIN_SHARED && mode == MODE_SHARED;
    return (first && mode != MODE_HEDRA) || shared ? plain_way : KERNELS;
}

/* As base_clock, without the constants that it reads. */
FIRST_CODE static long long nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* The next `calls` calls of the module run the plain nest as it stands. */
FIRST_CODE static void grant(const struct hedra_module *module, int calls)
{
    struct module_state *known = module_state_of(module);
    if (known)
        __atomic_store_n(&known->again.calls, calls, __ATOMIC_RELAXED);
}

/* The plain nest runs. */
FIRST_CODE static bool leave(struct hedra_module *module, bool shared,
                             enum hedra_where *where)
{
    *where = shared ? HEDRA_SHARED : HEDRA_HOST;
    hedra_plain(module, HEDRA_CHOSEN);
    if (!is_timed(module) && !shares(module))
        grant(module, MOST);
    return true;
}

FIRST_CODE static double bytes_of(const struct hedra_array *array, int count)
{
    double bytes = 1;
    for (int k = 0; k < count; k++)
        if (!(array[k].flags & HEDRA_TEMP) && array[k].lo < array[k].hi)
            bytes += (double)array[k].hi - (double)array[k].lo;
    return bytes;
}

/* What the first run of kernels takes beside them, in seconds. */
FIRST_CODE static double first_run(const struct hedra_array *array, int count)
{
    double bytes = 0;
    for (int k = 0; k < count; k++)
        if (array[k].flags & HEDRA_TEMP && array[k].lo < array[k].hi)
            bytes += (double)array[k].hi - (double)array[k].lo;
    return FIRST_RUN + FIRST_BYTE * bytes;
}

/* NULL: there is no memory. What early calls took counts as if they had been of
 * each size. */
FIRST_CODE static struct choose_size *size_of(const struct hedra_module *module,
                                              struct choose_state *state,
                                              double bytes)
{
    int k = ilogb(bytes);
    _Atomic(struct choose_size *) *place =
        &state->size[k < SIZES ? k : SIZES - 1];
    struct choose_size *size = atomic_load(place), *none = NULL;
    if (size)
        return size;
    size = room_take(sizeof *size);
    if (!size)
        return NULL;
    atomic_store(&size->best, expected(module));
    size->total = 1e-9 * (double)atomic_load(&module_state_of(module)->early);
    if (atomic_compare_exchange_strong(place, &none, size))
        return size;
    room_give(size);
    return none;
}

FIRST_CODE static bool hold(struct choose_size *size)
{
    return !atomic_flag_test_and_set(&size->busy);
}

FIRST_CODE static void let_go(struct choose_size *size)
{
    atomic_flag_clear(&size->busy);
}

/* Which ways there are besides ALONE, and what is expected of a first trial of
 * kernels: seconds that their first run takes beside them, and how many times
 * as long as the plain nest they may take, and once more. */
struct trial {
    bool kernels, shared;
    double first, times;
};

/* What a trial of the way is expected to take longer than what is the best one
 * now, in seconds. */
FIRST_CODE static double more_of(const struct choose_size *size, int way,
                                 const struct way *now, double bytes,
                                 const struct trial *trial)
{
    const struct way *other = &size->way[way];
    bool kernels = atomic_load(&size->best) == KERNELS;
    if (other->calls > 0)
        return (other->seconds - now->seconds) * bytes;
    if (way == SHARED && !kernels)
        return now->seconds * bytes + FORK;
    double times = way == KERNELS ? fmax(threads, trial->times) : threads;
    return now->seconds * bytes * times + (way == KERNELS ? trial->first : 0);
}

/* Does a trial of the way, which is not the best one, cost little enough? Loops
 * that were never long enough to be shared are known by what one thread takes.
 */
FIRST_CODE static bool may_try(const struct choose_size *size, int way,
                               double bytes, const struct trial *trial)
{
    int best = atomic_load(&size->best);
    bool known = best != SHARED || size->way[SHARED].calls > 0;
    const struct way *now = &size->way[known ? best : ALONE],
                     *other = &size->way[way];
    if (now->calls == 0 || now == other)
        return false;
    bool slow = other->seconds > 2 * now->seconds;
    double early = way == KERNELS ? WARY : EARLY;
    double some = fmin(GRACE, early * size->total);
    int tries = other->calls + other->vain;
    double grace = tries < (slow ? FIRST_OF_SLOW : FIRST) ? some : 0;
    return size->lost + more_of(size, way, now, bytes, trial) <=
           SHARE * size->total + grace;
}

/* The way to be tried now; the best one: none is. */
FIRST_CODE static int tried(const struct choose_size *size, double bytes,
                            const struct trial *trial)
{
    const struct way *shared = &size->way[SHARED];
    bool in_vain = shared->calls == 0 && shared->vain >= FIRST;
    const bool there[WAYS] = {trial->kernels, trial->shared && !in_vain, true};
    int best = atomic_load(&size->best), found = best, least = 0;
    for (int k = 0; k < WAYS; k++) {
        int tries = size->way[k].calls + size->way[k].vain;
        if (k == best || !there[k] || (found != best && tries >= least) ||
            !may_try(size, k, bytes, trial))
            continue;
        found = k;
        least = tries;
    }
    return found;
}

/* Which way the call goes, and whether it is timed. */
FIRST_CODE static int choose(struct choose_size *size, double bytes,
                             const struct trial *trial,
                             struct choose_call *call)
{
    long long number = atomic_fetch_add(&size->calls, 1);
    int way = atomic_load(&size->best);
    int weight = number < ALL_TIMED ? 1 : ONE_TIMED_OF;
    *call = (struct choose_call){.size = NULL};
    if (number % weight != 0 || !hold(size))
        return way;
    if (size->unasked > 0) {
        size->total += size->unasked * size->way[ALONE].seconds * bytes;
        size->unasked = 0;
        weight = 1;
    }
    int other = tried(size, bytes, trial);
    if (other != way) {
        way = other;
        weight = 1;
    }
    let_go(size);
    *call = (struct choose_call){size, way, bytes, base_clock(), weight};
    return way;
}

/* How many calls may go the plain way without asking, after one of `calls` that
 * took `seconds`: the next that asks is timed. */
FIRST_CODE static int unasked_calls(const struct hedra_module *module,
                                    long long calls, double seconds)
{
    if (module->plain & HEDRA_PLAIN_READS)
        return UNREAD;
    if (calls < ALL_TIMED)
        return (int)fmin(COLD / SHARE / seconds, ONE_TIMED_OF - 1);
    double enough = ASKING / SHARE / seconds;
    return enough > MOST           ? MOST
           : enough > ONE_TIMED_OF ? (int)enough
                                   : ONE_TIMED_OF - 1;
}

/* The fastest way of those that were timed, after a call that one thread did in
 * so many seconds, if `alone`. Where sharing loops was never timed, what one
 * thread does at once does without, and what takes longer shares them. */
static int best_of(const struct choose_size *size, bool shared, bool alone,
                   double seconds)
{
    int before = atomic_load(&size->best), best = before;
    for (int k = 0; k < WAYS; k++)
        if (size->way[k].calls > 0 &&
            (size->way[best].calls == 0 ||
             size->way[k].seconds < size->way[best].seconds))
            best = k;
    if (best != ALONE || !shared || size->way[SHARED].calls > 0)
        return best;
    if (!alone)
        return before == KERNELS ? SHARED : before;
    return seconds < (before == ALONE ? NOT_SHORT : SHORT) ? ALONE : SHARED;
}

/* Returns how many calls may follow without asking: none where threads share
 * the nest's loops, since the next arrays may overlap. */
static int note(const struct hedra_module *module,
                const struct choose_call *call)
{
    struct choose_size *size = call->size;
    double seconds = base_clock() - call->start;
    if (!hold(size))
        return 0;
    bool in_vain = call->way == SHARED && !pending.divided;
    int k = in_vain ? ALONE : call->way;
    int best = atomic_load(&size->best);
    struct way *way = &size->way[k];
    double rate = seconds / call->bytes, usual = size->way[best].seconds;
    if (k != best && size->way[best].calls > 0 && rate > usual)
        size->lost += (rate - usual) * call->bytes;
    bool lower = way->calls == 0 || rate < way->seconds;
    way->seconds = lower ? rate : way->seconds + (rate - way->seconds) / 8;
    way->calls++;
    size->way[SHARED].vain += in_vain;
    size->total += seconds * call->weight;
    best = best_of(size, shares(module), k == ALONE, seconds);
    atomic_store(&size->best, best);
    if (k == ALONE && best == ALONE)
        size->unasked =
            unasked_calls(module, atomic_load(&size->calls), seconds);
    int unasked = size->unasked;
    if (unasked > 0 && atomic_load(&size->calls) >= ALL_TIMED)
        /* the next one that asks is timed */
        atomic_fetch_and(&size->calls, ~(long long)(ONE_TIMED_OF - 1));
    let_go(size);
    return unasked;
}

FIRST_CODE int choose_threads(void)
{
    know_environment();
    return threads;
}

FIRST_CODE void hedra_fill_pages(void *base, int64_t lo, int64_t hi)
{
    CANCEL_OFF;
    pages_fill((char *)base + lo, (size_t)(hi - lo), choose_threads());
}

/* The state of a module that ran on the host before; NULL: there is none. */
FIRST_CODE static struct choose_state *
state_of(const struct hedra_module *module)
{
    const struct module_state *known = module_state_of(module);
    return known ? atomic_load(&known->choose) : NULL;
}

/* `known`: the module's; NULL: there is no memory. */
FIRST_CODE static void make_state(struct module_state *known)
{
    if (!known || atomic_load(&known->choose))
        return;
    struct choose_state *state = room_take(sizeof *state), *none = NULL;
    if (state && !atomic_compare_exchange_strong(&known->choose, &none, state))
        room_give(state);
}

/* As state_of; made where early calls have shown that the module runs on the
 * host: what they took counts, as if they had been of one size. */
FIRST_CODE static struct choose_state *
state_after_early(struct hedra_module *module)
{
    struct module_state *known = module_state_of(module);
    if (known && !atomic_load(&known->choose) &&
        atomic_load(&known->is_plain_first))
        make_state(known);
    return state_of(module);
}

FIRST_CODE bool choose_by_rounding(struct hedra_module *module)
{
    if (modes_are_nearest())
        return false;
    exec_take_reading();
    pending.module = NULL;
    hedra_plain(module->abi == HEDRA_ABI ? module : NULL, HEDRA_ROUNDING);
    return true;
}

/* The way of a call of a module that ran on the host before. */
FIRST_CODE static int choose_way(const struct hedra_module *module,
                                 struct choose_state *state,
                                 const struct hedra_array *array, int count,
                                 struct choose_call *call)
{
    int way = expected(module);
    bool timed = is_timed(module);
    bool may_share =
        way == SHARED && (mode == MODE_AUTO || mode == MODE_MEASURE);
    if (!timed && !may_share)
        return way;
    double bytes = bytes_of(array, count);
    struct choose_size *size = size_of(module, state, bytes);
    if (!size)
        return way;
    struct trial trial = {timed, shares(module), first_run(array, count),
                          module->plain & HEDRA_PLAIN_COSTLY ? COSTLY : SLOWER};
    return choose(size, bytes, &trial, call);
}

FIRST_CODE bool choose_before(struct hedra_module *module,
                              const struct hedra_array *array, int count,
                              int want, struct choose_call *call,
                              enum hedra_where *where)
{
    double reading = exec_take_reading();
    *call = (struct choose_call){.size = NULL};
    pending.module = NULL;
    pending.divided = false;
    know_environment();
    if (module->abi != HEDRA_ABI || mode == MODE_PLAIN)
        return mode == MODE_PLAIN && leave(module, false, where);
    struct choose_state *state = state_after_early(module);
    if (!state)
        return expected(module) != KERNELS && exec_runs_on_host(module, want) &&
               choose_in_place(module, where);
    int way = choose_way(module, state, array, count, call);
    if (call->size && way != ALONE)
        call->start -= reading;
    if (way == KERNELS)
        return false;
    pending.module = module;
    pending.early = false;
    pending.call = *call;
    return leave(module, way == SHARED, where);
}

/* Has the plain nest run for so short a time that nothing is asked yet? Calls
 * that were let run have taken no longer than it is since then. */
FIRST_CODE static bool is_early(struct module_state *known)
{
    if (!atomic_load(&known->is_plain_first) || atomic_load(&known->choose))
        return false;
    long long granted = atomic_exchange(&known->granted, 0);
    long long since =
        granted > 0 ? nanoseconds() - atomic_load(&known->granted_at) : 0;
    atomic_fetch_add(&known->early, granted < since ? granted : since);
    return atomic_load(&known->early) < EARLY_TIME;
}

/* An early call is done. As many may follow as are expected to be early too. */
FIRST_CODE static void note_early(const struct hedra_module *module)
{
    struct module_state *known = module_state_of(module);
    long long end = nanoseconds(), took = end - pending.began;
    if (!known)
        return;
    took = took > 0 ? took : 1;
    long long spent = atomic_fetch_add(&known->early, took) + took;
    long long left = spent < EARLY_TIME ? (EARLY_TIME - spent) / took : 0;
    int calls = left < MOST ? (int)left : MOST;
    atomic_store(&known->granted_at, end);
    atomic_store(&known->granted, calls * took);
    grant(module, calls);
}

/* A call goes the plain way that nothing is known of but its time. */
FIRST_CODE static void begin_early(struct hedra_module *module, unsigned sizes)
{
    hedra_plain(module, HEDRA_CHOSEN);
    struct module_state *known = module_state_make(module);
    if (!known)
        return;
    atomic_store(&known->is_plain_first, true);
    if (is_timed(module) && !(module->plain & HEDRA_PLAIN_READS)) {
        pending.module = module;
        pending.early = true;
        pending.began = nanoseconds();
        return;
    }
    bool timed = is_timed(module);
    __atomic_store_n(&known->again.sizes, sizes, __ATOMIC_RELAXED);
    grant(module, timed ? UNREAD : MOST);
    if (timed)
        atomic_store(&known->early, EARLY_TIME);
}

FIRST_CODE int hedra_first(struct hedra_module *module, unsigned sizes,
                           int want)
{
    struct module_state *known =
        module->abi == HEDRA_ABI ? module_state_of(module) : NULL;
    if (known && !is_early(known))
        return 0;
    CANCEL_OFF;
    know_environment();
    pending.module = NULL;
    if (module->abi != HEDRA_ABI || expected(module) == KERNELS ||
        shares(module) || !mirror_has_nothing() ||
        !exec_runs_on_host(module, want) || !modes_are_nearest())
        return 0;
    begin_early(module, sizes);
    return 1;
}

/* Whatever calls took before: what is not timed may differ in its bits. */
FIRST_CODE static bool small_is_plain(const struct hedra_module *module)
{
    bool asked =
        mode == MODE_MEASURE || mode == MODE_HEDRA || mode == MODE_SHARED;
    return !asked && (!is_timed(module) || expected(module) != KERNELS);
}

FIRST_CODE int hedra_small_call(struct hedra_module *module, int want)
{
    CANCEL_OFF;
    know_environment();
    if (module->abi != HEDRA_ABI)
        return 0;
    const bool plain = small_is_plain(module);
    if (plain && (!mirror_has_nothing() || !exec_runs_on_host(module, want) ||
                  !modes_are_nearest()))
        return 0;
    if (plain)
        hedra_plain(module, HEDRA_CHOSEN);
    struct module_state *known = module_state_make(module);
    if (known)
        __atomic_store_n(&known->again.small, plain ? 1 : -1, __ATOMIC_RELAXED);
    return plain;
}

FIRST_CODE bool choose_in_place(struct hedra_module *module,
                                enum hedra_where *where)
{
    if (state_of(module) || expected(module) == KERNELS)
        return false;
    make_state(module_state_make(module));
    return leave(module, shares(module), where);
}

/* The calls are sorted by how often the loop runs. */
FIRST_CODE int hedra_promised(struct hedra_module *module, int64_t first,
                              int64_t end, int64_t step)
{
    enum { HOST = 2 };
    double trips = ((double)end - (double)first) / (double)step;
    const struct hedra_array loop = {
        "iterations", NULL, 0, (int64_t)fmin(fmax(trips, 0), 0x1p62), 1,
        HEDRA_READ};
    struct choose_call call;
    enum hedra_where where = HEDRA_HOST;
    CANCEL_OFF;
    if (choose_by_rounding(module) ||
        choose_before(module, &loop, 1, HOST, &call, &where) ||
        choose_in_place(module, &where))
        return where == HEDRA_SHARED;
    hedra_plain(module, HEDRA_CHOSEN);
    return shares(module);
}

void choose_divided(void)
{
    pending.divided = true;
}

FIRST_CODE void choose_end(const struct hedra_module *module,
                           const struct choose_call *call)
{
    if (call->size)
        note(module, call);
    if (is_timed(module))
        make_state(module_state_of(module));
}

FIRST_CODE void hedra_plain_done(struct hedra_module *module)
{
    if (pending.module == module && pending.early)
        note_early(module);
    else if (pending.module == module && pending.call.size)
        grant(module, note(module, &pending.call));
    pending.module = NULL;
}
