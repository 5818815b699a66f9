/*
 * Runs the chunks of a doacross loop on the host's threads: a chunk waits
 * before its ordered launches for those of the chunks before it (doacross.h).
 * R. Cytron, "Doacross: Beyond vectorization for multiprocessors", ICPP 1986.
 */
#include "runtime/host/doacross.h"

#include "runtime/host/pool.h"

#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>

/* A chunk for each thread would leave no room for one that is late. */
enum { CHUNKS_PER_THREAD = 2 };

/* About as long as a chunk takes, which the one before may still need: who has
 * to wait longer lends its processor, and may get it back much later. */
enum { SPIN = 4000 };

enum { LINE = 128 };

struct work {
    const struct doacross *loop;
    alignas(LINE) atomic_int next; /* chunk to take */
    alignas(LINE) atomic_int done; /* chunks whose ordered launches are done */
};

static void await_order(const struct work *w, int chunk)
{
    for (int k = 0;
         atomic_load_explicit(&w->done, memory_order_acquire) != chunk; k++)
        if (k < SPIN)
            host_pool_relax();
        else
            sched_yield();
}

static void run_launch(const struct doacross *loop,
                       const struct doacross_launch *l)
{
    l->kernel->host(loop->value + l->value, 0, l->blocks);
}

static void run_chunk(struct work *w, int chunk)
{
    const struct doacross_launch *launch;
    int count = doacross_chunk(w->loop, chunk, &launch), k = 0;
    for (; k < count && launch[k].place == HEDRA_BEFORE; k++)
        run_launch(w->loop, &launch[k]);
    await_order(w, chunk);
    for (; k < count && launch[k].place == HEDRA_ORDERED; k++)
        run_launch(w->loop, &launch[k]);
    atomic_store_explicit(&w->done, chunk + 1, memory_order_release);
    for (; k < count; k++)
        run_launch(w->loop, &launch[k]);
}

/* Takes all chunks that are left, for each of the range's numbers. */
static void take_chunks(const void *context, int64_t begin, int64_t end)
{
    struct work *w = *(struct work *const *)context;
    (void)begin;
    (void)end;
    for (;;) {
        int chunk =
            atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed);
        if (chunk >= w->loop->chunk_count)
            return;
        run_chunk(w, chunk);
    }
}

struct one {
    const struct doacross *loop;
    const struct doacross_launch *launch;
};

static void run_blocks(const void *context, int64_t begin, int64_t end)
{
    const struct one *one = context;
    one->launch->kernel->host(one->loop->value + one->launch->value, begin,
                              end);
}

void host_doacross_run(int threads, const struct doacross *loop)
{
    struct work work = {.loop = loop}, *w = &work;
    if (threads > 1 && loop->chunk_count / CHUNKS_PER_THREAD >= threads) {
        host_pool_run(threads, take_chunks, &w, threads);
        return;
    }
    for (int k = 0; k < loop->launch_count; k++) {
        struct one one = {loop, &loop->launch[k]};
        if (threads == 1 && one.launch->kernel->atomics) {
            one.launch->kernel->atomics->alone(loop->value + one.launch->value,
                                               0, one.launch->blocks);
            continue;
        }
        host_pool_run(threads, run_blocks, &one, one.launch->blocks);
    }
}
