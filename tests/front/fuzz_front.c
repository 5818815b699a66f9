/*
 * fuzz_front COUNT FILE...: COUNT damaged copies of the files, each given to
 * the front end. The damage is the same in each run. With COUNT 0 the files are
 * given as they are.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base.h"
#include "tests/front/front_target.h"

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static size_t below(uint64_t *state, size_t n)
{
    return n ? (size_t)(next_random(state) % n) : 0;
}

static const char *const word[] = {
    "#pragma scop\n", "#pragma endscop\n", "#pragma hedra\n", "for", "if",
    "else", "{", "}", "(", ")", "[", "]", ";", ",", "=", "+=", "++", "*", "&",
    "->", ".", "?", ":", "int", "double", "unsigned", "char", "struct", "const",
    "return", "while", "goto", "0", "1", "i", "j", "n", "A", "1e308", "sizeof",
    "static", "/*", "*/", "\"", "'", "\\\n", "tile(", "assume(", "\xff",
};

/* A copy of `in` with one wound: cut short, cut out, doubled, a byte or a word
 * put in, or a part of `other` grafted on. */
static void damage(const struct buf *in, const struct buf *other,
                   uint64_t *state, struct buf *out)
{
    size_t from = below(state, in->length + 1);
    size_t length = below(state, 12);
    if (from + length > in->length)
        length = in->length - from;
    buf_write(out, in->text, from);
    switch (below(state, 7)) {
    case 0:
        return;
    case 1:
        break;
    case 2:
        buf_write(out, in->text + from, length);
        buf_write(out, in->text + from, length);
        break;
    case 3:
        buf_putc(out, (char)below(state, 256));
        break;
    case 4: {
        size_t at = below(state, other->length);
        size_t rest = other->length - at;
        buf_write(out, other->text + at, rest < 40 ? rest : 40);
        break;
    }
    default:
        buf_puts(out, word[below(state, sizeof word / sizeof *word)]);
    }
    buf_write(out, in->text + from + length, in->length - from - length);
}

static bool read_all(int count, char **path, struct buf *file)
{
    for (int k = 0; k < count; k++) {
        file[k].text = base_read_file(path[k], &file[k].length);
        if (file[k].text)
            continue;
        fprintf(stderr, "fuzz_front: %s: %s\n", path[k], strerror(errno));
        return false;
    }
    return true;
}

static int run(int rounds, const struct buf *file, int count)
{
    uint64_t state = 1;
    int taken = 0;
    for (int k = 0; rounds == 0 && k < count; k++)
        taken += front_fuzz_one((const uint8_t *)file[k].text, file[k].length);
    for (int k = 0; k < rounds; k++) {
        struct buf text = {0}, more = {0};
        const struct buf *in = &file[below(&state, (size_t)count)];
        const struct buf *other = &file[below(&state, (size_t)count)];
        damage(in, other, &state, &text);
        for (size_t wounds = below(&state, 3); wounds; wounds--) {
            damage(&text, other, &state, &more);
            buf_free(&text);
            text = more;
            more = (struct buf){0};
        }
        taken += front_fuzz_one((const uint8_t *)text.text, text.length);
        buf_free(&text);
    }
    return taken;
}

int main(int argc, char **argv)
{
    int rounds = argc > 2 ? atoi(argv[1]) : 0, count = argc - 2;
    if (count < 1) {
        fprintf(stderr, "usage: fuzz_front COUNT FILE...\n");
        return 2;
    }
    struct buf *file = calloc((size_t)count, sizeof *file);
    bool good = file && read_all(count, argv + 2, file);
    if (good)
        printf("%d scops came out\n", run(rounds, file, count));
    for (int k = 0; file && k < count; k++)
        buf_free(&file[k]);
    free(file);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
