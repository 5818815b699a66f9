#include "tests/polybench/polybench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const size_name[PB_SIZE_COUNT] = {"MINI", "SMALL", "MEDIUM",
                                                     "LARGE", "EXTRALARGE"};

struct options {
    int n[PB_MAX_PARAMS];
    const char *dump;
    bool time, hash, cost, idle;
    long repeat;
};

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", pb_kernel.name, what, why);
    exit(2);
}

static void print_usage(FILE *out)
{
    fprintf(out,
            "usage: %s [options]\n"
            "  --size NAME     MINI (default), SMALL, MEDIUM, LARGE, "
            "EXTRALARGE,\n"
            "                  or the values of %s with commas between\n"
            "  --dump FILE     write all arrays after the last call\n"
            "  --hash          print a hash of each array\n"
            "  --time          print the seconds of the fastest call\n"
            "  --repeat N      call N times, each on fresh data (default 1)\n"
            "  --cost          print the operations and bytes of one call\n"
            "  --idle          call nothing: arrays are as they were filled\n",
            pb_kernel.name, pb_kernel.params);
}

static void parse_size(const char *text, int *n)
{
    int count = (int)strlen(pb_kernel.params);
    for (int s = 0; s < PB_SIZE_COUNT; s++)
        if (strcmp(text, size_name[s]) == 0) {
            memcpy(n, pb_kernel.size[s], sizeof pb_kernel.size[s]);
            return;
        }
    for (int i = 0; i < count; i++) {
        char *end;
        long value = strtol(text, &end, 10);
        char after = i + 1 < count ? ',' : '\0';
        if (end == text || *end != after || value < 1 || value > 1 << 20)
            fail("--size", "neither a name nor one positive number per "
                           "parameter");
        n[i] = (int)value;
        text = end + 1;
    }
}

static struct options parse_options(int argc, char **argv)
{
    struct options o = {.repeat = 1};
    parse_size("MINI", o.n);
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(arg, "--help") == 0) {
            print_usage(stdout);
            exit(0);
        } else if (strcmp(arg, "--time") == 0) {
            o.time = true;
            continue;
        } else if (strcmp(arg, "--hash") == 0) {
            o.hash = true;
            continue;
        } else if (strcmp(arg, "--cost") == 0) {
            o.cost = true;
            continue;
        } else if (strcmp(arg, "--idle") == 0) {
            o.idle = true;
            continue;
        } else if (strcmp(arg, "--size") == 0 && *value) {
            parse_size(value, o.n);
        } else if (strcmp(arg, "--dump") == 0 && *value) {
            o.dump = value;
        } else if (strcmp(arg, "--repeat") == 0 && atol(value) > 0) {
            o.repeat = atol(value);
        } else {
            print_usage(stderr);
            exit(2);
        }
        i++;
    }
    return o;
}

/* SplitMix64 at one point of its sequence: uniform bits for each index. */
static uint64_t random_bits(uint64_t index)
{
    uint64_t x = (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static double random_unit(uint64_t index)
{
    return (double)(random_bits(index) >> 11) * 0x1p-53;
}

static double fill_value(enum pb_fill fill, const struct pb_block *block,
                         uint64_t stream, size_t i)
{
    size_t n = (size_t)block->extent[block->rank - 1];
    size_t row = i / n, column = i % n;
    if (fill == PB_SPD && column > row)
        i = column * n + row;
    double u = random_unit(stream + i);
    switch (fill) {
    case PB_RANDOM:
        return 2 * u - 1;
    case PB_UNIT:
        return u;
    case PB_DOMINANT:
    case PB_SPD:
        return row == column ? 1 + u : (2 * u - 1) / (double)n;
    case PB_SMALL_SUM:
        return (2 * u - 1) / (2 * (double)n);
    case PB_BASE:
        return floor(4 * u);
    case PB_DISTANCE:
        return 1 + floor(999 * u);
    case PB_ZERO:
        break;
    }
    return 0;
}

static void fill_block(struct pb_block *block, enum pb_fill fill, int which)
{
    uint64_t stream = (uint64_t)(which + 1) << 40;
    for (size_t i = 0, n = pb_block_count(block); i < n; i++) {
        double value = fill_value(fill, block, stream, i);
        if (block->type == PB_F64)
            ((double *)block->data)[i] = value;
        else if (block->type == PB_F32)
            ((float *)block->data)[i] = (float)value;
        else if (block->type == PB_I32)
            ((int32_t *)block->data)[i] = (int32_t)value;
        else
            ((signed char *)block->data)[i] = (signed char)value;
    }
}

/* Allocates the arrays of the kernel's table; returns how many there are. */
static int make_blocks(const int *n, struct pb_block *block)
{
    int count = 0;
    for (; count < PB_MAX_ARRAYS && pb_kernel.array[count].name; count++) {
        const struct pb_array *array = &pb_kernel.array[count];
        struct pb_block *b = &block[count];
        *b = (struct pb_block){.type = array->type, .flags = array->flags};
        snprintf(b->name, sizeof b->name, "%s", array->name);
        for (const char *s = array->shape; *s; s++)
            b->extent[b->rank++] =
                n[strchr(pb_kernel.params, *s) - pb_kernel.params];
        size_t bytes = pb_block_count(b) * pb_type_size(b->type);
        b->data = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
        if (!b->data)
            fail(b->name, "not enough memory");
    }
    return count;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The seconds of one call on fresh data. */
static double run_once(const int *n, struct pb_block *block, int count,
                       bool idle)
{
    void *data[PB_MAX_ARRAYS];
    for (int b = 0; b < count; b++) {
        fill_block(&block[b], pb_kernel.array[b].fill, b);
        data[b] = block[b].data;
    }
    double start = now();
    if (!idle)
        pb_kernel.call(n, data);
    return now() - start;
}

static void print_cost(const int *n)
{
    double value[PB_MAX_PARAMS];
    for (int i = 0; i < PB_MAX_PARAMS; i++)
        value[i] = n[i];
    struct pb_cost cost = pb_kernel.cost(value);
    printf("operations %.0f\nbytes %.0f\n", cost.operations, cost.bytes);
}

/* Results that hold infinities or NaNs would compare equal for no good
 * reason: they end the run. */
static void check_finite(const struct pb_block *block, int count)
{
    for (int b = 0; b < count; b++) {
        size_t i = pb_block_find_nonfinite(&block[b]);
        if (i == pb_block_count(&block[b]))
            continue;
        char place[96];
        pb_block_place(&block[b], i, place, sizeof place);
        fail(place, "the result is not finite");
    }
}

int main(int argc, char **argv)
{
    struct options o = parse_options(argc, argv);
    struct pb_block block[PB_MAX_ARRAYS];
    int count = make_blocks(o.n, block);
    double best = run_once(o.n, block, count, o.idle);
    for (long r = 1; r < o.repeat; r++)
        best = fmin(best, run_once(o.n, block, count, o.idle));

    check_finite(block, count);
    if (o.cost)
        print_cost(o.n);
    if (o.time)
        printf("time %.9f\n", best);
    for (int b = 0; b < count && o.hash; b++)
        printf("hash %s %016" PRIx64 "\n", block[b].name,
               pb_block_hash(&block[b]));
    if (o.dump && !pb_dump_write(o.dump, block, count))
        fail(o.dump, strerror(errno));
    for (int b = 0; b < count; b++)
        free(block[b].data);
    if (fflush(stdout) != 0)
        fail("output", strerror(errno));
    return 0;
}
