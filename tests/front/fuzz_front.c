/*
 * fuzz_front COUNT FILE...: COUNT damaged copies of the files, each given to
 * the front end. The damage is the same in each run. With COUNT 0 the files are
 * given as they are.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/base.h"
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
    "#pragma scop\n",
    "#pragma endscop\n",
    "#pragma hedra\n",
    "for",
    "if",
    "else",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "=",
    "+=",
    "++",
    "*",
    "&",
    "->",
    ".",
    "?",
    ":",
    "int",
    "double",
    "unsigned",
    "char",
    "struct",
    "const",
    "return",
    "while",
    "goto",
    "0",
    "1",
    "i",
    "j",
    "n",
    "A",
    "1e308",
    "sizeof",
    "static",
    "/*",
    "*/",
    "\"",
    "'",
    "\\\n",
    "tile(",
    "assume(",
    "\xff",
};

/* A part to wound: a few bytes, or, since what is broken less gets further,
 * a whole line or a word. */
static void choose(const struct buf *in, uint64_t *state, size_t *from,
                   size_t *length)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRS"
        "TUVWXYZ0123456789_";
    size_t kind = below(state, 3), end;
    *from = below(state, in->length + 1);
    *length = below(state, 12);
    if (kind == 1) {
        while (*from > 0 && in->text[*from - 1] != '\n')
            --*from;
        *length = strcspn(in->text + *from, "\n") + 1;
    } else if (kind == 2) {
        while (*from > 0 && strchr(letters, in->text[*from - 1]))
            --*from;
        *length = strspn(in->text + *from, letters);
    }
    end = *from + *length;
    if (end > in->length)
        *length = in->length - *from;
}

/* A copy of `in` with one wound: cut short, a part cut out or doubled, a byte
 * or a word put in its place, or a part of `other`. */
static void damage(const struct buf *in, const struct buf *other,
                   uint64_t *state, struct buf *out)
{
    size_t from, length, at, more;
    choose(in, state, &from, &length);
    choose(other, state, &at, &more);
    buf_write(out, in->text, from);
    switch (below(state, 16)) {
    case 0:
        return;
    case 1:
    case 2:
        break;
    case 3:
    case 4:
        buf_write(out, in->text + from, length);
        buf_write(out, in->text + from, length);
        break;
    case 5:
        buf_putc(out, (char)below(state, 256));
        break;
    case 6:
    case 7:
    case 8:
    case 9:
        buf_write(out, other->text + at, more);
        break;
    case 10:
    case 11:
        choose(in, state, &at, &more);
        buf_write(out, in->text + at, more);
        break;
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
