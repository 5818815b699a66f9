/*
 * bench-racer: the source's numbers of the data-stream array, each from a run
 * of the simulator: the Mandelbrot loop of 500 x 500 pixels, rings, ways of
 * unequal length, Life; and how fast the simulator is against the plain model,
 * register by register, in the same run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backends/racer/place/place.h"
#include "tests/bench/bench.h"
#include "tests/racer/rig.h"

static const char about[] = "Runs graphs of a data-stream array: cycles a "
                            "pixel of the Mandelbrot loop\n"
                            "at 500 x 500 (64 x 64 with --quick), with and "
                            "without balance, and from\n"
                            "plain C, as it is and laid out; rings of 24 to 65 "
                            "registers, forks that\n"
                            "meet again, Life at 64 x 64 and 256 x 256 for 100 "
                            "generations (2 with\n"
                            "--quick); what gets stuck and what does not; one "
                            "loop in a block, and 64\n"
                            "of them; areas; the simulator's speed beside that "
                            "of the plain model.\n"
                            "Exits with 1 if a result is wrong.\n";

static bool failed;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "error: wrong: %s\n", what);
        failed = true;
    }
}

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Mandelbrot --------------------------------------------------------------- */

/* An entry of so many registers between the one that a source fills and the
 * ring. The memory unit of the sink takes pixels right from the ring's exit:
 * with this one architecture come first pixel and drain of the source as well
 * as how an entry with priority gets stuck. Were the source's register behind
 * the ring instead, then the first pixel would come in the same cycle, but the
 * last ones, which wait in the entry, would be let in at other times: the drain
 * would be 431 in place of 441. */
static void set_ways(struct rig *rig, int entry, int ring)
{
    rig->arch.stages[RACER_GROUP_source] = 1 + entry;
    rig->arch.stages[RACER_GROUP_sink] = 0;
    rig->arch.stages[RACER_GROUP_ring] = ring;
}

static struct rig mandelbrot(int size, int entry, int ring, bool balance)
{
    struct rig rig = rig_new();

    set_ways(&rig, entry, ring);
    check(rig_parse(&rig, rig_file(&rig, "mandelbrot.graph")), "its text");
    check(rig_prove(&rig), "its proof");
    if (balance)
        check(rig_balance(&rig), "its balance");
    rig_data(&rig, arena_printf(rig.arena,
                                "memory P %d %d of f64 f64\n"
                                "ramp 0 1 -2.1 %.17g 0.5\n"
                                "ramp 1 0 -2.1 %.17g 0.5\n",
                                size, size, 4.2 / size, 4.2 / size));
    return rig;
}

static void check_pixels(struct rig *rig, const struct racersim_result *result)
{
    const struct racer_memory *r = racer_data_find(&rig->data, "R");
    const struct racer_memory *p = racer_data_find(&rig->data, "P");
    bool good = result->end == RACERSIM_DONE;

    for (int64_t e = 0; e < r->elements; e++)
        good =
            good && r->bits[3 * e + 2].i ==
                        rig_rounds(p->bits[2 * e].f64, p->bits[2 * e + 1].f64);
    check(good, "a pixel of the Mandelbrot set");
}

static double bench_mandelbrot(bool quick)
{
    int size = quick ? 64 : 500;
    struct rig rig = mandelbrot(size, 128, 26, true);
    double begin, seconds, rate;
    struct racersim_result result;
    const struct racersim_port *in, *out;

    bench_progress("Mandelbrot, %d x %d", size, size);
    begin = cpu_seconds();
    result = rig_run(&rig, NULL);
    seconds = cpu_seconds() - begin;
    bench_progress("%s", "");
    check_pixels(&rig, &result);
    in = &result.port[0];
    out = &result.port[1];
    printf("Mandelbrot %d x %d, entry of 128 registers, ring of %d (both"
           " fitted to the source): %.4f cycles a pixel, first out in cycle"
           " %d, drained after %d, displaced by %d, %d registers\n",
           size, size, rig.slack.ring,
           (double)result.cycles / (double)in->elements, (int)out->first,
           (int)(out->last - in->last), (int)out->displaced,
           rig.slack.registers);
    bench_figure("mandelbrot-off-42",
                 fabs((double)result.cycles / (double)in->elements - 42),
                 "cycles", '<', quick ? 1 : 0.01, quick ? 1 : 0.001);
    bench_figure("mandelbrot-first-off-181", fabs((double)out->first - 181),
                 "cycles", '<', 0, 0);
    bench_figure("mandelbrot-drain-off-441",
                 fabs((double)(out->last - in->last) - 441), "cycles", '<', 0,
                 0);
    rate = (double)result.cycles / seconds * 1e-6;
    rig_free(&rig);
    return rate;
}

/* The first pixel comes out after E + 2 L + 1 cycles, whatever E and L are. */
static void bench_moves(void)
{
    static const int lengths[][2] = {
        {128, 24}, {128, 30}, {100, 26}, {200, 26}};
    double worst = 0;

    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        int entry = lengths[k][0], ring = lengths[k][1];
        struct rig rig = mandelbrot(500, entry, ring, true);
        struct racersim_options options = {.max_cycles = 1000};
        struct racersim_result result = rig_run(&rig, &options);
        double off = fabs((double)result.port[1].first - entry - 2 * ring - 1);

        printf("entry of %d registers, ring of %d: first out in cycle %d\n",
               entry, ring, (int)result.port[1].first);
        worst = off > worst ? off : worst;
        rig_free(&rig);
    }
    bench_figure("first-moves-off", worst, "cycles", '<', 0, 0);
}

#ifdef RACER_PIXELS

void racer_pixels(int w, int h, int count[h][w]);

static bool same_pixels(const struct rig *rig, int size)
{
    const struct racer_memory *memory = racer_data_find(&rig->data, "count");
    int(*count)[size] = malloc(sizeof(int[size][size]));
    bool good = true;

    racer_pixels(size, size, count);
    for (int k = 0; k < size * size; k++)
        good = good && memory->bits[k].i == count[k / size][k % size];
    free(count);
    return good;
}

/* The graph that hedrac makes of plain C, as it is or laid out. */
static void bench_from_c(const char *fabric, int size, bool quick)
{
    struct rig rig = rig_new();
    struct place_options options = {.seed = 1, .seconds = PLACE_SECONDS};
    struct place_report report;
    struct racersim_result result;
    struct racer_streams streams;
    size_t length;
    char *text = base_read_file(RACER_PIXELS, &length);
    const char *sizes[] = {"w", "h", "grid_x", "grid_y"};
    double cycles;

    check(text && rig_parse(&rig, text), "the text of plain C");
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        racer_set_param(rig.graph, sizes[k],
                        arena_printf(rig.arena, "%d", size));
    if (fabric) {
        check(racer_arch_parse(rig.arena, "fabric",
                               arena_printf(rig.arena, "fabric %s\n", fabric),
                               &rig.arch, &rig.faults) &&
                  racer_order(rig.arena, rig.graph, &streams, &rig.faults) &&
                  racer_find_rings(rig.arena, rig.graph, &streams, &rig.rings,
                                   &rig.faults) &&
                  place_graph(rig.arena, rig.graph, &rig.arch, &rig.rings,
                              &options, &report, &rig.faults) &&
                  place_check(rig.arena, rig.graph, &rig.arch, &report,
                              &rig.faults),
              "the places of plain C");
        printf("from plain C, %s: %d PEs, of which %d compute\n", fabric,
               report.pes, report.computing);
    }
    check(rig_prove(&rig), "the proof of plain C");
    rig_data(&rig,
             arena_printf(rig.arena, "memory count %d of i32\n", size * size));
    bench_progress("from plain C, %s", fabric ? fabric : "not laid out");
    result = rig_run(&rig, NULL);
    bench_progress("%s", "");
    check(result.end == RACERSIM_DONE && same_pixels(&rig, size),
          "a pixel of plain C");
    cycles = (double)result.cycles / ((double)size * size);
    printf("from plain C, %s: %.4f cycles a pixel\n",
           fabric ? fabric : "not laid out", cycles);
    bench_figure(
        arena_printf(rig.arena, "from-c-%s-off-42", fabric ? fabric : "plain"),
        fabs(cycles - 42), "cycles", '<', quick ? 1 : 0.01, quick ? 1 : 0.01);
    free(text);
    rig_free(&rig);
}

#endif

/* The same graph, register by register. */
static double plain_speed(void)
{
    struct rig rig = mandelbrot(64, 128, 26, true);
    struct net *net = net_new(rig.arena, rig.graph, &rig.arch, &rig.faults);
    double begin = cpu_seconds(), seconds;

    naive_run(rig.arena, net, 1000, 5000);
    seconds = cpu_seconds() - begin;
    rig_free(&rig);
    return 5000 / seconds * 1e-6;
}

/* Rates -------------------------------------------------------------------- */

static double measure(struct rig *rig, int64_t from, int64_t to)
{
    struct racersim_options options = {.max_cycles = from};
    struct racersim_result result = rig_run(rig, &options);
    int64_t before = rig_slots(&result);

    options.max_cycles = to;
    result = racersim_run(rig->sim, &options);
    return (double)(to - from) / (double)(rig_slots(&result) - before);
}

static void bench_rings(void)
{
    double worst = 0;

    for (int ring = 24; ring <= 65; ring++) {
        struct rig rig = mandelbrot(56, 4, ring, true);
        double expected = (double)ring / (ring / 2);
        double off = fabs(measure(&rig, 5000, 100000) / expected - 1);

        worst = off > worst ? off : worst;
        rig_free(&rig);
    }
    bench_figure("rings-off", 100 * worst, "%", '<', 0.3, 0.2);
}

static void bench_ways(void)
{
    static const int ways[][2] = {{1, 16}, {6, 16}, {16, 16}, {26, 16}};
    double worst = 0;

    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        int a = ways[k][0], b = ways[k][1];
        struct rig rig = rig_new();
        double expected = (double)(a + b) / (a < b ? a : b), got;

        check(rig_parse(&rig,
                        arena_printf(
                            rig.arena,
                            "graph ways\n"
                            "source a:i32 from A affine 1\n"
                            "u = sync ( a )\nn = sync ( u )\n"
                            "v w = sync ( u%s n@%d )\n"
                            "sink v w to B affine 1\n",
                            a > 1 ? arena_printf(rig.arena, "@%d", a - 1) : "",
                            b - 2)),
              "two ways");
        rig_data(&rig, "memory A 9000 of i32\nmemory B 9000 of i32 i32\n");
        got = measure(&rig, 1000, 9000);
        printf("ways of %d and %d registers: %.3f cycles, (a + b) / min(a, b) ="
               " %.3f\n",
               a, b, got, expected);
        if (fabs(got / expected - 1) > worst)
            worst = fabs(got / expected - 1);
        rig_free(&rig);
    }
    bench_figure("ways-off", 100 * worst, "%", '<', 0.3, 0.2);
}

static void bench_unbalanced(void)
{
    struct rig rig = mandelbrot(64, 128, 2, false);
    struct racer_streams streams;
    struct racersim_result result;
    struct racer_rate rate;

    racer_order(rig.arena, rig.graph, &streams, &rig.faults);
    racer_find_rings(rig.arena, rig.graph, &streams, &rig.rings, &rig.faults);
    rate = racer_rate_of(rig.arena, rig.graph, &rig.arch, &rig.rings);
    result = rig_run(&rig, NULL);
    check_pixels(&rig, &result);
    printf("without balance: %.2f cycles a slot by the cycle of",
           (double)rate.latency / (double)rate.tokens);
    for (int k = 0; k < rate.count; k++)
        if (rate.node[k]->output_count && rate.node[k]->output[0])
            printf(" %s", rate.node[k]->output[0]->name);
    putchar('\n');
    bench_figure("unbalanced",
                 (double)result.cycles / (double)result.port[0].elements,
                 "cycles", '>', 400, 400);
    rig_free(&rig);
}

/* Life --------------------------------------------------------------------- */

static int cell_at(const int *cell, int size, int i, int j)
{
    return cell[(i + size) % size * size + (j + size) % size];
}

/* Compares a generation with the plain one, and puts it in its place. */
static bool compare(int *cell, int size, const union racer_bits *got)
{
    int *old = malloc((size_t)(size * size) * sizeof *old);
    bool good = true;

    memcpy(old, cell, (size_t)(size * size) * sizeof *old);
    for (int k = 0; k < size * size; k++) {
        int i = k / size, j = k % size, n = -old[k];

        for (int a = -1; a <= 1; a++)
            for (int b = -1; b <= 1; b++)
                n += cell_at(old, size, i + a, j + b);
        cell[k] = n == 3 || (n == 2 && old[k]);
        good = good && got[k].i == cell[k];
    }
    free(old);
    return good;
}

static double bench_life(int size, int generations)
{
    struct rig rig = rig_new();
    int *cell = malloc((size_t)(size * size) * sizeof *cell);
    uint64_t state = 11;
    double worst = 0;

    check(rig_parse(&rig, rig_file(&rig, "life.graph")), "its text");
    check(rig_prove(&rig) && rig_balance(&rig), "the proof of Life");
    rig_data(&rig, arena_printf(rig.arena,
                                "memory OLD %d %d of i32\n"
                                "memory NEW %d %d of i32\n",
                                size, size, size, size));
    for (int k = 0; k < size * size; k++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        cell[k] = state >> 62 == 0;
    }
    for (int g = 0; g < generations; g++) {
        union racer_bits *old = racer_data_find(&rig.data, "OLD")->bits;
        struct racersim_result result;
        double cycles;

        bench_progress("Life, %d x %d, generation %d", size, size, g);
        for (int k = 0; k < size * size; k++)
            old[k].i = cell[k];
        result = rig_run(&rig, NULL);
        check(result.end == RACERSIM_DONE &&
                  compare(cell, size, racer_data_find(&rig.data, "NEW")->bits),
              "a generation of Life");
        cycles = (double)result.cycles / (double)result.port[0].elements;
        worst = cycles > worst ? cycles : worst;
    }
    bench_progress("%s", "");
    free(cell);
    rig_free(&rig);
    return worst;
}

/* The nodes that the source counts. */
static void bench_life_nodes(void)
{
    struct rig rig = rig_new();
    int adders = 0, compare = 0, logic = 0, delays = 0;

    check(rig_parse(&rig, rig_file(&rig, "life.graph")), "its text");
    for (int n = 0; n < rig.graph->node_count; n++) {
        const struct racer_node *node = rig.graph->node[n];
        enum racer_group group = node->kind == RACER_OP
                                     ? racer_op_group(node->op)
                                     : RACER_GROUP_link;

        adders += group == RACER_GROUP_integer;
        compare += group == RACER_GROUP_compare;
        logic += group == RACER_GROUP_logic;
        delays += node->kind == RACER_DELAY;
    }
    printf("Life: %d adders, %d comparators, %d logic, %d delays\n", adders,
           compare, logic, delays);
    bench_figure("life-nodes-off",
                 abs(adders - 7) + abs(compare - 3) + abs(logic - 3) +
                     abs(delays - 6),
                 "nodes", '<', 0, 0);
    rig_free(&rig);
}

/* Deadlock ----------------------------------------------------------------- */

/* The entry before the feedback: 26 pixels in, none out, and nothing moves in
 * the 52nd cycle. */
static void bench_stuck(void)
{
    struct rig rig = rig_new();
    struct racersim_result result;
    const char *text =
        rig_replace(&rig, rig_file(&rig, "mandelbrot.graph"),
                    "feedback x2 y2 d2 p2 n2 entry px py 0.0 0.0 0",
                    "entry px py 0.0 0.0 0 feedback x2 y2 d2 p2 n2");

    set_ways(&rig, 1, 24);
    check(rig_parse(&rig, text) && rig_balance(&rig), "its text");
    check(!rig_prove(&rig), "the proof of an entry with priority");
    rig_data(&rig, "memory P 64 64 of f64 f64\nramp 0 1 -2.1 0.065625 0.5\n"
                   "ramp 1 0 -2.1 0.065625 0.5\n");
    result = rig_run(&rig, NULL);
    printf("entry first: %d in, %d out, stuck after %d cycles\n",
           (int)result.port[0].elements, (int)result.port[1].elements,
           (int)result.cycles);
    check(result.end == RACERSIM_STUCK && result.port[0].elements == 26 &&
              result.port[1].elements == 0,
          "how the ring gets stuck");
    bench_figure("stuck-cycle-off-52", fabs((double)result.cycles + 1 - 52),
                 "cycles", '<', 0, 0);
    rig_free(&rig);
}

/* The fewest places of a sorter without admission that the image needs. */
static void bench_window(void)
{
    int least = 0;

    for (int window = 297; window <= 302 && !least; window++) {
        struct rig rig = rig_new();
        const char *text =
            rig_replace(&rig, rig_file(&rig, "mandelbrot.graph"), "tag ox oy",
                        arena_printf(rig.arena, "tag ox oy window %d", window));

        set_ways(&rig, 1, 24);
        check(rig_parse(&rig, text) && rig_balance(&rig), "its text");
        rig_data(&rig, "memory P 64 64 of f64 f64\nramp 0 1 -2.1 0.065625 0.5\n"
                       "ramp 1 0 -2.1 0.065625 0.5\n");
        if (rig_run(&rig, NULL).end == RACERSIM_DONE)
            least = window;
        rig_free(&rig);
    }
    bench_figure("window-off-300", abs(least - 300), "places", '<', 0, 0);
}

/* The verdict on random small graphs against a search through all states:
 * proved ones that get stuck, and refused ones that do not. */
static void bench_verdicts(void)
{
    int graphs = 0, wrong = 0, careful = 0;

    for (uint64_t seed = 1; graphs < 1000; seed++) {
        struct rig rig = rig_new();
        struct buf text = {0};
        struct net *net;
        long states = -1;

        gen_graph(&text, seed, GEN_SMALL);
        check(rig_parse(&rig, text.text), "a random graph");
        net = net_new(rig.arena, rig.graph, &rig.arch, &rig.faults);
        if (net && net->register_count <= 24) {
            bool proved = rig_prove(&rig);
            bool stuck = explore_stuck(rig.arena, net, &states);

            graphs += states >= 0;
            wrong += states >= 0 && proved && stuck;
            careful += states >= 0 && !proved && !stuck;
        }
        buf_free(&text);
        rig_free(&rig);
    }
    bench_figure("verdict-wrong", wrong, "graphs", '<', 0, 0);
    bench_figure("verdict-careful", careful, "graphs", '<', 0, 0);
}

/* Areas -------------------------------------------------------------------- */

static void bench_areas(void)
{
    struct racer_arch arch = racer_arch_thesis();
    struct place_area area = place_area_of(&arch, NULL);
    int64_t off = llabs(area.re_gates - 7232) +
                  llabs(area.pe_total - 102400000) + llabs(area.res - 4608) +
                  llabs(area.re_total - 33325056) +
                  llabs(area.re_total + area.crossing_total - 37490688) +
                  llabs(area.share - 360);

    printf(
        "areas: RE %lld gates, PEs %lld, REs %lld, with crossings %lld; lanes"
        " %d / 1000\n",
        (long long)area.re_gates, (long long)area.pe_total,
        (long long)area.re_total,
        (long long)(area.re_total + area.crossing_total), area.share);
    bench_figure("areas-off", (double)off, "gates", '<', 0, 0);
}

/* Places ------------------------------------------------------------------- */

static void set_fabric(struct rig *rig, const char *line)
{
    check(
        racer_arch_parse(rig->arena, "fabric", line, &rig->arch, &rig->faults),
        "an architecture");
}

static void give_points(struct rig *rig, int size)
{
    rig_data(rig, arena_printf(rig->arena,
                               "memory P %d %d of f64 f64\n"
                               "ramp 0 1 -2.1 %.17g 0.5\n"
                               "ramp 1 0 -2.1 %.17g 0.5\n",
                               size, size, 4.2 / size, 4.2 / size));
}

/* The loop in one block. */
static void bench_block(const char *fabric)
{
    struct rig rig = rig_new();
    struct place_options options = {.seed = 1};
    struct place_report report = {0};
    struct racer_streams streams;
    double begin = cpu_seconds(), seconds;

    set_fabric(&rig, arena_printf(rig.arena, "fabric %s\n", fabric));
    check(rig_parse(&rig, rig_file(&rig, "mandelbrot.graph")), "its text");
    racer_order(rig.arena, rig.graph, &streams, &rig.faults);
    racer_find_rings(rig.arena, rig.graph, &streams, &rig.rings, &rig.faults);
    check(place_graph(rig.arena, rig.graph, &rig.arch, &rig.rings, &options,
                      &report, &rig.faults),
          "the places of a block");
    seconds = cpu_seconds() - begin;
    check(place_check(rig.arena, rig.graph, &rig.arch, &report, &rig.faults),
          "the check of a block");
    give_points(&rig, 56);
    bench_figure(arena_printf(rig.arena, "block-pes-%s", fabric), report.pes,
                 "PEs", '<', 16, 8);
    bench_figure(arena_printf(rig.arena, "block-slot-%s", fabric),
                 measure(&rig, 5000, 100000), "cycles", '<', 2.002, 2);
    bench_figure(arena_printf(rig.arena, "block-seconds-%s", fabric), seconds,
                 "s", '<', 1, 1);
    rig_free(&rig);
}

/* 64 loops that four ports feed: cycles a pixel. */
static double bench_copies(const char *fabric, int every, int size,
                           double *seconds)
{
    struct rig rig = rig_new();
    struct place_options options = {.seed = 1};
    struct place_copying how = {0, 4, every};
    struct place_report report;
    struct racersim_result result;
    double begin = cpu_seconds(), cycles;

    set_fabric(&rig, arena_printf(rig.arena, "fabric %s\n", fabric));
    check(rig_parse(&rig, rig_file(&rig, "mandelbrot_port.graph")), "its text");
    rig.graph = place_copies(rig.arena, rig.graph, &rig.arch, &how, &options,
                             &report, &rig.faults);
    check(rig.graph && place_check(rig.arena, rig.graph, &rig.arch, &report,
                                   &rig.faults),
          "the places of copies");
    *seconds = cpu_seconds() - begin;
    give_points(&rig, size);
    result = rig_run(&rig, NULL);
    check_pixels(&rig, &result);
    cycles = (double)result.cycles / ((double)size * size);
    printf("64 loops, %s, 4 ports reading every %d: %.4f cycles a pixel\n",
           fabric, every, cycles);
    rig_free(&rig);
    return cycles;
}

static void bench_places(bool quick)
{
    static const char *const fabrics[] = {"thesis", "mesh"};

    for (int k = 0; k < 2; k++) {
        struct arena *arena = arena_new();
        int size = quick ? 128 : 500;
        double seconds, cycles;

        bench_block(fabrics[k]);
        bench_copies(fabrics[k], 1, size, &seconds);
        cycles = bench_copies(fabrics[k], 9973, size, &seconds);
        bench_figure(arena_printf(arena, "copies-%s", fabrics[k]), cycles,
                     "cycles", '<', quick ? 1.4 : 0.691, quick ? 1.4 : 0.345);
        bench_figure(arena_printf(arena, "copies-seconds-%s", fabrics[k]),
                     seconds, "s", '<', 20, 20);
        arena_free(arena);
    }
}

int main(int argc, char **argv)
{
    struct bench_options options = bench_parse(argc, argv, about);
    int generations = options.quick ? 2 : 100;
    double speed = bench_mandelbrot(options.quick);
    double plain = plain_speed();

    bench_moves();
#ifdef RACER_PIXELS
    bench_from_c(NULL, options.quick ? 64 : 500, options.quick);
    bench_from_c("thesis", options.quick ? 64 : 500, options.quick);
    bench_from_c("mesh", options.quick ? 64 : 500, options.quick);
#endif
    bench_rings();
    bench_ways();
    bench_unbalanced();
    bench_stuck();
    bench_window();
    bench_verdicts();
    bench_areas();
    bench_life_nodes();
    bench_figure("life-64", bench_life(64, generations), "cycles", '<', 2.01,
                 2.01);
    bench_figure("life-256", bench_life(256, generations), "cycles", '<', 2.01,
                 2.01);
    printf("plain model, register by register: %.3f million cycles a second,"
           " the simulator %.0f times as many\n",
           plain, speed / plain);
    bench_places(options.quick);
    bench_figure("speed", speed, "Mcycles/s", '>', 1, 5);
    return failed;
}
