/*
 * damaged FILE.scop...: what the readers of scops' and of layouts' texts say of
 * wrong ones: of the files, and of layouts that stand below, with each word
 * left out, doubled, exchanged with the next or for others.
 *
 * Prints how often each message comes, without what it quotes and numbers, and
 * for each text the sum of all in full, with their places, and of what is read
 * where none comes. The file `damaged.expected` beside it has what is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "polyhedral/scop/layout.h"
#include "polyhedral/scop/scop.h"
#include "runtime/base/base.h"

enum { MESSAGES_MAX = 400, WORDS_MAX = 8000 };

struct message {
    char *text;
    int count;
};

static struct message message[MESSAGES_MAX];
static int message_count;
static uint64_t sum = UINT64_C(0xcbf29ce484222325);

/* Fowler, Noll and Vo's. */
static void add(const char *text)
{
    for (; *text; text++)
        sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
}

/* One more message, of which only what all of its kind share is kept. */
static void count(struct arena *arena, const char *text)
{
    char *kept = arena_strdup(arena, text), *to = kept;
    for (const char *p = text; *p; p++) {
        const char *end = *p == '\'' ? strchr(p + 1, '\'') : NULL;
        if (end)
            p = end;
        *to++ = end ? '_' : ascii_is_digit(*p) ? '#' : *p;
        if (to - kept > 1 && to[-1] == '#' && to[-2] == '#')
            to--;
    }
    *to = '\0';
    int at = 0;
    while (at < message_count && strcmp(message[at].text, kept) != 0)
        at++;
    if (at == MESSAGES_MAX)
        exit(2);
    if (at == message_count)
        message[message_count++] = (struct message){strdup(kept), 0};
    message[at].count++;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct message *)a)->text,
                  ((const struct message *)b)->text);
}

static void show_sum(const char *path)
{
    const char *slash = strrchr(path, '/');
    printf("%016llx %s\n", (unsigned long long)sum, slash ? slash + 1 : path);
}

static void show_messages(void)
{
    qsort(message, (size_t)message_count, sizeof *message, by_text);
    for (int k = 0; k < message_count; k++) {
        printf("%7d %s\n", message[k].count, message[k].text);
        free(message[k].text);
    }
    message_count = 0;
}

/* The text is a scop's. */
static void try_scop(const char *text)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    const struct scop *scop = scop_parse(arena, "t.scop", text, &faults);
    if (scop && scop_check(scop, &faults)) {
        struct buf out = {0};
        scop_print(scop, &out);
        add(out.text);
        buf_free(&out);
        count(arena, "(none)");
    }
    for (const struct fault *f = faults.first; f; f = f->next) {
        add(arena_printf(arena, "%s %d:%d+%d %s\n", f->message, f->loc.line,
                         f->loc.column, f->loc.width, fault_name(f->kind)));
        count(arena, f->message);
    }
    arena_free(arena);
}

/* The text is a layout's, of an array of `rank` subscripts. */
static void try_layout(const char *text, int rank)
{
    struct arena *arena = arena_new();
    struct layout_error error;
    const char *end = text;
    const struct scop_layout *l = layout_read(arena, &end, rank, &error);
    if (l) {
        add(arena_printf(arena, "%s: %d+%d, %d in %d %d, %d %d, to %d\n",
                         l->text, l->lead, l->dims, (int)l->outer,
                         (int)l->inner, l->curve, layout_has_tile_table(l),
                         layout_has_pattern_table(l), (int)(end - text)));
        for (int k = 0; k < l->dims; k++)
            add(arena_printf(arena, "%d of %d; ", layout_axis(l, k),
                             (int)l->tile[k]));
        count(arena, "(none)");
    } else {
        add(arena_printf(arena, "%d+%d %s: %s\n", (int)(error.at - text),
                         error.width, error.what,
                         error.hint ? error.hint : ""));
        count(arena, error.what);
    }
    arena_free(arena);
}

static void try_ranks(const char *text)
{
    for (int rank = 2; rank <= LAYOUT_RANK; rank++)
        try_layout(text, rank);
}

/* Words -------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return ascii_is_alnum(c) || (c && strchr("_.:@+-<>=!&|*/%^~?", c));
}

/* How long the word is that begins at `p`: blanks, a name, text in quotes, or
 * anything else, which stands alone. */
static size_t word_length(const char *p)
{
    size_t n = 1;
    if (*p == '"') {
        while (p[n] && p[n] != '"')
            n++;
        return p[n] ? n + 1 : n;
    }
    while (p[n] && ((is_letter(*p) && is_letter(p[n])) ||
                    (ascii_is_space(*p) && ascii_is_space(p[n]))))
        n++;
    return n;
}

/* Tries the text with each word damaged. */
static void damage(const char *text, const char *const *other,
                   void (*try_text)(const char *text))
{
    struct arena *arena = arena_new();
    const char **word = arena_alloc(arena, WORDS_MAX * sizeof *word);
    int n = 0;
    for (const char *p = text; *p; p += word_length(p))
        if (n < WORDS_MAX)
            word[n++] = arena_strndup(arena, p, word_length(p));
    struct buf b = {0};
    try_text(text);
    for (int at = 0; at < n; at++) {
        if (ascii_is_space(*word[at]))
            continue;
        int next =
            at + 1 < n && ascii_is_space(*word[at + 1]) ? at + 2 : at + 1;
        for (int k = -3; k < 0 || other[k]; k++) {
            b.length = 0;
            buf_puts(&b, "");
            for (int w = 0; w < n; w++) {
                const char *put = word[w];
                if (w == at)
                    put = k >= 0                ? other[k]
                          : k == -3             ? ""
                          : k == -1 && next < n ? word[next]
                                                : put;
                else if (w == next && k == -1)
                    put = word[at];
                buf_puts(&b, put);
                if (w == at && k == -2)
                    buf_printf(&b, " %s", word[at]);
            }
            try_text(b.text);
        }
    }
    buf_free(&b);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    static const char *const of_scop[] = {
        "0", "-1", "4000000000", "i16",   "u64", "f32", "n",
        "i", "(",  ")",          "@2:3+", "seq", "1.5", NULL};
    static const char *const of_layout[] = {
        "row", "hilbert", "morton_i", "hybrid", "tile",  "0",    "1", "2", "3",
        "5",   "64",      "4096",     "4097",   "(",     ")",    ",", "i", "j",
        "k",   "permute", "dims",     "x",      "mortn", "titl", NULL};
    static const char *const layout[] = {"row",
                                         "column",
                                         "morton",
                                         "morton_i dims(2)",
                                         "hilbert permute(j, i)",
                                         "hilbert permute(k, i, j) dims(3)",
                                         "hybrid(morton, row, 8)",
                                         "hybrid(row, hilbert, 16) dims(2)",
                                         "hybrid(column, column, 4, 3)",
                                         "hybrid(hilbert, morton, 4, 4, 4)",
                                         " tile(8, 4) permute(j, i), morton",
                                         "tile( 2,3,4)dims(3)",
                                         "permute(j, i)",
                                         "permute(k, j, i) dims(3))",
                                         "permute(i, k, j)"};
    for (size_t k = 0; k < sizeof layout / sizeof *layout; k++)
        damage(layout[k], of_layout, try_ranks);
    show_sum("layouts");
    show_messages();
    for (int k = 1; k < argc; k++) {
        char *text = base_read_file(argv[k], NULL);
        if (!text)
            return 2;
        damage(text, of_scop, try_scop);
        show_sum(argv[k]);
        free(text);
    }
    show_messages();
    return 0;
}
