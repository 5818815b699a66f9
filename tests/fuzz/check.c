#include "tests/fuzz/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being checked: seeds of one program, or a file (count 0). */
struct batch {
    const char *file;
    const uint64_t *seed;
    int count;
};

enum { SMALL_BATCH = 8 };
enum stage { STAGE_OK, STAGE_REFUSED, STAGE_BAD };

static void tally_lock(struct checker *c)
{
    pthread_mutex_lock(&c->tally->lock);
}

static void tally_unlock(struct checker *c)
{
    pthread_mutex_unlock(&c->tally->lock);
}

static char *in_folder(struct checker *c, const char *name)
{
    return arena_printf(c->arena, "%s/%s", c->folder, name);
}

static char *read_text(struct checker *c, const char *name)
{
    char *text = base_read_file(in_folder(c, name), NULL);
    char *copy = arena_strdup(c->arena, text ? text : "");
    free(text);
    return copy;
}

static const char *const stage_files[] = {
    "prog.c",     "prog.hedra.c", "hedrac.err", "cc.err",     "plain.out",
    "device.out", "device.err",   "plain.long", "device.long"};
enum { STAGE_FILES = sizeof stage_files / sizeof *stage_files };

static const char *label_of(struct checker *c, const struct batch *b)
{
    if (!b->file)
        return arena_printf(c->arena, "%llu%s", (unsigned long long)b->seed[0],
                            b->count > 1 ? "-batch" : "");
    const char *slash = strrchr(b->file, '/');
    return slash ? slash + 1 : b->file;
}

/* Counts a failure, prints it and keeps the files of the folder. `kind` says
 * what failed, `what` adds what is known about it. */
static void fail(struct checker *c, const struct batch *b, const char *kind,
                 const char *what)
{
    const char *label = label_of(c, b);
    tally_lock(c);
    c->tally->failures++;
    snprintf(c->tally->kind, sizeof c->tally->kind, "%s", kind);
    tally_unlock(c);
    if (c->quiet)
        return;
    const char *keep = arena_printf(c->arena, "%s/%s", c->config->keep, label);
    make_folder(keep);
    for (int i = 0; i < STAGE_FILES; i++)
        copy_file(in_folder(c, stage_files[i]),
                  arena_printf(c->arena, "%s/%s", keep, stage_files[i]));
    tally_lock(c);
    printf("FAILED %s: %s: %s\n", label, kind, what);
    printf("  kept in %s\n", keep);
    if (!b->file)
        printf("  again: %s", c->config->again);
    if (c->without)
        printf(" --hedrac-flag=%s", c->without);
    if (c->layout)
        printf(" '--hedrac-flag=%s'", c->layout);
    for (int i = 0; !b->file && i < b->count; i++)
        printf(" %llu", (unsigned long long)b->seed[i]);
    printf("%s", b->file ? "" : "\n");
    fflush(stdout);
    tally_unlock(c);
}

static bool is_clean(struct process p)
{
    return p.end == END_EXIT && p.code == 0;
}

static struct process run(struct checker *c, struct words *argv,
                          char *const extra[], const char *out, const char *err,
                          double limit)
{
    words_add(c->arena, argv, NULL);
    return process_run(argv->word, extra, in_folder(c, out), in_folder(c, err),
                       limit);
}

static void add_all(struct checker *c, struct words *to,
                    const struct words *from)
{
    for (int i = 0; i < from->count; i++)
        words_add(c->arena, to, from->word[i]);
}

/* Writes prog.c. */
static bool generate(struct checker *c, const struct batch *b)
{
    if (b->file) {
        copy_file(b->file, in_folder(c, "prog.c"));
        return true;
    }
    struct words argv = {0};
    words_add(c->arena, &argv, c->config->generator);
    add_all(c, &argv, &c->config->shape);
    if (c->drop)
        words_add(c->arena, &argv,
                  arena_printf(c->arena, "--drop=%s", c->drop));
    for (int i = 0; i < b->count; i++)
        words_add(
            c->arena, &argv,
            arena_printf(c->arena, "%llu", (unsigned long long)b->seed[i]));
    return is_clean(run(c, &argv, NULL, "prog.c", "cc.err", 60));
}

/* Compiles prog.c as it is, with the compiler, to the program `name`, and runs
 * it: NAME.out. */
static bool run_plain(struct checker *c, const char *compiler, const char *name)
{
    struct words cc = {0}, program = {0};
    words_add(c->arena, &cc, compiler);
    words_add(c->arena, &cc, "-w");
    words_add(c->arena, &cc, "-O0");
    words_add(c->arena, &cc, "-ffp-contract=off");
    add_all(c, &cc, &c->config->include);
    words_add(c->arena, &cc, in_folder(c, "prog.c"));
    words_add(c->arena, &cc, "-o");
    words_add(c->arena, &cc, in_folder(c, name));
    words_add(c->arena, &cc, "-lm");
    if (!is_clean(run(c, &cc, NULL, "cc.out", "cc.err", 300)))
        return false;
    words_add(c->arena, &program, in_folder(c, name));
    const char *out = arena_printf(c->arena, "%s.out", name);
    return is_clean(run(c, &program, NULL, out, "cc.err", 60));
}

static bool compile_output(struct checker *c)
{
    struct words cc = {0};
    words_add(c->arena, &cc, c->config->cc);
    words_add(c->arena, &cc, in_folder(c, "prog.hedra.c"));
    words_add(c->arena, &cc, "-o");
    words_add(c->arena, &cc, in_folder(c, "prog"));
    add_all(c, &cc, &c->config->include);
    add_all(c, &cc, &c->config->cflags);
    words_add(c->arena, &cc, "-lm");
    return is_clean(run(c, &cc, NULL, "cc.out", "cc.err", 600));
}

/* On `plain` and `shared` the plain nests run on the host: as one thread runs
 * them, and their parallel loops in the order of tests/fuzz/backwards.c. */
bool is_plain(const struct device *d)
{
    return strcmp(d->name, "plain") == 0 || strcmp(d->name, "shared") == 0;
}

static void add_device(struct checker *c, struct words *extra,
                       const struct device *d)
{
    if (is_plain(d)) {
        words_add(c->arena, extra, "HEDRA_DEVICE=host");
        words_add(c->arena, extra,
                  arena_printf(c->arena, "HEDRA_CHOOSE=%s", d->name));
    } else {
        words_add(c->arena, extra,
                  arena_printf(c->arena, "HEDRA_DEVICE=%s", d->name));
    }
}

static struct process run_device(struct checker *c, const struct device *d,
                                 const char *every, const char *seed,
                                 double limit)
{
    struct words program = {0}, extra = {0};
    words_add(c->arena, &program, in_folder(c, "prog"));
    if (every)
        words_add(c->arena, &program, every);
    if (seed)
        words_add(c->arena, &program, seed);
    add_device(c, &extra, d);
    words_add(
        c->arena, &extra,
        arena_printf(c->arena, "POCL_CACHE_DIR=%s/pocl", c->config->work));
    words_add(c->arena, &extra, "HEDRA_STATS=1");
    words_add(c->arena, &extra, NULL);
    return run(c, &program, extra.word, "device.out", "device.err", limit);
}

/* What stands behind the place of a line of statistics, "hedra: REGION
 * FILE:NUMBER DEVICE ...", whose file may have blanks in its name. */
static const char *behind_place(const char *line)
{
    for (const char *p = line; (p = strchr(p, ':')); p++) {
        size_t digits = strspn(p + 1, "0123456789");
        if (digits > 0 && p[digits + 1] == ' ')
            return p + 1 + digits + strspn(p + 1 + digits, " ");
    }
    return "";
}

/* How many regions ran on the device, by libhedra's statistics. */
static int count_ran(struct checker *c, const struct device *d)
{
    char *text = read_text(c, "device.err"), *rest = NULL;
    int n = 0;
    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        n += strncmp(line, "hedra: ", 7) == 0 &&
             strncmp(behind_place(line), d->name, strlen(d->name)) == 0;
    }
    return n;
}

static int count_of(const char *text, const char *what)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, what)); p++)
        n++;
    return n;
}

/* Counts what became of the regions, by hedrac's remarks. */
static void tally_regions(struct checker *c, double seconds)
{
    const char *text = read_text(c, "hedrac.err");
    const char *source = read_text(c, "prog.c");
    tally_lock(c);
    struct tally *t = c->tally;
    t->regions +=
        count_of(source, "#pragma scop") + count_of(source, "#pragma hedra");
    t->kept += count_of(text, "[kept]");
    t->serial += count_of(text, "[serial]");
    t->anew += count_of(text, "compiling anew") > 0;
    t->hedrac_seconds += seconds;
    tally_unlock(c);
}

static enum stage run_hedrac(struct checker *c, const struct batch *b,
                             struct process *p)
{
    struct words argv = {0};
    words_add(c->arena, &argv, c->config->hedrac);
    words_add(c->arena, &argv, in_folder(c, "prog.c"));
    words_add(c->arena, &argv, "-o");
    words_add(c->arena, &argv, in_folder(c, "prog.hedra.c"));
    words_add(c->arena, &argv, "-ffp-contract=off");
    words_add(c->arena, &argv, "--explain");
    add_all(c, &argv, &c->config->include);
    add_all(c, &argv, &c->config->hedrac_flags);
    if (c->without)
        words_add(c->arena, &argv, c->without);
    if (c->layout)
        words_add(c->arena, &argv, c->layout);
    double limit = c->config->limit + (b->count > 1 ? b->count : 0);
    *p = run(c, &argv, NULL, "hedrac.out", "hedrac.err", limit);
    if (strstr(read_text(c, "hedrac.err"), "[internal]"))
        return STAGE_BAD; /* a region at which it has crashed is left out */
    if (is_clean(*p))
        return STAGE_OK;
    return p->end == END_EXIT && p->code == 1 ? STAGE_REFUSED : STAGE_BAD;
}

static void count_name(struct tally *t, const char *name, int length)
{
    if (length >= (int)sizeof t->name[0].name)
        length = (int)sizeof t->name[0].name - 1;
    int i = 0;
    while (i < t->name_count &&
           (strncmp(t->name[i].name, name, (size_t)length) ||
            t->name[i].name[length]))
        i++;
    if (i == MAX_NAMES)
        return;
    if (i == t->name_count) {
        t->name_count++;
        memcpy(t->name[i].name, name, (size_t)length);
        t->name[i].name[length] = '\0';
    }
    t->name[i].count++;
}

/* The seed whose text holds line `line` of prog.c, or 0. */
static uint64_t seed_at(const char *source, int line)
{
    uint64_t seed = 0;
    for (int n = 1; n <= line && source; n++) {
        if (strncmp(source, "/* seed ", 8) == 0)
            seed = strtoull(source + 8, NULL, 10);
        source = strchr(source, '\n');
        source = source ? source + 1 : NULL;
    }
    return seed;
}

/* Reads hedrac's errors: marks the seeds that they lie in and counts each
 * refused seed under the name of its first error. Returns how many. */
static int mark_refused(struct checker *c, const struct batch *b, bool *refused)
{
    const char *source = read_text(c, "prog.c");
    char *text = read_text(c, "hedrac.err");
    int marked = 0;
    tally_lock(c);
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *error = strstr(line, ": error: ");
        char *name = strrchr(line, '['), *end = name ? strchr(name, ']') : NULL;
        char *colon = strstr(line, "prog.c:");
        if (!error || !end || !colon || colon > error)
            continue;
        uint64_t seed = seed_at(source, atoi(colon + strlen("prog.c:")));
        for (int i = 0; i < b->count; i++) {
            if (b->seed[i] != seed || refused[i])
                continue;
            refused[i] = true;
            marked++;
            count_name(c->tally, name + 1, (int)(end - name - 1));
        }
    }
    c->tally->refused += marked;
    c->tally->done += marked;
    tally_unlock(c);
    return marked;
}

/* An error named "internal" is a bug whatever the exit status says. */
static bool blames_itself(struct checker *c)
{
    const char *text = read_text(c, "hedrac.err");
    return strstr(text, "[internal]") || strstr(text, "[kir-invalid]") ||
           strstr(text, "[scop-invalid]") || strstr(text, "[clang]") ||
           strstr(text, "runtime error:") || strstr(text, "Sanitizer");
}

static char *first_error(struct checker *c, const char *name)
{
    char *text = read_text(c, name);
    char *at = strstr(text, "error:");
    if (!at)
        at = text;
    while (at > text && at[-1] != '\n')
        at--;
    at[strcspn(at, "\n")] = '\0';
    return at;
}

static void check_batch(struct checker *c, const struct batch *b);

/* A large batch in halves, a small one seed by seed. */
static void check_parts(struct checker *c, const struct batch *b)
{
    int size = b->count > SMALL_BATCH ? (b->count + 1) / 2 : 1;
    for (int at = 0; at < b->count; at += size) {
        int rest = b->count - at;
        check_batch(
            c, &(struct batch){NULL, b->seed + at, rest < size ? rest : size});
    }
}

/* A whole batch failed at a stage: find out which seed, or report it. */
static void blame(struct checker *c, const struct batch *b, const char *kind,
                  const char *what)
{
    if (b->count > 1) {
        check_parts(c, b);
        return;
    }
    fail(c, b, kind, what);
    tally_lock(c);
    c->tally->done++;
    tally_unlock(c);
}

static void blame_hedrac(struct checker *c, const struct batch *b,
                         struct process p)
{
    const char *error = first_error(c, "hedrac.err");
    const char *name = strrchr(error, '[');
    const char *end = process_describe(c->arena, p);
    blame(c, b, arena_printf(c->arena, "hedrac: %s %s", end, name ? name : ""),
          error);
}

/* The lines of `out` that begin with the seed (all lines for a file). */
static char *lines_of(struct checker *c, const char *out, const struct batch *b,
                      int index)
{
    if (b->file)
        return arena_strdup(c->arena, out);
    struct buf lines = {0};
    const char *prefix =
        arena_printf(c->arena, "%llu ", (unsigned long long)b->seed[index]);
    for (const char *p = out; *p;) {
        size_t n = strcspn(p, "\n");
        n += p[n] == '\n';
        if (strncmp(p, prefix, strlen(prefix)) == 0)
            buf_write(&lines, p, n);
        p += n;
    }
    char *copy = arena_strdup(c->arena, lines.text ? lines.text : "");
    buf_free(&lines);
    return copy;
}

/* The name of the first array whose lines differ. */
static const char *first_difference(struct checker *c, const char *want,
                                    const char *got)
{
    while (*want) {
        size_t n = strcspn(want, "\n"), m = strcspn(got, "\n");
        if (n != m || strncmp(want, got, n))
            return arena_strndup(c->arena, want, n);
        want += n + (want[n] == '\n');
        got += m + (got[m] == '\n');
    }
    return got;
}

/* For a person who looks at the kept files: the elements on both sides. */
static void write_elements(struct checker *c, const struct device *d)
{
    struct words plain = {0}, extra = {0}, program = {0};
    words_add(c->arena, &plain, in_folder(c, "plain"));
    words_add(c->arena, &plain, "--verbose");
    run(c, &plain, NULL, "plain.long", "cc.out", 60);
    add_device(c, &extra, d);
    words_add(c->arena, &extra, NULL);
    words_add(c->arena, &program, in_folder(c, "prog"));
    words_add(c->arena, &program, "--verbose");
    run(c, &program, extra.word, "device.long", "cc.out", 60);
}

/* Does the device say what the plain program says when another compiler has
 * compiled it? Then not hedrac's result is wrong, but that of cc. */
static bool is_fault_of_cc(struct checker *c, const struct batch *b,
                           const struct device *d, const char *got)
{
    if (!c->config->judge || !run_plain(c, c->config->judge, "judge"))
        return false;
    const char *judged = lines_of(c, read_text(c, "judge.out"), b, 0);
    if (strcmp(judged, got) != 0)
        return false;
    tally_lock(c);
    c->tally->faults_of_cc++;
    printf(
        "%s: %s says what the program says that %s compiled, other than %s's\n",
        label_of(c, b), d->name, c->config->judge, c->config->cc);
    fflush(stdout);
    tally_unlock(c);
    return true;
}

/* Compares the outputs; marks the seeds that differ and returns how many. */
static int compare(struct checker *c, const struct batch *b,
                   const struct device *d, bool *bad)
{
    char *want = read_text(c, "plain.out"), *got = read_text(c, "device.out");
    int n = b->file ? 1 : b->count, differing = 0;
    for (int i = 0; i < n; i++) {
        if (!b->file && b->seed[i] % (uint64_t)d->every != 0)
            continue;
        char *w = lines_of(c, want, b, i), *g = lines_of(c, got, b, i);
        if (strcmp(w, g) == 0 || (n == 1 && is_fault_of_cc(c, b, d, g)))
            continue;
        differing++;
        bad[i] = true;
        if (n > 1)
            continue;
        write_elements(c, d);
        fail(c, b, arena_printf(c->arena, "%s: wrong result", d->name),
             arena_printf(c->arena, "plain has \"%s\"",
                          first_difference(c, w, g)));
    }
    return differing;
}

/* Did the region not run because of what it may touch of a pointer without
 * extents, did data not say otherwise, not all is memory? Of arrays whose end
 * is declared nothing beyond it is copied. */
static bool lacks_memory(struct checker *c)
{
    const char *error = read_text(c, "device.err");
    const char *kernel = strstr(read_text(c, "prog.c"), "\nvoid kernel_");
    const char *at = strstr(error, "array '");
    if (!strstr(error, "which is not all memory") || !at || !kernel)
        return false;
    at += strlen("array '");
    char *head = arena_strdup(c->arena, kernel + 1);
    head[strcspn(head, "\n")] = '\0';
    const char *name =
        arena_printf(c->arena, "%.*s", (int)strcspn(at, "'_."), at);
    const char *const form[] = {"*%s,", "*%s)", "*restrict %s,",
                                "*restrict %s)"};
    for (size_t k = 0; k < sizeof form / sizeof *form; k++)
        if (strstr(head, arena_printf(c->arena, form[k], name)))
            return true;
    return false;
}

/* Runs the program on the device and compares; false if seeds are bad. */
static bool check_device(struct checker *c, const struct batch *b, int device,
                         bool *bad)
{
    const struct device *d = &c->config->device[device];
    char *every = b->file ? NULL : arena_printf(c->arena, "%d", d->every);
    int expected = b->file ? 1 : 0;
    for (int i = 0; i < b->count; i++)
        expected += b->seed[i] % (uint64_t)d->every == 0;
    if (expected == 0)
        return true;
    struct process p = run_device(c, d, every, NULL, 60 + 3.0 * expected);
    int differing = 0, ran = count_ran(c, d);
    if (!is_clean(p) && b->count <= 1 && lacks_memory(c)) {
        static const char name[] = "device-memory";
        tally_lock(c);
        count_name(c->tally, name, (int)sizeof name - 1);
        c->tally->refused++;
        tally_unlock(c);
        return true;
    }
    if (!is_clean(p) && b->count <= 1) {
        bad[0] = true;
        differing = 1;
        fail(c, b,
             arena_printf(c->arena, "%s: %s", d->name,
                          process_describe(c->arena, p)),
             first_error(c, "device.err"));
    } else {
        differing = compare(c, b, d, bad);
        for (int i = 0; !is_clean(p) && differing == 0 && i < b->count; i++)
            bad[i] = true;
    }
    tally_lock(c);
    c->tally->compared[device] += expected - differing;
    c->tally->ran[device] += ran;
    tally_unlock(c);
    return is_clean(p) && differing == 0;
}

static int count_told(const struct checker *c)
{
    const struct tally *t = c->tally;
    return t->failures + t->refused + t->faults_of_cc;
}

/* The bad ones of a batch, each alone. */
static void check_suspects(struct checker *c, const struct batch *b,
                           const bool *bad)
{
    int before = count_told(c), suspects = 0;
    for (int i = 0; i < b->count; i++) {
        if (!bad[i])
            continue;
        suspects++;
        check_batch(c, &(struct batch){NULL, &b->seed[i], 1});
    }
    if (suspects && count_told(c) == before && generate(c, b))
        fail(c, b, "batch", "no kernel fails alone");
}

static void check_run(struct checker *c, const struct batch *b,
                      struct process hedrac)
{
    if (!run_plain(c, c->config->cc, "plain")) {
        blame(c, b, "plain", "the plain program does not compile or run");
        return;
    }
    if (!compile_output(c)) {
        blame(c, b, "cc", first_error(c, "cc.err"));
        return;
    }
    tally_regions(c, hedrac.seconds);
    bool *bad = arena_alloc(c->arena, (size_t)(b->count + 1));
    for (int d = 0; d < c->config->device_count; d++)
        check_device(c, b, d, bad);
    int good = b->file ? 1 : 0;
    for (int i = 0; i < b->count; i++)
        good += b->count == 1 || !bad[i];
    tally_lock(c);
    c->tally->done += good;
    tally_unlock(c);
    if (b->count > 1)
        check_suspects(c, b, bad);
}

/* Takes the refused seeds out and checks the others again. */
static void check_rest(struct checker *c, const struct batch *b,
                       struct process p)
{
    bool *refused = arena_alloc(c->arena, (size_t)(b->count + 1));
    if (blames_itself(c) || b->file || c->config->refusal_fails ||
        mark_refused(c, b, refused) == 0) {
        blame_hedrac(c, b, p);
        return;
    }
    uint64_t *rest = arena_alloc(c->arena, (size_t)b->count * sizeof *rest);
    int count = 0;
    for (int i = 0; i < b->count; i++) {
        if (!refused[i])
            rest[count++] = b->seed[i];
    }
    if (count > 0)
        check_batch(c, &(struct batch){NULL, rest, count});
}

static void check_batch(struct checker *c, const struct batch *b)
{
    for (int i = 0; i < STAGE_FILES; i++)
        remove(in_folder(c, stage_files[i]));
    if (!generate(c, b)) {
        blame(c, b, "generator", first_error(c, "cc.err"));
        return;
    }
    struct process p;
    switch (run_hedrac(c, b, &p)) {
    case STAGE_OK:
        check_run(c, b, p);
        break;
    case STAGE_REFUSED:
        check_rest(c, b, p);
        break;
    case STAGE_BAD:
        blame_hedrac(c, b, p);
        break;
    }
}

/* Forms -------------------------------------------------------------------- */

/* Is what --explain=html wrote a page to its end? */
static bool is_page(struct checker *c)
{
    const char *text = read_text(c, "page.html");
    size_t length = strlen(text), end = strlen("</html>");
    while (length > 0 && text[length - 1] == '\n')
        length--;
    return strncmp(text, "<!DOCTYPE", 9) == 0 && length >= end &&
           strncmp(text + length - end, "</html>", end) == 0;
}

/* Runs hedrac on prog.c with the option; false if it neither does what it is
 * asked for nor refuses the program, which is then told. */
static bool check_form(struct checker *c, const struct batch *b,
                       const char *option)
{
    struct process p;
    remove(in_folder(c, "page.html"));
    bool page = strstr(option, "html") != NULL;
    struct words argv = {0};
    words_add(c->arena, &argv, c->config->hedrac);
    words_add(c->arena, &argv, in_folder(c, "prog.c"));
    words_add(c->arena, &argv, "-o");
    words_add(c->arena, &argv, in_folder(c, "form.out"));
    words_add(c->arena, &argv, option);
    add_all(c, &argv, &c->config->include);
    add_all(c, &argv, &c->config->hedrac_flags);
    if (c->without)
        words_add(c->arena, &argv, c->without);
    if (c->layout)
        words_add(c->arena, &argv, c->layout);
    p = run(c, &argv, NULL, "hedrac.out", "hedrac.err", c->config->limit);
    bool good = (is_clean(p) && (!page || is_page(c))) ||
                (p.end == END_EXIT && p.code == 1);
    if (good && !blames_itself(c))
        return true;
    fail(c, b,
         arena_printf(c->arena, "hedrac %s: %s", option,
                      process_describe(c->arena, p)),
         is_clean(p) ? "no whole page" : first_error(c, "hedrac.err"));
    return false;
}

/* All that hedrac prints of one program, which is generated. */
static void check_forms(struct checker *c, const struct batch *b)
{
    static const char *const emit[] = {"c",   "cuda", "ptx",     "opencl",
                                       "kir", "scop", "schedule"};
    bool good = generate(c, b);
    if (good)
        good = check_form(c, b,
                          arena_printf(c->arena, "--explain=html:%s",
                                       in_folder(c, "page.html")));
    for (size_t k = 0; k < sizeof emit / sizeof *emit && good; k++)
        good = check_form(c, b, arena_printf(c->arena, "--emit=%s", emit[k]));
    tally_lock(c);
    c->tally->forms += good;
    tally_unlock(c);
}

void check_seeds(struct checker *c, const uint64_t *seed, int count)
{
    int every = c->config->forms;
    c->without = without_draw(c->arena, c->config, seed[0]);
    c->layout = layout_draw(c->config, seed[0]);
    tally_lock(c);
    c->tally->without += c->without ? count : 0;
    c->tally->layout += c->layout ? count : 0;
    tally_unlock(c);
    check_batch(c, &(struct batch){NULL, seed, count});
    for (int i = 0; i < count && every && !c->quiet; i++)
        if (seed[i] % (uint64_t)every == 0)
            check_forms(c, &(struct batch){NULL, &seed[i], 1});
}

void check_file(struct checker *c, const char *path)
{
    struct batch b = {path, NULL, 0};
    check_batch(c, &b);
    if (c->config->forms)
        check_forms(c, &b);
}
