/*
 * The threads of the host (pool.h): each takes pieces of its own share of a
 * range and, when that is done, steals half of another's rest. R. D. Blumofe
 * and C. E. Leiserson, "Scheduling multithreaded computations by work
 * stealing", J. ACM 46 (1999).
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "runtime/host/pool.h"

#include "runtime/base/base.h"
#include "runtime/host/clock.h"
#include "runtime/host/modes.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Pairs of 64-byte lines are fetched together on current x86 processors. */
enum { LINE = 128 };

/* Nanoseconds: more than a driver's serial work between launches, and what it
 * takes to wake a thread of a virtual machine; less than a time slice. */
static const double SPIN = 150000;

/* Rounds between two looks at the clock. */
enum { ROUNDS = 64 };

/* Starting threads takes so many times as long as the pool's memory, NEW_PAGES
 * at least, which tells how fast the system is; nanoseconds that it takes at
 * least, and at most, as something else may run meanwhile. */
enum { START_TIMES = 12, LEAST_START = 80000, MOST_START = 1000000 };
enum { PAGE = 4096, NEW_PAGES = 2 };

/* Each thread that wakes wakes this many more, so that no one pays for all. */
enum { WAKE = 4 };

/* A worker that has heard nothing for so long ends: a process whose own threads
 * have all ended shall end, too. Starting threads again costs some 20
 * microseconds each. */
static const struct timespec IDLE = {0, 250000000};

/* A participant's rest, in one word: the job's stamp and units begin <= u <
 * end. A slot with an old stamp is untouched: its rest is its whole share. Thus
 * starting a job writes no slot. */
enum { UNIT_BITS = 20, STAMP_BITS = 64 - 2 * UNIT_BITS };
#define UNIT_MAX ((INT64_C(1) << UNIT_BITS) - 1)
#define STAMP_MAX ((UINT64_C(1) << STAMP_BITS) - 1)

struct slot {
    alignas(LINE) _Atomic uint64_t rest;
};

struct rest {
    int64_t begin, end;
};

/* The gate's word: whether threads may join the job, whether the owner sleeps
 * until the last has left, and how many are inside. The owner is not counted.*/
#define GATE_OPEN 0x80000000u
#define GATE_AWAITED 0x40000000u
#define GATE_COUNT 0x3fffffffu

struct job {
    host_pool_body body;
    const void *context;
    int64_t n, unit, units; /* blocks; blocks in a unit; units in all */
    uint64_t stamp;
    int shares;     /* participants 0 … shares - 1 have a share */
    uint64_t modes; /* of the owner's thread: workers compute in them, too */
};

/* A worker's thread exists until it is joined, by the owner of the pool. */
struct worker {
    pthread_t thread;
    bool exists;
    atomic_bool ended; /* or about to: it takes no more work */
};

static struct {
    alignas(LINE) atomic_bool owned;
    /* The owner alone uses these, and all below that are not atomic, but for
     * the job, which the workers read. */
    bool prepared, started, stopped;
    bool watched; /* fork resets the child's pool */
    int workers;
    double spin;       /* nanoseconds; 0 if threads have to share processors */
    double start_time; /* nanoseconds that threads are expected to take */
    struct worker *worker;
    struct slot *slot;
    size_t bytes; /* of slots and workers together */
    alignas(LINE) struct job job;
    _Atomic int missing; /* workers that have ended or were not started; 1
                            before there is a pool */
    alignas(LINE) _Atomic uint32_t gate;
    alignas(LINE) _Atomic uint32_t bell; /* rings when there may be work */
    _Atomic uint32_t sleepers;
    atomic_bool quit;
} pool = {.missing = 1};

/* Linux's numbers for FUTEX_WAIT and FUTEX_WAKE among the threads of one
 * process. */
enum { FUTEX_WAIT = 0 | 128, FUTEX_WAKE = 1 | 128 };

/* False after `most` (NULL: never) without a call. */
static bool futex_wait(_Atomic uint32_t *word, uint32_t value,
                       const struct timespec *most)
{
    return syscall(SYS_futex, word, FUTEX_WAIT, value, most, NULL, 0) == 0 ||
           errno != ETIMEDOUT;
}

static void futex_wake(_Atomic uint32_t *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE, count, NULL, NULL, 0);
}

void host_pool_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* The processors that a thread may run on. */
struct processors {
    cpu_set_t *set; /* NULL: nobody knows */
    size_t size;
};

/* Those of the calling thread; to be freed by CPU_FREE. */
static struct processors own_processors(void)
{
    for (int most = 1024; most <= 1 << 20; most *= 2) {
        struct processors p = {CPU_ALLOC(most), CPU_ALLOC_SIZE(most)};
        if (!p.set || sched_getaffinity(0, p.size, p.set) == 0)
            return p;
        int reason = errno;
        CPU_FREE(p.set);
        if (reason != EINVAL)
            break;
    }
    return (struct processors){NULL, 0};
}

static int cpu_count(void)
{
    struct processors p = own_processors();
    int count = p.set ? CPU_COUNT_S(p.size, p.set) : 0;
    CPU_FREE(p.set);
    return count > 0 ? count : 1;
}

int host_pool_size(const char *text, struct report *why)
{
    if (!text || !*text) {
        int count = cpu_count();
        return count < HOST_POOL_MAX_THREADS ? count : HOST_POOL_MAX_THREADS;
    }
    int value;
    if (!number_whole(text, &value) || value < 1 ||
        value > HOST_POOL_MAX_THREADS) {
        report_set(why,
                   "HEDRA_THREADS=%s is not a number of threads from 1 to %d",
                   text, HOST_POOL_MAX_THREADS);
        return 0;
    }
    return value;
}

static struct rest unpack(const struct job *job, int k, uint64_t word)
{
    if (word >> (2 * UNIT_BITS) != job->stamp) {
        if (k >= job->shares)
            return (struct rest){0, 0};
        return (struct rest){job->units * k / job->shares,
                             job->units * (k + 1) / job->shares};
    }
    return (struct rest){(int64_t)(word >> UNIT_BITS) & UNIT_MAX,
                         (int64_t)word & UNIT_MAX};
}

static uint64_t pack(const struct job *job, struct rest rest)
{
    return job->stamp << (2 * UNIT_BITS) | (uint64_t)rest.begin << UNIT_BITS |
           (uint64_t)rest.end;
}

/* Takes a sixteenth from the front of slot k, or half from its back. Slots only
 * say who runs what: the gate orders the work itself, so relaxed suffices. */
static bool take(const struct job *job, int k, bool steal, struct rest *part)
{
    _Atomic uint64_t *word = &pool.slot[k].rest;
    uint64_t old = atomic_load_explicit(word, memory_order_relaxed);
    for (;;) {
        struct rest rest = unpack(job, k, old), left = rest;
        int64_t length = rest.end - rest.begin;
        if (length <= 0)
            return false;
        if (steal)
            left.end -= (length + 1) / 2;
        else
            left.begin += (length + 15) / 16;
        *part = steal ? (struct rest){left.end, rest.end}
                      : (struct rest){rest.begin, left.begin};
        if (atomic_compare_exchange_weak_explicit(word, &old, pack(job, left),
                                                  memory_order_relaxed,
                                                  memory_order_relaxed))
            return true;
    }
}

/* Moves half of another's rest into slot `self`, which is empty. */
static bool steal_any(const struct job *job, int self)
{
    for (int k = 1; k <= job->shares; k++) {
        int victim = (self + k) % job->shares;
        struct rest part;
        if (victim == self || !take(job, victim, true, &part))
            continue;
        atomic_store_explicit(&pool.slot[self].rest, pack(job, part),
                              memory_order_relaxed);
        return true;
    }
    return false;
}

/* Until every slot was seen empty. What another has just stolen is in nobody's
 * slot for a moment, but that thread is inside the gate and will run it. */
static void work(int self)
{
    const struct job *job = &pool.job;
    struct rest part;
    do {
        while (take(job, self, false, &part)) {
            int64_t begin = part.begin * job->unit;
            int64_t end =
                part.end == job->units ? job->n : part.end * job->unit;
            job->body(job->context, begin, end);
        }
    } while (steal_any(job, self));
}

static void wake_some(int others)
{
    if (others > 0 && atomic_load(&pool.sleepers) > 0)
        futex_wake(&pool.bell, others < WAKE ? others : WAKE);
}

/* Enters the gate if it is open; the job then stays as it is until `leave`. */
static bool join(void)
{
    uint32_t gate = atomic_load_explicit(&pool.gate, memory_order_relaxed);
    while (gate & GATE_OPEN)
        if (atomic_compare_exchange_weak_explicit(&pool.gate, &gate, gate + 1,
                                                  memory_order_acquire,
                                                  memory_order_relaxed)) {
            int inside = (int)(gate & GATE_COUNT) + 2;
            wake_some(pool.job.shares - inside);
            return true;
        }
    return false;
}

static void leave(void)
{
    uint32_t gate =
        atomic_fetch_sub_explicit(&pool.gate, 1, memory_order_release) - 1;
    if (gate == GATE_AWAITED)
        futex_wake(&pool.gate, 1);
}

/* A wait without sleeping, which has an end. */
struct spin {
    double end;
    int round;
};

static struct spin spin_begin(void)
{
    return (struct spin){pool.spin > 0 ? host_clock() + pool.spin : 0, 0};
}

static bool spin_on(struct spin *spin)
{
    host_pool_relax();
    return spin->end > 0 &&
           (++spin->round % ROUNDS != 0 || host_clock() < spin->end);
}

/* Returns `heard` if it does not ring for a while. */
static uint32_t await_bell(uint32_t heard)
{
    struct spin spin = spin_begin();
    uint32_t bell = atomic_load_explicit(&pool.bell, memory_order_acquire);
    while (bell == heard && spin_on(&spin))
        bell = atomic_load_explicit(&pool.bell, memory_order_acquire);
    if (bell != heard)
        return bell;
    atomic_fetch_add(&pool.sleepers, 1);
    bool rung = true;
    while ((bell = atomic_load(&pool.bell)) == heard && rung)
        rung = futex_wait(&pool.bell, heard, &IDLE);
    atomic_fetch_sub(&pool.sleepers, 1);
    return bell;
}

/* Works at each ring, from the one on for which it was started. */
static void *worker_main(void *self)
{
    int number = (int)(intptr_t)self;
    uint32_t heard = atomic_load(&pool.bell) - 1, bell;
    while ((bell = await_bell(heard)) != heard) {
        heard = bell;
        if (atomic_load_explicit(&pool.quit, memory_order_acquire))
            return NULL;
        if (join()) {
            modes_set(pool.job.modes);
            work(number);
            leave();
        }
    }
    atomic_store_explicit(&pool.worker[number - 1].ended, true,
                          memory_order_release);
    atomic_fetch_add_explicit(&pool.missing, 1, memory_order_release);
    return NULL;
}

/* The signals that the program's handlers take in its own threads, and not in
 * workers: all but those that a thread raises by what it does itself. */
static void fill_foreign(sigset_t *set)
{
    static const int own[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                              SIGTRAP, SIGABRT, SIGSYS};
    sigfillset(set);
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        sigdelset(set, own[k]);
}

/* Some systems begin a new thread on its creator's processor, where it waits
 * until the creator's time slice is over: some milliseconds, in which many a
 * program is done. So it is sent to the others; then it may run anywhere. */
static void send_elsewhere(pthread_t thread, const struct processors *all)
{
    int here = sched_getcpu();
    if (!all->set || here < 0 ||
        !CPU_ISSET_S((size_t)here, all->size, all->set))
        return;
    CPU_CLR_S((size_t)here, all->size, all->set);
    if (CPU_COUNT_S(all->size, all->set) > 0)
        (void)pthread_setaffinity_np(thread, all->size, all->set);
    CPU_SET_S((size_t)here, all->size, all->set);
    (void)pthread_setaffinity_np(thread, all->size, all->set);
}

/* Starts workers 1 … workers that do not run. Returns an error if the system
 * grants fewer threads: that many do the work. */
static int start_workers(void)
{
    struct processors all = own_processors();
    sigset_t foreign, old;
    int error = 0;
    fill_foreign(&foreign);
    pthread_sigmask(SIG_SETMASK, &foreign, &old);
    for (int k = 1; k <= pool.workers; k++) {
        struct worker *w = &pool.worker[k - 1];
        if (w->exists && !atomic_load_explicit(&w->ended, memory_order_acquire))
            continue;
        if (w->exists)
            pthread_join(w->thread, NULL);
        atomic_store(&w->ended, false);
        error =
            pthread_create(&w->thread, NULL, worker_main, (void *)(intptr_t)k);
        w->exists = !error;
        if (error)
            break;
        send_elsewhere(w->thread, &all);
        atomic_fetch_sub(&pool.missing, 1);
    }
    CPU_FREE(all.set);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return error;
}

/* In a child of fork, which has none of the threads: whatever another thread of
 * the parent was about to do with the pool is not done here. */
static void forget_workers(void)
{
    atomic_store(&pool.owned, false);
    atomic_store(&pool.gate, 0);
    atomic_store(&pool.sleepers, 0);
    atomic_store(&pool.missing, 1);
    pool.prepared = pool.started = false;
    pool.workers = 0;
}

static void free_memory(void)
{
    if (pool.slot)
        munmap(pool.slot, pool.bytes);
    pool.slot = NULL;
    pool.worker = NULL;
}

/* There is some already in a child of fork. Touches NEW_PAGES at
 * least, whatever the program has done with its own memory. */
static bool get_memory(int threads)
{
    size_t slots = (size_t)threads * sizeof *pool.slot;
    size_t bytes = slots + (size_t)threads * sizeof *pool.worker;
    free_memory();
    pool.bytes = bytes > NEW_PAGES * PAGE ? bytes : NEW_PAGES * PAGE;
    void *memory = mmap(NULL, pool.bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    pool.slot = memory;
    pool.worker = (struct worker *)((char *)memory + slots);
    memset(memory, 0, bytes);
    *((volatile char *)memory + pool.bytes - 1) = 0;
    return true;
}

/* Makes the pool's memory. */
static void prepare(int threads)
{
    const double begin = host_clock();
    pool.prepared = true;
    if (get_memory(threads))
        pool.workers = threads - 1;
    else
        fprintf(stderr, "hedra: no memory for threads: running on one\n");
    pool.start_time = START_TIMES * (host_clock() - begin);
    if (pool.start_time > MOST_START)
        pool.start_time = MOST_START;
}

static void start(int threads)
{
    if (!pool.prepared)
        prepare(threads);
    pool.spin = threads <= cpu_count() ? SPIN : 0;
    if (!pool.watched)
        pthread_atfork(NULL, NULL, forget_workers);
    pool.watched = true;
    pool.started = true;
    if (pool.workers == 0)
        return;
    atomic_store(&pool.missing, pool.workers);
    int error = start_workers(), count = 0;
    while (count < pool.workers && pool.worker[count].exists)
        count++;
    atomic_fetch_sub(&pool.missing, pool.workers - count);
    pool.workers = count;
    if (error)
        fprintf(stderr, "hedra: running on %d threads instead of %d: %s\n",
                pool.workers + 1, threads, strerror(error));
}

/* When stamps wrap around, a slot that no job has touched since could pass for
 * one of this job; so all are brought up to date then. */
static void next_stamp(struct job *job)
{
    if (++job->stamp > STAMP_MAX) {
        job->stamp = 1;
        for (int k = 0; k <= pool.workers; k++)
            atomic_store_explicit(&pool.slot[k].rest, 0, memory_order_relaxed);
    }
}

static void open_gate(host_pool_body body, const void *context, int64_t n)
{
    struct job *job = &pool.job;
    job->body = body;
    job->context = context;
    job->n = n;
    job->modes = modes_get();
    job->unit = n / UNIT_MAX + (n % UNIT_MAX != 0);
    job->units = n / job->unit + (n % job->unit != 0);
    job->shares =
        job->units <= pool.workers ? (int)job->units : pool.workers + 1;
    next_stamp(job);
    atomic_store_explicit(&pool.gate, GATE_OPEN, memory_order_release);
    atomic_fetch_add(&pool.bell, 1);
    wake_some(job->shares - 1);
}

static void close_gate(void)
{
    uint32_t gate =
        atomic_fetch_and_explicit(&pool.gate, ~GATE_OPEN, memory_order_acquire);
    struct spin spin = spin_begin();
    while (gate & GATE_COUNT && spin_on(&spin))
        gate = atomic_load_explicit(&pool.gate, memory_order_acquire);
    gate = atomic_load_explicit(&pool.gate, memory_order_acquire);
    while (gate & GATE_COUNT) {
        if ((gate & GATE_AWAITED) ||
            atomic_compare_exchange_strong(&pool.gate, &gate,
                                           gate | GATE_AWAITED))
            futex_wait(&pool.gate, gate | GATE_AWAITED, NULL);
        gate = atomic_load_explicit(&pool.gate, memory_order_acquire);
    }
}

static bool own(void)
{
    return !atomic_exchange_explicit(&pool.owned, true, memory_order_acquire);
}

static void disown(void)
{
    atomic_store_explicit(&pool.owned, false, memory_order_release);
}

FIRST_CODE bool host_pool_is_ready(void)
{
    return atomic_load_explicit(&pool.missing, memory_order_relaxed) == 0;
}

double host_pool_start_guess(void)
{
    static alignas(PAGE) unsigned char page[PAGE];
    static _Atomic double known;
    double time = atomic_load_explicit(&known, memory_order_relaxed);
    if (time > 0)
        return time;
    const double begin = host_clock();
    *(volatile unsigned char *)page = 1;
    time = START_TIMES * NEW_PAGES * (host_clock() - begin);
    time = time > LEAST_START ? time : LEAST_START;
    atomic_store_explicit(&known, time, memory_order_relaxed);
    return time;
}

double host_pool_start_time(int threads)
{
    if (host_pool_is_ready() || !own())
        return 0;
    if (!pool.prepared && !pool.stopped)
        prepare(threads);
    double time = pool.start_time;
    disown();
    return time > LEAST_START ? time : LEAST_START;
}

FIRST_CODE void host_pool_run(int threads, host_pool_body body,
                              const void *context, int64_t n)
{
    if (n <= 0)
        return;
    if (n == 1 || threads == 1 || !own()) {
        body(context, 0, n);
        return;
    }
    if (!pool.started && !pool.stopped)
        start(threads);
    if (pool.workers == 0) {
        disown();
        body(context, 0, n);
        return;
    }
    if (atomic_load_explicit(&pool.missing, memory_order_acquire) > 0)
        start_workers();
    open_gate(body, context, n);
    work(0);
    close_gate();
    disown();
}

/* The last thread of a process may be a worker that has ended, and run the exit
 * handlers: it cannot join itself. */
void host_pool_stop(void)
{
    if (!own())
        return;
    atomic_store_explicit(&pool.quit, true, memory_order_release);
    atomic_fetch_add(&pool.bell, 1);
    futex_wake(&pool.bell, INT_MAX);
    for (int k = 0; k < pool.workers; k++)
        if (pool.worker[k].exists &&
            !pthread_equal(pool.worker[k].thread, pthread_self()))
            pthread_join(pool.worker[k].thread, NULL);
    pool.workers = 0;
    pool.stopped = true;
    free_memory();
    disown();
}
