/*
 * mutate: damages C files and generated programs, and gives them to hedrac.
 * Whatever the input, hedrac must end in time with exit status 0 or 1 and must
 * not blame itself, and leaves a file behind only with status 0. Input number N
 * is the same on every machine.
 */
#include "tests/fuzz/process.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_JOBS = 64, GENERATED_SHARE = 4 };

struct state {
    const char *hedrac, *nestgen, *keep, *work;
    struct words flags, files;
    long first, count, jobs;
    double limit;

    int text_count;
    struct text *text;

    pthread_mutex_t lock; /* guards what follows */
    long next, accepted, refused, failures;
    int workers;
};

/* Tokens that parsers and number conversions stumble over. */
static const char *const tokens[] = {"0",
                                     "-1",
                                     "1",
                                     "2147483647",
                                     "2147483648",
                                     "-2147483648",
                                     "9223372036854775807",
                                     "18446744073709551615u",
                                     "99999999999999999999",
                                     "0x1p1023",
                                     "1e400",
                                     "1e-400f",
                                     "'a'",
                                     "\"s\"",
                                     "{",
                                     "}",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     ";",
                                     ",",
                                     "*",
                                     "&",
                                     "->",
                                     ".",
                                     "++",
                                     "--",
                                     "=",
                                     "==",
                                     "!=",
                                     "<",
                                     ">=",
                                     "%",
                                     "/",
                                     "/0",
                                     "%0",
                                     "<<",
                                     ">> 70",
                                     "?",
                                     ":",
                                     "&&",
                                     "||",
                                     "!",
                                     "~",
                                     "int",
                                     "unsigned char",
                                     "_Bool",
                                     "long double",
                                     "_Complex double",
                                     "float",
                                     "double",
                                     "void",
                                     "struct s",
                                     "union u",
                                     "enum e",
                                     "const",
                                     "volatile",
                                     "restrict",
                                     "static",
                                     "register",
                                     "sizeof",
                                     "goto out",
                                     "while",
                                     "do",
                                     "break",
                                     "continue",
                                     "return",
                                     "switch",
                                     "case 1:",
                                     "default:",
                                     "if (1)",
                                     "else",
                                     "for (;;)",
                                     "for (int z = 0; z < n; z++)",
                                     "for (z = 10; z > 0; z /= 2)",
                                     "\n#pragma hedra\n",
                                     "\n#pragma hedra tile(0)\n",
                                     "\n#pragma hedra tile(99999999999)\n",
                                     "\n#pragma hedra nonsense(\n",
                                     "\n#pragma hedra private(i) live_out(\n",
                                     "\n#pragma hedra assume(1 < 0)\n",
                                     "\n#pragma scop\n",
                                     "\n#pragma endscop\n",
                                     "\n#define i j\n",
                                     "\n#include \"missing.h\"\n",
                                     "\n#if 0\n",
                                     "\n#endif\n",
                                     "/*",
                                     "*/",
                                     "//",
                                     "\\\n",
                                     "main",
                                     "printf(\"\")",
                                     "sqrt(2)",
                                     "a[i][i[a]]",
                                     "*(&i + 1)",
                                     "(i, j)",
                                     "({ 1; })",
                                     "\xff",
                                     "\xc3",
                                     "\x01"};
enum { TOKENS = sizeof tokens / sizeof *tokens };

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static size_t below(uint64_t *rng, size_t n)
{
    return n ? (size_t)(next_random(rng) % n) : 0;
}

/* A place in the text: mostly not far behind a pragma, where the regions are.
 */
static size_t pick_place(uint64_t *rng, const struct buf *b)
{
    if (b->length == 0 || below(rng, 5) == 0)
        return below(rng, b->length);
    const char *start = b->text + below(rng, b->length);
    const char *pragma = strstr(start, "#pragma");
    if (!pragma)
        pragma = strstr(b->text, "#pragma");
    if (!pragma)
        return (size_t)(start - b->text);
    size_t at = (size_t)(pragma - b->text) + below(rng, 1200);
    return at < b->length ? at : b->length - 1;
}

static bool in_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '_';
}

/* The text with bytes [at, at + drop) replaced. */
static void replace(struct buf *b, size_t at, size_t drop, const char *by,
                    size_t length)
{
    struct buf out = {0};
    buf_puts(&out, "");
    if (at > b->length)
        at = b->length;
    if (drop > b->length - at)
        drop = b->length - at;
    buf_write(&out, b->text, at);
    buf_write(&out, by, length);
    buf_write(&out, b->text + at + drop, b->length - at - drop);
    buf_free(b);
    *b = out;
}

/* Moves `at` to the start of its word; returns the word's length. */
static size_t word_at(const struct buf *b, size_t *at)
{
    size_t end = *at;
    while (*at > 0 && in_word(b->text[*at - 1]))
        --*at;
    while (end < b->length && in_word(b->text[end]))
        end++;
    return end > *at ? end - *at : 1;
}

static void replace_copy(struct buf *b, size_t at, size_t drop, size_t from,
                         size_t size)
{
    char *copy = strndup(b->text + from, size);
    if (copy)
        replace(b, at, drop, copy, strlen(copy));
    free(copy);
}

/* The first place from `at` on whose byte is one of `set`. */
static size_t seek(const struct buf *b, size_t at, const char *set)
{
    return at + strcspn(b->text + at, set);
}

/* Changes that leave many programs valid C: operators, numbers and names become
 * others, lines vanish, repeat or change places. */
static void mutate_gently(uint64_t *rng, struct buf *b)
{
    static const char *const numbers[] = {
        "0",       "1",          "2",          "3",  "7",           "(-1)",
        "1000000", "2147483647", "2147483648", "0u", "4000000000u", "1L",
        "0.5",     "1e30",       "1.5f",       "'a'"};
    static const char *const operators[] = {
        "+",  "-", "*", "/", "%",  "<",  ">", "<=", ">=", "==", "!=", "&&",
        "||", "&", "|", "^", "<<", ">>", ",", "=",  "+=", "-=", "*=", "/="};
    static const char digits[] = "0123456789", signs[] = "+-*/%<>=&|^";
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    size_t at = pick_place(rng, b), from = pick_place(rng, b), size, drop;
    const char *by;
    switch (below(rng, 7)) {
    case 0:
        at = seek(b, at, digits);
        by = numbers[below(rng, sizeof numbers / sizeof *numbers)];
        size = word_at(b, &at);
        replace(b, at, size, by, strlen(by));
        break;
    case 1:
        at = seek(b, at, signs);
        by = operators[below(rng, sizeof operators / sizeof *operators)];
        replace(b, at, strspn(b->text + at, signs), by, strlen(by));
        break;
    case 2:
    case 3:
        at = seek(b, at, letters);
        from = seek(b, at + below(rng, b->length - at + 1) % 200, letters);
        drop = word_at(b, &at);
        size = word_at(b, &from);
        replace_copy(b, at, drop, from, size);
        break;
    case 4: /* a line vanishes */
        at = seek(b, at, "\n");
        replace(b, at, 1 + strcspn(b->text + at + (at < b->length), "\n"), "",
                0);
        break;
    case 5: /* a line appears elsewhere */
        from = seek(b, from, "\n");
        size = 1 + strcspn(b->text + from + (from < b->length), "\n");
        replace_copy(b, seek(b, at, "\n"), 0, from, size);
        break;
    default: /* a bracketed piece becomes a number or a name */
        at = seek(b, at, "([");
        size = strcspn(b->text + at + (at < b->length), ")]");
        by = below(rng, 2) ? "1" : "i * i + 3";
        replace(b, at + 1, size, by, strlen(by));
        break;
    }
}

static void mutate_roughly(struct state *s, uint64_t *rng, struct buf *b)
{
    size_t at = pick_place(rng, b), from = pick_place(rng, b);
    size_t size = 1 + below(rng, 80);
    const char *token = tokens[below(rng, TOKENS)];
    const struct text *t = &s->text[below(rng, (size_t)s->text_count)];
    switch (below(rng, 7)) {
    case 0:
        b->text[at] = (char)(1 + below(rng, 255));
        break;
    case 1:
        replace(b, at, 0, token, strlen(token));
        break;
    case 2:
    case 3:
        size = word_at(b, &at);
        replace(b, at, size, token, strlen(token));
        break;
    case 4:
        replace(b, at, 1 + below(rng, below(rng, 4) ? 12 : 300), "", 0);
        break;
    case 5:
        replace_copy(b, at, 0, from, size);
        break;
    default: /* a piece of another file */
        from = below(rng, t->length);
        size = size < t->length - from ? size : t->length - from;
        replace(b, at, below(rng, 2) ? size : 0, t->bytes + from, size);
        break;
    }
}

/* Three of four inputs are changed gently only. */
static void mutate(struct state *s, uint64_t *rng, struct buf *b)
{
    bool rough = below(rng, 4) == 0;
    for (size_t n = 1 + below(rng, rough ? 4 : 2); n > 0 && b->length > 0;
         n--) {
        if (rough)
            mutate_roughly(s, rng, b);
        else
            mutate_gently(rng, b);
    }
}

/* Puts the undamaged text of input `number` into `b`. */
static void choose_text(struct state *s, struct arena *a, const char *folder,
                        long number, uint64_t *rng, struct buf *b)
{
    if (s->nestgen && number % GENERATED_SHARE == 0) {
        struct words argv = {0};
        const char *path = arena_printf(a, "%s/generated.c", folder);
        words_add(a, &argv, s->nestgen);
        words_add(a, &argv, arena_printf(a, "%ld", number));
        words_add(a, &argv, NULL);
        process_run(argv.word, NULL, path, "/dev/null", 60);
        size_t length = 0;
        char *text = base_read_file(path, &length);
        if (text)
            buf_write(b, text, length);
        free(text);
        if (b->length)
            return;
    }
    const struct text *t = &s->text[below(rng, (size_t)s->text_count)];
    buf_write(b, t->bytes, t->length);
}

static bool is_good(struct process p, const char *errors)
{
    static const char *const bad[] = {
        "[internal]",     "[kir-invalid]", "[scop-invalid]", "Sanitizer",
        "runtime error:", "Assertion `",   "Assertion \""};
    if (p.end != END_EXIT || (p.code != 0 && p.code != 1))
        return false;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (strstr(errors, bad[i]))
            return false;
    }
    return p.code == 0 || strstr(errors, "error:");
}

/* Runs hedrac on one damaged input and judges what it does. */
static void try_input(struct state *s, const char *folder, long number)
{
    static const char *const forms[] = {
        "--emit=scop",      "--emit=c",      "--emit=schedule",
        "--emit=kir",       "--emit=cuda",   "--emit=ptx",
        "--emit=opencl",    "--emit=openmp", "--emit=racer",
        "--explain=html:-", "--explain=all", "--targets=racer,host",
        "--explain",        "--color=never", "--keep-refused",
        "--accept=omp,acc"};
    enum { FORMS = sizeof forms / sizeof *forms };
    struct arena *a = arena_new();
    uint64_t rng = (uint64_t)number * 0x2545f4914f6cdd1du;
    struct buf b = {0};
    choose_text(s, a, folder, number, &rng, &b);
    mutate(s, &rng, &b);
    const char *input = arena_printf(a, "%s/input.c", folder);
    const char *output = arena_printf(a, "%s/output.c", folder);
    const char *err = arena_printf(a, "%s/err", folder);
    unlink(output);
    base_write_file(input, b.text ? b.text : "", b.length);
    struct words argv = {0};
    words_add(a, &argv, s->hedrac);
    words_add(a, &argv, input);
    words_add(a, &argv, "-o");
    words_add(a, &argv, output);
    words_add(a, &argv, forms[below(&rng, FORMS)]);
    for (int i = 0; i < s->flags.count; i++)
        words_add(a, &argv, s->flags.word[i]);
    words_add(a, &argv, NULL);
    struct process p = process_run(argv.word, NULL, "/dev/null", err, s->limit);
    char *errors = base_read_file(err, NULL);
    bool good = is_good(p, errors ? errors : "") &&
                (p.code == 0) == (access(output, F_OK) == 0);
    pthread_mutex_lock(&s->lock);
    s->accepted += good && p.code == 0;
    s->refused += good && p.code == 1;
    s->failures += !good;
    if (!good) {
        const char *kept = arena_printf(a, "%s/input-%ld.c", s->keep, number);
        make_folder(s->keep);
        copy_file(input, kept);
        copy_file(err, arena_printf(a, "%s/input-%ld.err", s->keep, number));
        printf("FAILED %ld: %s\n  again: %s %s %s\n", number,
               process_describe(a, p), s->hedrac, kept, argv.word[4]);
        fflush(stdout);
    }
    pthread_mutex_unlock(&s->lock);
    free(errors);
    buf_free(&b);
    arena_free(a);
}

static void *work(void *argument)
{
    struct state *s = argument;
    struct arena *a = arena_new();
    pthread_mutex_lock(&s->lock);
    const char *folder = arena_printf(a, "%s/%d", s->work, s->workers++);
    pthread_mutex_unlock(&s->lock);
    make_folder(folder);
    for (;;) {
        pthread_mutex_lock(&s->lock);
        long number = s->next++;
        if (isatty(2))
            fprintf(stderr, "\r%ld of %ld inputs, %ld failures ",
                    number - s->first, s->count, s->failures);
        pthread_mutex_unlock(&s->lock);
        if (number >= s->first + s->count)
            break;
        try_input(s, folder, number);
    }
    arena_free(a);
    return NULL;
}

static bool parse_argument(struct arena *a, struct state *s, const char *arg)
{
    const char *v;
    if ((v = option_value(arg, "--hedrac=")))
        s->hedrac = v;
    else if ((v = option_value(arg, "--nestgen=")))
        s->nestgen = v;
    else if ((v = option_value(arg, "--keep=")))
        s->keep = v;
    else if ((v = option_value(arg, "--hedrac-flag=")))
        words_add(a, &s->flags, v);
    else if ((v = option_value(arg, "--first=")))
        s->first = atol(v);
    else if ((v = option_value(arg, "--count=")))
        s->count = atol(v);
    else if ((v = option_value(arg, "--limit=")))
        s->limit = atof(v);
    else if ((v = option_value(arg, "-j")))
        s->jobs = atol(v);
    else if (arg[0] != '-')
        words_add(a, &s->files, arg);
    else
        return false;
    return true;
}

static int run_all(struct state *s)
{
    double begin = seconds_now();
    s->next = s->first;
    pthread_mutex_init(&s->lock, NULL);
    run_threads((int)s->jobs, work, s);
    if (isatty(2))
        fputc('\n', stderr);
    printf("%ld inputs in %.0f s: %ld accepted, %ld refused, %ld failures\n",
           s->count, seconds_now() - begin, s->accepted, s->refused,
           s->failures);
    remove_folder(s->work);
    return s->failures == 0 && s->accepted + s->refused == s->count ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct state s = {.keep = "fuzz-failures",
                      .first = 1,
                      .count = 300,
                      .jobs = 2,
                      .limit = 10};
    bool good = true;
    for (int i = 1; i < argc; i++)
        good &= parse_argument(a, &s, argv[i]);
    if (!good || !s.hedrac || s.jobs < 1 || s.jobs > MAX_JOBS || s.count < 1 ||
        s.files.count == 0) {
        fputs("usage: mutate --hedrac=PATH [--nestgen=PATH] [--first=N] "
              "[--count=N] [-jN]\n"
              "              [--limit=SECONDS] [--keep=DIR] "
              "[--hedrac-flag=X]... FILE.c...\n",
              stderr);
        arena_free(a);
        return 2;
    }
    s.work = new_work_folder(a, "hedra-mutate");
    if (!s.work) {
        perror("mutate: cannot make a folder for temporary files");
        arena_free(a);
        return 2;
    }
    s.text_count = read_texts(a, &s.files, &s.text);
    int status = s.text_count ? run_all(&s) : 2;
    arena_free(a);
    return status;
}
