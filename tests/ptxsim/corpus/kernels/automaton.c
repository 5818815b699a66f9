/* Freestanding C: a table of constants, a struct by value, functions that are
 * not inlined, a generic pointer that is shared or global, memory per thread.
// clang: -ffreestanding -std=c11 -march=sm_80
 */
#define KERNEL __attribute__((nvptx_kernel)) void
#define SHARED __attribute__((address_space(3)))
#define CONSTANT __attribute__((address_space(4)))

enum { CELLS = 128 };

struct rule {
    unsigned char number;
    int steps;
    double weight[2];
};

static const CONSTANT int base[8] = {1, 3, 9, 27, 81, 243, 729, 2187};
static SHARED unsigned char cell[2][CELLS];

static __attribute__((noinline)) unsigned neighbours(const unsigned char *row,
                                                     int i)
{
    return row[(i + CELLS - 1) % CELLS] << 2 | row[i] << 1 |
           row[(i + 1) % CELLS];
}

static __attribute__((noinline)) double weigh(struct rule rule,
                                              const unsigned char *history)
{
    double sum = 0;

    for (int k = 0; k < rule.steps; k++)
        sum += rule.weight[history[k] & 1] * base[history[k] >> 1];
    return sum;
}

/* Elementary automata of up to 32 steps, one per block; `first` is read through
 * the same function as the shared rows. */
KERNEL evolve(struct rule rule, const unsigned char *first, unsigned char *last,
              double *weight)
{
    int i = __nvvm_read_ptx_sreg_tid_x(),
        block = __nvvm_read_ptx_sreg_ctaid_x();
    unsigned char history[32];

    first += block * CELLS;
    rule.number += (unsigned char)block;
    for (int k = 0; k < rule.steps; k++) {
        const unsigned char *row =
            k == 0 ? first : (const unsigned char *)cell[k % 2];
        unsigned around = neighbours(row, i);
        history[k] = (unsigned char)around;
        cell[(k + 1) % 2][i] = rule.number >> around & 1;
        __syncthreads();
    }
    last[block * CELLS + i] = cell[rule.steps % 2][i];
    weight[block * CELLS + i] = weigh(rule, history);
}
