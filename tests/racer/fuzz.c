/*
 * racer-fuzz [COUNT [FIRST]]: damaged graphs, architectures and memories. What
 * is refused is refused with a fault; what is taken is proved, balanced and
 * run for a while. Under sanitizers this finds what else goes wrong. Text
 * number N is the same on every machine.
 */
#include "backends/racer/place/place.h"
#include "tests/racer/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = 600, MOST_REGISTERS = 1500 };

static uint64_t state;

static size_t draw(size_t below)
{
    state =
        state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(state >> 33) % below;
}

static const char *const words[] = {
    "0",        "-1",         "1",
    "7",        "2147483648", "99999999999999999999",
    "1e999",    "0x",         "nan",
    "inf",      "x",          "v1",
    "_",        "(",          ")",
    "=",        ",",          "@",
    "x@3",      "@3",         "v0@",
    "feedback", "entry",      "then",
    "else",     "or",         "to",
    "from",     "tag",        "window",
    "affine",   "grow",       "at",
    "wrap",     "pad",        "admit",
    "path",     "shared",     "places",
    "priority", "alternate",  "merge",
    "switch",   "fork",       "join",
    "sync",     "gate",       "ungate",
    "delay",    "request",    "select",
    "iadd",     "fadd",       "fsqrt",
    "toi32",    "source",     "sink",
    "param",    "graph",      "memory",
    "of",       "ramp",       "i32",
    "f64",      "x:pred",     "\"",
    "over",     "step",       "base",
    "late",     "address",    "when",
    "least",    "greatest",   "every",
    "share",    "store",      "array",
    "#",        "\n",         "\r",
    "\t",       "\x80",
};

/* One piece of the text goes, comes twice, or becomes a word. */
static void damage(struct buf *out, const char *text)
{
    size_t length = strlen(text), at = draw(length + 1);
    size_t cut = draw(2) ? draw(3) : 0;

    buf_write(out, text, at);
    switch (draw(4)) {
    case 0:
        buf_printf(out, " %s ", words[draw(sizeof words / sizeof *words)]);
        break;
    case 1:
        buf_puts(out, words[draw(sizeof words / sizeof *words)]);
        break;
    case 2:
        buf_write(out, text + at / 2, (length - at / 2) / (1 + draw(9)));
        break;
    default:
        break;
    }
    if (cut > length - at)
        cut = length - at;
    buf_puts(out, text + at + cut);
}

/* Some damages on top of each other, in the arena. */
static const char *damaged(struct rig *rig, const char *text)
{
    for (size_t k = 0, n = draw(3); k < n; k++) {
        struct buf out = {0};

        damage(&out, text);
        text = arena_strdup(rig->arena, out.text ? out.text : "");
        buf_free(&out);
    }
    return text;
}

static const char graph_data[] = "memory A 9 of i32\nramp 0 0 0 1\n"
                                 "memory B 9 of i32\n"
                                 "memory OLD 4 5 of i32\n"
                                 "memory NEW 4 5 of i32\n"
                                 "memory P 3 3 of f64 f64\n"
                                 "ramp 0 1 -2 1 0.5\nramp 1 0 -2 1\n"
                                 "memory T 64 of i32\nramp 0 0 1 7\n"
                                 "memory X 4 of i64\n";

static void run_graph(struct rig *rig)
{
    struct racersim_options options = {.max_cycles = CYCLES, .stall = 500};
    struct racersim_result result;
    struct buf out = {0};
    struct net *net;

    rig_prove(rig);
    rig_balance(rig);
    net = net_new(rig->arena, rig->graph, &rig->arch, &rig->faults);
    if (!net || net->register_count > MOST_REGISTERS)
        return;
    rig->sim = racersim_new(rig->arena, rig->graph, &rig->arch, &rig->data,
                            &rig->faults);
    if (!rig->sim)
        return;
    result = racersim_run(rig->sim, &options);
    racersim_print(&out, rig->sim, &result);
    racersim_print_json(&out, rig->sim, &result, "");
    racersim_print_state(&out, rig->sim);
    if (result.end == RACERSIM_STUCK) {
        struct racersim_wait wait = racersim_stuck(rig->sim);

        racersim_print_wait(&out, rig->sim, &result, &wait);
        racersim_wait_svg(&out, rig->sim, &wait);
    }
    buf_free(&out);
}

/* Places on a small mesh, by hand. */
static const char placed[] = "graph chain\n"
                             "source a:i32 from A affine 1 at -1 0 port\n"
                             "c = iadd a@1 7 at 0 0 integer\n"
                             "d = isub c@1 2 at 0 1 integer\n"
                             "e w = sync ( d@1 c@9 ) at 1 1 sync\n"
                             "sink e@1 to B affine 1 at 2 1 port\n"
                             "sink w@1 at 1 2 port\n"
                             "route a: (-1,0) S : 1\n"
                             "route c: (0,0) E : 2\n"
                             "route c: (0,0) S W E E : 10\n"
                             "route d: (0,1) S : 1\n"
                             "route e: (1,1) S : 1\n"
                             "route w: (1,1) E : 1\n";

static const char small_mesh[] = "fabric mesh\nrows 2\ncolumns 2\n";

/* A placed text that is damaged is checked, and drawn. */
static bool check_placed(struct rig *rig)
{
    struct place_report report = {0};
    struct racer_rings rings = {0};
    struct buf out = {0};
    bool taken;

    racer_arch_parse(rig->arena, "fuzz", small_mesh, &rig->arch, &rig->faults);
    taken = rig_parse(rig, damaged(rig, placed));
    if (!taken)
        return false;
    taken =
        place_check(rig->arena, rig->graph, &rig->arch, &report, &rig->faults);
    racer_print(&out, rig->graph);
    place_page(rig->arena, &out, rig->graph, &rig->arch, &rings, &report, NULL,
               NULL);
    buf_free(&out);
    return taken;
}

/* Whatever architecture is taken, a small program is placed on it, or not. */
static bool place_on(struct rig *rig, const char *text)
{
    struct place_options options = {.seed = 1, .attempts = 1};
    struct place_report report;
    struct faults refused = faults_new(rig->arena);

    if (!racer_arch_parse(rig->arena, "fuzz", text, &rig->arch, &rig->faults))
        return false;
    if (rig->arch.factor[RACER_FACTOR_rows] > 8 ||
        rig->arch.factor[RACER_FACTOR_columns] > 8)
        return true;
    if (!rig_parse(rig, "graph g\nsource a:i32 from A affine 1\n"
                        "b = iadd a 1\nc = imul b a\nsink c to B affine 1\n"))
        return false;
    if (place_graph(rig->arena, rig->graph, &rig->arch, &rig->rings, &options,
                    &report, &refused) &&
        !place_check(rig->arena, rig->graph, &rig->arch, &report,
                     &rig->faults)) {
        fprintf(stderr, "what was placed is refused: %s\n",
                rig->faults.first->message);
        exit(1);
    }
    return true;
}

/* True if the text was taken. */
static bool one(uint64_t number)
{
    static const char *const files[] = {"mandelbrot.graph", "life.graph",
                                        "nest.graph"};
    static const char elements[] =
        "graph elements\nparam n:i64 = 4\narray T:i32\n"
        "source x:i64 y:i64 over ( n 2 ) every 3 share 0 of 2\n"
        "source a:i32 b:i32 from T over ( n 2 ) step ( 2 1 ) base ( 0 8 ) late"
        " 1\n"
        "c = ilt a b\nd:i32 = request T x when c\ne = store B y d\n"
        "sink e to T over ( n 2 ) step ( 1 0 ) least when c\n"
        "sink x to X address y greatest\n";
    struct rig rig = rig_new();
    struct buf text = {0};
    bool taken;

    state = number * 7919 + 3;
    if (number % 5 == 0) {
        rig.arch.factor[RACER_FACTOR_rows] = 4;
        rig.arch.factor[RACER_FACTOR_columns] = 4;
        rig.arch.fabric = number % 2 ? RACER_MESH : RACER_THESIS;
        racer_arch_print(&text, &rig.arch);
        taken = number % 3 ? check_placed(&rig)
                           : place_on(&rig, damaged(&rig, text.text));
    } else if (number % 5 == 1) {
        taken = racer_data_parse(&rig.data, "fuzz", damaged(&rig, graph_data),
                                 &rig.faults);
    } else {
        if (number % 15 == 2)
            buf_puts(&text, elements);
        else if (number % 5 == 2)
            buf_puts(&text, rig_file(&rig, files[draw(3)]));
        else
            gen_graph(&text, number, GEN_ANY);
        rig_data(&rig, graph_data);
        taken = rig_parse(&rig, damaged(&rig, text.text));
        if (taken)
            run_graph(&rig);
    }
    if (!taken && !rig.faults.errors) {
        fprintf(stderr, "text %d: refused without a fault\n", (int)number);
        exit(1);
    }
    buf_free(&text);
    rig_free(&rig);
    return taken;
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 3000;
    long first = argc > 2 ? strtol(argv[2], NULL, 10) : 1, taken = 0;

    for (long n = first; n < first + count; n++)
        taken += one((uint64_t)n);
    printf("%ld texts, %ld of them taken\n", count, taken);
    return taken == 0 || taken == count;
}
