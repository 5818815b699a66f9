#include "tests/polybench/dump.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t size;
} type_table[PB_TYPE_COUNT] = {
    [PB_F64] = {"f64", 8},
    [PB_F32] = {"f32", 4},
    [PB_I32] = {"i32", 4},
    [PB_I8] = {"i8", 1},
};

static const char magic[] = "pbdump 1\n";

size_t pb_type_size(enum pb_type type)
{
    return type_table[type].size;
}

size_t pb_block_count(const struct pb_block *block)
{
    size_t count = 1;
    for (int d = 0; d < block->rank; d++)
        count *= (size_t)block->extent[d];
    return count;
}

static size_t block_bytes(const struct pb_block *block)
{
    return pb_block_count(block) * pb_type_size(block->type);
}

/* The finaliser of MurmurHash3: every bit of the input moves every bit of the
 * output, so that chaining it over words finds any single difference. */
static uint64_t mix_word(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

uint64_t pb_block_hash(const struct pb_block *block)
{
    const unsigned char *byte = block->data;
    size_t left = block_bytes(block);
    uint64_t hash = left;
    while (left > 0) {
        size_t n = left < 8 ? left : 8;
        uint64_t word = 0;
        memcpy(&word, byte, n);
        hash = mix_word(hash ^ word) + UINT64_C(0x9e3779b97f4a7c15);
        byte += n;
        left -= n;
    }
    return hash;
}

static double block_value(const struct pb_block *block, size_t i)
{
    switch (block->type) {
    case PB_F64:
        return ((const double *)block->data)[i];
    case PB_F32:
        return ((const float *)block->data)[i];
    case PB_I32:
        return ((const int32_t *)block->data)[i];
    default:
        return ((const signed char *)block->data)[i];
    }
}

size_t pb_block_find_nonfinite(const struct pb_block *block)
{
    size_t count = pb_block_count(block), i = 0;
    if (block->type != PB_F64 && block->type != PB_F32)
        return count;
    while (i < count && isfinite(block_value(block, i)))
        i++;
    return i;
}

void pb_block_place(const struct pb_block *block, size_t index, char *text,
                    size_t size)
{
    size_t at[PB_MAX_RANK] = {0};
    for (int d = block->rank - 1; d >= 0; d--) {
        at[d] = index % (size_t)block->extent[d];
        index /= (size_t)block->extent[d];
    }
    int length = snprintf(text, size, "%s", block->name);
    for (int d = 0; d < block->rank && (size_t)length < size; d++)
        length +=
            snprintf(text + length, size - (size_t)length, "[%zu]", at[d]);
}

bool pb_dump_write(const char *path, const struct pb_block *block, int count)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    fputs(magic, file);
    for (int b = 0; b < count; b++) {
        fprintf(file, "%s %s %u", block[b].name, type_table[block[b].type].name,
                block[b].flags);
        for (int d = 0; d < block[b].rank; d++)
            fprintf(file, " %d", block[b].extent[d]);
        fputc('\n', file);
        fwrite(block[b].data, 1, block_bytes(&block[b]), file);
    }
    bool failed = ferror(file) != 0;
    int error = errno;
    if (fclose(file) != 0)
        return false;
    errno = error;
    return !failed;
}

/* Parses "name type flags extent…" into `block`. */
static bool parse_header(char *line, struct pb_block *block)
{
    char *save, *word[3 + PB_MAX_RANK + 1];
    int words = 0;
    for (char *w = strtok_r(line, " \n", &save);
         w && words < (int)(sizeof word / sizeof *word);
         w = strtok_r(NULL, " \n", &save))
        word[words++] = w;
    if (words < 3 || words > 3 + PB_MAX_RANK || strlen(word[0]) >= PB_NAME_SIZE)
        return false;
    *block = (struct pb_block){.type = PB_TYPE_COUNT, .rank = words - 3};
    strcpy(block->name, word[0]);
    for (int t = 0; t < PB_TYPE_COUNT; t++)
        if (strcmp(word[1], type_table[t].name) == 0)
            block->type = t;
    block->flags = (unsigned)strtoul(word[2], NULL, 10);
    for (int d = 0; d < block->rank; d++)
        if ((block->extent[d] = atoi(word[3 + d])) <= 0)
            return false;
    return block->type != PB_TYPE_COUNT;
}

static int read_blocks(FILE *file, struct pb_block *block, int max)
{
    char line[256];
    int count = 0;
    if (!fgets(line, sizeof line, file) || strcmp(line, magic) != 0)
        return -1;
    while (fgets(line, sizeof line, file)) {
        struct pb_block b;
        if (count == max || !parse_header(line, &b))
            return -1 - count;
        size_t bytes = block_bytes(&b);
        if (!(b.data = malloc(bytes)))
            return -1 - count;
        block[count++] = b;
        if (fread(b.data, 1, bytes, file) != bytes)
            return -1 - count;
    }
    return count;
}

static void free_blocks(struct pb_block *block, int count)
{
    for (int b = 0; b < count; b++)
        free(block[b].data);
}

int pb_dump_read(const char *path, struct pb_block *block, int max)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    int count = read_blocks(file, block, max);
    fclose(file);
    if (count >= 0)
        return count;
    free_blocks(block, -1 - count);
    fprintf(stderr, "%s: not a complete dump\n", path);
    return -1;
}

static bool same_shape(const struct pb_block *a, const struct pb_block *b)
{
    return strcmp(a->name, b->name) == 0 && a->type == b->type &&
           a->rank == b->rank &&
           memcmp(a->extent, b->extent, sizeof a->extent) == 0;
}

static double largest_magnitude(const struct pb_block *block)
{
    double largest = 0;
    for (size_t i = 0, n = pb_block_count(block); i < n; i++)
        largest = fmax(largest, fabs(block_value(block, i)));
    return largest;
}

/* Compares one array; reports how many elements differ and the first one. */
static bool compare_block(const struct pb_block *a, const struct pb_block *b,
                          double tolerance, FILE *out)
{
    size_t size = pb_type_size(a->type), n = pb_block_count(a);
    size_t wrong = 0, first = 0;
    double margin = tolerance * largest_magnitude(a);
    for (size_t i = 0; i < n; i++) {
        const char *x = a->data, *y = b->data;
        bool same = memcmp(x + i * size, y + i * size, size) == 0;
        /* Written so that a NaN is never close to anything. */
        bool close = tolerance > 0 &&
                     fabs(block_value(a, i) - block_value(b, i)) <= margin;
        if (!same && !close && wrong++ == 0)
            first = i;
    }
    if (wrong == 0)
        return true;
    char place[96];
    pb_block_place(a, first, place, sizeof place);
    double x = block_value(a, first), y = block_value(b, first);
    fprintf(out,
            "%s: expected %.17g (%a), got %.17g (%a); %zu of %zu elements of "
            "%s differ\n",
            place, x, x, y, y, wrong, n, a->name);
    return false;
}

int pb_dump_compare(const char *expected, const char *actual, double tolerance,
                    FILE *out)
{
    enum { MAX = 16 };
    struct pb_block a[MAX], b[MAX];
    int count_a = pb_dump_read(expected, a, MAX);
    int count_b = count_a < 0 ? -1 : pb_dump_read(actual, b, MAX);
    int result = count_a == count_b && count_a > 0 ? 0 : 2;
    for (int i = 0; i < count_a && result != 2; i++)
        if (!same_shape(&a[i], &b[i]))
            result = 2;
    for (int i = 0; i < count_a && result != 2; i++) {
        bool skip = tolerance > 0 && (a[i].flags & PB_NOISE);
        if (!skip && !compare_block(&a[i], &b[i], tolerance, out))
            result = 1;
    }
    if (result == 2 && count_a >= 0 && count_b >= 0)
        fprintf(out, "%s and %s hold different arrays\n", expected, actual);
    free_blocks(a, count_a);
    free_blocks(b, count_b);
    return result;
}
