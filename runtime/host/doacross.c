/*
 * Runs a chain's chunks on the host's threads as a doacross loop: a chunk waits
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
    const struct chain *chain;
    alignas(LINE) atomic_int next; /* chunk to take */
    alignas(LINE) atomic_int done; /* chunks whose turn is over */
};

static void await_turn(const struct work *w, int chunk)
{
    for (int k = 0;
         atomic_load_explicit(&w->done, memory_order_acquire) != chunk; k++)
        if (k < SPIN)
            host_pool_relax();
        else
            sched_yield();
}

static void run_launch(const struct chain *chain, const struct chain_launch *l)
{
    l->kernel->host(chain->value + l->value, 0, l->blocks);
}

static void run_chunk(struct work *w, int chunk)
{
    const struct chain_launch *launch;
    int count = chain_chunk(w->chain, chunk, &launch), k = 0;
    for (; k < count && launch[k].turn == HEDRA_BEFORE; k++)
        run_launch(w->chain, &launch[k]);
    await_turn(w, chunk);
    for (; k < count && launch[k].turn == HEDRA_IN_TURN; k++)
        run_launch(w->chain, &launch[k]);
    atomic_store_explicit(&w->done, chunk + 1, memory_order_release);
    for (; k < count; k++)
        run_launch(w->chain, &launch[k]);
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
        if (chunk >= w->chain->chunk_count)
            return;
        run_chunk(w, chunk);
    }
}

struct one {
    const struct chain *chain;
    const struct chain_launch *launch;
};

static void run_blocks(const void *context, int64_t begin, int64_t end)
{
    const struct one *one = context;
    one->launch->kernel->host(one->chain->value + one->launch->value, begin,
                              end);
}

void host_doacross_run(int threads, const struct chain *chain)
{
    struct work work = {.chain = chain}, *w = &work;
    if (threads > 1 && chain->chunk_count / CHUNKS_PER_THREAD >= threads) {
        host_pool_run(threads, take_chunks, &w, threads);
        return;
    }
    for (int k = 0; k < chain->launch_count; k++) {
        struct one one = {chain, &chain->launch[k]};
        if (threads == 1 && one.launch->kernel->atomics) {
            one.launch->kernel->atomics->alone(chain->value + one.launch->value,
                                               0, one.launch->blocks);
            continue;
        }
        host_pool_run(threads, run_blocks, &one, one.launch->blocks);
    }
}
