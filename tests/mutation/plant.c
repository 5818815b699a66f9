/* Plants one fault in a file of C, for the mutation check (`check` beside this
 * file): another operator, a bound that is off by one, a condition turned
 * round.
 *
 *     plant --list FILE...         prints how many faults can be planted, and
 *                                  each as FILE:LINE:COLUMN: OLD -> NEW
 *     plant --at N FILE...         plants fault N (from 0) of that list, and
 *                                  prints it
 *
 * A file is read as the preprocessor reads it as far as needed: comments,
 * strings, character constants and directives hold no fault. Faults are found
 * in tokens that stand in bodies of functions (between braces), and only in
 * such as this project's layout makes plain: a binary operator stands between
 * blanks. Exit status: 0, or 2 with a message on stderr. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A token that can be exchanged for another. */
struct swap {
    const char *old, *new;
};

/* Operators, written with the blanks that stand around binary ones here. */
static const struct swap operator[] = {
    {" < ", " <= "},  {" <= ", " < "},  {" > ", " >= "}, {" >= ", " > "},
    {" == ", " != "}, {" != ", " == "}, {" + ", " - "},  {" - ", " + "},
    {" * ", " + "},   {" && ", " || "}, {" || ", " && "}};

/* Words; 0 and 1 are the bounds that are off by one. */
static const struct swap word[] = {{"true", "false"}, {"false", "true"},
                                   {"0", "1"},        {"1", "2"},
                                   {"break", ""},     {"continue", ""}};

struct file {
    const char *path;
    char *text;
    size_t length;
};

struct planter {
    long wanted; /* the fault to plant, or -1 */
    long found;
};

static void die(const char *what, const char *path)
{
    fprintf(stderr, "plant: %s: %s\n", path, what);
    exit(2);
}

static struct file file_read(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        die("cannot be read", path);
    struct file f = {.path = path};
    size_t size = 0, got;
    do {
        size = size ? 2 * size : 1 << 16;
        f.text = realloc(f.text, size + 1);
        if (!f.text)
            die("is too large", path);
        got = fread(f.text + f.length, 1, size - f.length, in);
        f.length += got;
    } while (f.length == size);
    f.text[f.length] = '\0';
    fclose(in);
    return f;
}

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Writes the file with `swap` at offset `at`. */
static void file_plant(const struct file *f, size_t at, const struct swap *swap)
{
    FILE *out = fopen(f->path, "wb");
    size_t behind = at + strlen(swap->old);
    if (!out || fwrite(f->text, 1, at, out) != at ||
        fputs(swap->new, out) == EOF ||
        fwrite(f->text + behind, 1, f->length - behind, out) !=
            f->length - behind ||
        fclose(out) != 0)
        die("cannot be written", f->path);
}

/* One more fault that can be planted. */
static void consider(struct planter *p, const struct file *f, size_t at,
                     const struct swap *swap)
{
    long number = p->found++;
    if (p->wanted >= 0 && number != p->wanted)
        return;
    int line = 1, column = 1;
    for (size_t k = 0; k < at; k++, column++)
        if (f->text[k] == '\n')
            line++, column = 0;
    printf("%s:%d:%d: '%s' -> '%s'\n", f->path, line, column, swap->old,
           swap->new);
    if (p->wanted >= 0)
        file_plant(f, at, swap);
}

/* Returns the offset behind a comment, a literal or a directive that begins at
 * `at`, or `at`. */
static size_t skip_opaque(const char *text, size_t at)
{
    if (text[at] == '/' && text[at + 1] == '*') {
        const char *end = strstr(text + at + 2, "*/");
        return end ? (size_t)(end + 2 - text) : strlen(text);
    }
    bool line_comment = text[at] == '/' && text[at + 1] == '/';
    if (line_comment || text[at] == '#') {
        while (text[at] && (text[at] != '\n' || text[at - 1] == '\\'))
            at++;
        return at;
    }
    if (text[at] != '"' && text[at] != '\'')
        return at;
    char quote = text[at++];
    while (text[at] && text[at] != quote)
        at += text[at] == '\\' && text[at + 1] ? 2 : 1;
    return text[at] ? at + 1 : at;
}

/* Considers the operators and words that stand at `at`. Returns the offset to
 * go on from. */
static size_t consider_token(struct planter *p, const struct file *f, size_t at)
{
    const char *text = f->text + at;
    if (is_word_character(*text)) {
        size_t n = 0;
        while (is_word_character(text[n]))
            n++;
        for (size_t k = 0; k < sizeof word / sizeof *word; k++)
            if (n == strlen(word[k].old) && !memcmp(text, word[k].old, n))
                consider(p, f, at, &word[k]);
        return at + n;
    }
    if (*text == '!' && text[1] != '=')
        consider(p, f, at, &(struct swap){"!", ""});
    for (size_t k = 0; k < sizeof operator/ sizeof * operator; k++)
        if (!strncmp(text, operator[k].old, strlen(operator[k].old)))
            consider(p, f, at, &operator[k]);
    return at + 1;
}

static void consider_file(struct planter *p, const struct file *f)
{
    int depth = 0;
    for (size_t at = 0; at < f->length;) {
        size_t behind = skip_opaque(f->text, at);
        if (behind > at) {
            at = behind;
            continue;
        }
        depth += (f->text[at] == '{') - (f->text[at] == '}');
        at = depth > 0 ? consider_token(p, f, at) : at + 1;
    }
}

int main(int argc, char **argv)
{
    struct planter p = {.wanted = -1};
    int first = 2;
    if (argc >= 4 && !strcmp(argv[1], "--at")) {
        char *end;
        p.wanted = strtol(argv[2], &end, 10);
        first = 3;
        if (*end || p.wanted < 0)
            die("is no number of a fault", argv[2]);
    } else if (argc < 3 || strcmp(argv[1], "--list") != 0) {
        fputs("usage: plant --list FILE... | plant --at N FILE...\n", stderr);
        return 2;
    }
    for (int k = first; k < argc; k++) {
        struct file f = file_read(argv[k]);
        consider_file(&p, &f);
        free(f.text);
    }
    if (p.wanted >= p.found)
        die("no such fault", argv[2]);
    return 0;
}
