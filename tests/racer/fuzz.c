/*
 * racer-fuzz [COUNT [FIRST]]: damaged graphs, architectures and memories. What
 * is refused is refused with a fault; what is taken is proved, balanced and
 * run for a while. Under sanitizers this finds what else goes wrong. Text
 * number N is the same on every machine.
 */
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
                                 "memory T 64 of i32\nramp 0 0 1 7\n";

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
    racersim_print_json(&out, rig->sim, &result);
    racersim_print_state(&out, rig->sim);
    if (result.end == RACERSIM_STUCK) {
        struct racersim_wait wait = racersim_stuck(rig->sim);

        racersim_print_wait(&out, rig->sim, &result, &wait);
        racersim_wait_svg(&out, rig->sim, &wait);
    }
    buf_free(&out);
}

/* True if the text was taken. */
static bool one(uint64_t number)
{
    static const char *const files[] = {"mandelbrot.graph", "life.graph",
                                        "nest.graph"};
    struct rig rig = rig_new();
    struct buf text = {0};
    bool taken;

    state = number * 7919 + 3;
    if (number % 5 == 0) {
        racer_arch_print(&text, &rig.arch);
        taken = racer_arch_parse(rig.arena, "fuzz", damaged(&rig, text.text),
                                 &rig.arch, &rig.faults);
    } else if (number % 5 == 1) {
        taken = racer_data_parse(&rig.data, "fuzz", damaged(&rig, graph_data),
                                 &rig.faults);
    } else {
        if (number % 5 == 2)
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
