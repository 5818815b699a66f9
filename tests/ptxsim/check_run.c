/*
 * check_run FILE.ptx: runs kernels of the file under the checks and compares
 * what is found with what the file says. Comments of the file say how:
 *
 *   // kernel NAME grid 2,1,1 block 64,1,1     what to launch
 *   // array NAME BYTES [read] [unwritten] [freed] [of BYTES]
 *        its next parameter, an address; `of`: of an allocation of that size
 *   //> ...                                     what must be found, in order
 *
 * A finding is printed as "KIND at LINE (FILE:LINE) by BLOCK THREAD: SPACE
 * OFFSET, SIZE bytes, COUNT times", of a race with "; LINE (FILE:LINE) by
 * BLOCK THREAD" for the other side. The offset is from the array that the
 * address is nearest to, the checks are all on. Each kernel runs in one thread
 * and in three, and must find the same. The sentences must name what they are
 * about.
 */
#include "runtime/ptxsim/check/check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARRAYS = 8, TEXT = 16384 };

/* Well above what the kernels that end take. */
#define WATCHDOG 100000

struct array {
    char name[32];
    unsigned long size, whole;
    bool read, unwritten, freed;
    uint64_t address;
};

struct test {
    char kernel[64];
    int64_t grid[3];
    int block[3];
    struct array array[MAX_ARRAYS];
    int arrays;
    char expect[TEXT];
};

static _Noreturn void fail(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(2);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, TEXT);
    if (!file || !text || fread(text, 1, TEXT - 1, file) == TEXT - 1)
        fail("%s cannot be read", path);
    fclose(file);
    return text;
}

static void put(char *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(char *text, const char *format, ...)
{
    size_t length = strlen(text);
    va_list ap;
    va_start(ap, format);
    vsnprintf(text + length, TEXT - length, format, ap);
    va_end(ap);
}

/* Reading a test ----------------------------------------------------------- */

static void read_array(struct test *t, char *line)
{
    struct array *a = &t->array[t->arrays++];
    if (t->arrays > MAX_ARRAYS ||
        sscanf(line, "// array %31s %lu", a->name, &a->size) != 2)
        fail("what is '%s'?", line);
    const char *of = strstr(line, " of ");
    a->whole = of ? strtoul(of + 4, NULL, 10) : a->size;
    a->read = strstr(line, " read");
    a->unwritten = strstr(line, " unwritten");
    a->freed = strstr(line, " freed");
}

/* Reads the test that begins at *text, and moves past it; false: no more. */
static bool read_test(char **text, struct test *t)
{
    *t = (struct test){0};
    for (char *line, *rest = *text; (line = strsep(&rest, "\n"));
         *text = rest ? rest : strchr(line, 0)) {
        bool head = strncmp(line, "// kernel ", 10) == 0;
        if (head && t->kernel[0]) {
            if (rest)
                rest[-1] = '\n';
            return true;
        }
        if (head && sscanf(line,
                           "// kernel %63s grid %" SCNd64 ",%" SCNd64
                           ",%" SCNd64 " block %d,%d,%d",
                           t->kernel, &t->grid[0], &t->grid[1], &t->grid[2],
                           &t->block[0], &t->block[1], &t->block[2]) != 7)
            fail("what is '%s'?", line);
        if (strncmp(line, "// array ", 9) == 0)
            read_array(t, line);
        if (strncmp(line, "//> ", 4) == 0)
            put(t->expect, "%s\n", line + 4);
        if (!rest)
            break;
    }
    return t->kernel[0];
}

/* Running it --------------------------------------------------------------- */

static void place_arrays(struct test *t, struct ptxsim_space *space,
                         struct ptxsim_checks *checks, struct ptxsim_row *row)
{
    struct report why;
    for (int k = 0; k < t->arrays; k++) {
        struct array *a = &t->array[k];
        if (!ptxsim_alloc(space, a->whole, &a->address, &why) ||
            !ptxsim_checks_track(checks, a->address, a->whole, &why))
            fail("%s", why.text);
        if (!a->unwritten)
            ptxsim_checks_wrote(checks, a->address, a->whole);
        if (a->freed) {
            ptxsim_checks_forget(checks, a->address);
            ptxsim_free(space, a->address);
        }
        row[k] = (struct ptxsim_row){.name = a->name,
                                     .lo = a->address,
                                     .hi = a->address + a->size,
                                     .zero = a->address,
                                     .element_size = 4,
                                     .written = !a->read};
    }
}

static void put_offset(char *out, const struct test *t,
                       const struct ptxsim_finding *f)
{
    static const char *const space[PTXSIM_SPACES] = {
        [PTXSIM_SHARED] = "shared", [PTXSIM_LOCAL] = "local"};
    const struct array *near = NULL;
    uint64_t best = UINT64_MAX;
    if (!f->size)
        return;
    for (int k = 0; k < t->arrays && f->space == PTXSIM_GLOBAL; k++) {
        const struct array *a = &t->array[k];
        uint64_t away = f->address < a->address ? a->address - f->address
                                                : f->address - a->address;
        if (away < best) {
            near = a;
            best = away;
        }
    }
    put(out, ": %s %" PRId64 ", %d bytes",
        near              ? near->name
        : space[f->space] ? space[f->space]
                          : "elsewhere",
        (int64_t)(f->address - (near ? near->address : 0)), f->size);
}

static void put_side(char *out, int line, const char *file, int source_line,
                     const int block[3], const int thread[3])
{
    put(out, "%d (%s:%d) by %d,%d,%d %d,%d,%d", line, file, source_line,
        block[0], block[1], block[2], thread[0], thread[1], thread[2]);
}

/* A sentence that should name something and does not has one of these. */
static void check_names(const char *text)
{
    static const char *const gap[] = {" ,", "''", "(null)", "  ", " ]"};
    for (size_t k = 0; k < sizeof gap / sizeof *gap; k++)
        if (strstr(text, gap[k]))
            fail("no name in: %s", text);
}

static void put_findings(char *out, const struct test *t,
                         const struct ptxsim_result *result)
{
    for (int k = 0; k < result->finding_count; k++) {
        const struct ptxsim_finding *f = &result->finding[k];
        check_names(f->text);
        put(out, "%s at ", ptxsim_finding_name(f->kind));
        put_side(out, f->line, f->file, f->source_line, f->block_index,
                 f->thread_index);
        put_offset(out, t, f);
        put(out, ", %" PRIu64 " times", f->count);
        if (f->other.line) {
            put(out, "; ");
            put_side(out, f->other.line, f->other.file, f->other.source_line,
                     f->other.block_index, f->other.thread_index);
        }
        put(out, "\n");
    }
}

/* What the kernel does wrong, as text. */
static void run(struct test *t, const char *ptx, int threads, char *out)
{
    struct report why = {.text = ""};
    struct ptxsim_space *space = ptxsim_space_new();
    struct ptxsim_checks *checks = ptxsim_checks_new(space, PTXSIM_CHECK_ALL);
    struct ptxsim_row row[MAX_ARRAYS];
    struct ptxsim_program *program = ptxsim_load(space, ptx, &why);
    if (!program || !ptxsim_find_kernel(program, t->kernel))
        fail("kernel '%s': %s", t->kernel, why.text);
    place_arrays(t, space, checks, row);
    uint64_t param[MAX_ARRAYS] = {0};
    for (int k = 0; k < t->arrays; k++)
        param[k] = t->array[k].address;
    struct ptxsim_launch launch = {
        .kernel = ptxsim_find_kernel(program, t->kernel),
        .param = param,
        .threads = threads,
        .watchdog = WATCHDOG,
    };
    memcpy(launch.grid, t->grid, sizeof launch.grid);
    memcpy(launch.block, t->block, sizeof launch.block);
    if (launch.kernel->param_size != 8 * t->arrays)
        fail("kernel '%s' has other parameters", t->kernel);
    ptxsim_checks_watch(checks, &launch, row, t->arrays);
    struct ptxsim_result result;
    bool done = ptxsim_run(program, &launch, &result, &why);
    if (!done && !result.finding_count)
        fail("kernel '%s': %s", t->kernel, why.text);
    out[0] = '\0';
    put_findings(out, t, &result);
    ptxsim_result_clear(&result);
    ptxsim_unload(program);
    ptxsim_checks_free(checks);
    ptxsim_space_free(space);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        fail("usage: check_run FILE.ptx");
    char *ptx = read_file(argv[1]), *copy = strdup(ptx), *at = copy;
    static struct test test;
    static char out[TEXT];
    int bad = 0, count = 0;
    for (; read_test(&at, &test); count++)
        for (int threads = 1; threads <= 3; threads += 2) {
            run(&test, ptx, threads, out);
            if (strcmp(out, test.expect) == 0)
                continue;
            printf("%s, %d threads: expected\n%sfound\n%s", test.kernel,
                   threads, test.expect, out);
            bad = 1;
        }
    free(ptx);
    free(copy);
    return bad || count == 0;
}
