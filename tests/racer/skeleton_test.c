/*
 * Skeletons as text against a search through all states of the net: each small
 * random graph's BTOR2 is read again, by rules of its own, and reaches its bad
 * state iff the net can get stuck. And, where it is here, what z3 says of the
 * SMT-LIB.
 */
#include "tests/racer/rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_LINES = 8192, MOST_STATES = 30000, WIDEST = 96, MOST_INPUTS = 8 };

static const char *const operations[] = {
    "",    "constd", "one",   "not",   "and",  "or",   "ite", "slt",
    "add", "sub",    "state", "input", "next", "init", "bad", "sort"};
enum operation {
    NOTHING,
    CONSTANT,
    ONE,
    NOT,
    AND,
    OR,
    IF,
    LESS,
    ADD,
    SUBTRACT,
    STATE,
    INPUT,
    NEXT,
    INIT,
    BAD,
    SORT
};

struct line {
    enum operation op;
    int arg[4], args;
};

struct btor {
    struct line line[MOST_LINES];
    int value[MOST_LINES];
    int used[MOST_LINES], used_count, bad;
    int state[WIDEST], next[WIDEST], first[WIDEST], states;
    int input[MOST_INPUTS], inputs;
    signed char (*seen)[WIDEST];
    int *table;
    long count;
};

static void take_line(struct btor *b, const char *text)
{
    int id, n, at = 0;
    struct line line = {.args = 0};
    char word[8];

    if (*text == ';' || !*text)
        return;
    assert_int_equal(sscanf(text, "%d %7s%n", &id, word, &at), 2);
    while (strcmp(operations[line.op], word) != 0) {
        line.op++;
        assert_true(line.op <= SORT);
    }
    assert_in_range(id, 1, MOST_LINES - 1);
    for (text += at; line.args < 4 && sscanf(text, "%d%n", &n, &at) == 1;
         text += at)
        line.arg[line.args++] = n;
    b->line[id] = line;
    b->used[b->used_count++] = id;
    if (line.op == STATE) {
        assert_true(b->states < WIDEST);
        b->state[b->states++] = id;
    } else if (line.op == INPUT) {
        assert_true(b->inputs < MOST_INPUTS);
        b->input[b->inputs++] = id;
    } else if (line.op == BAD) {
        b->bad = line.arg[0];
    }
    for (int k = 0; k < b->states; k++) {
        if (line.op == NEXT && b->state[k] == line.arg[1])
            b->next[k] = line.arg[2];
        if (line.op == INIT && b->state[k] == line.arg[1])
            b->first[k] = b->line[line.arg[2]].arg[1];
    }
}

/* One line from those before it; states and inputs keep what they have. */
static void evaluate(struct btor *b, int id)
{
    const struct line *l = &b->line[id];
    const int *v = b->value, *a = l->arg;
    int *to = &b->value[id];

    switch (l->op) {
    case CONSTANT:
        *to = a[1];
        break;
    case ONE:
        *to = 1;
        break;
    case NOT:
        *to = !v[a[1]];
        break;
    case AND:
        *to = v[a[1]] && v[a[2]];
        break;
    case OR:
        *to = v[a[1]] || v[a[2]];
        break;
    case IF:
        *to = v[a[1]] ? v[a[2]] : v[a[3]];
        break;
    case LESS:
        *to = v[a[1]] < v[a[2]];
        break;
    case ADD:
        *to = v[a[1]] + v[a[2]];
        break;
    case SUBTRACT:
        *to = v[a[1]] - v[a[2]];
        break;
    default:
        break;
    }
}

static void visit(struct btor *b, const signed char *state)
{
    uint64_t hash = 5381;
    long at;

    for (int k = 0; k < b->states; k++)
        hash = hash * 33 + (unsigned char)state[k];
    for (at = (long)(hash % (2 * MOST_STATES)); b->table[at];
         at = (at + 1) % (2 * MOST_STATES))
        if (memcmp(b->seen[b->table[at] - 1], state, (size_t)b->states) == 0)
            return;
    memcpy(b->seen[b->count++], state, (size_t)b->states);
    b->table[at] = (int)b->count;
}

/* What follows a state, for all inputs; true if it is bad. */
static bool follow(struct btor *b, long from)
{
    for (int in = 0; in < 1 << b->inputs; in++) {
        signed char next[WIDEST];

        for (int k = 0; k < b->states; k++)
            b->value[b->state[k]] = b->seen[from][k];
        for (int k = 0; k < b->inputs; k++)
            b->value[b->input[k]] = in >> k & 1;
        for (int k = 0; k < b->used_count; k++)
            evaluate(b, b->used[k]);
        if (b->value[b->bad])
            return true;
        for (int k = 0; k < b->states; k++)
            next[k] = (signed char)b->value[b->next[k]];
        if (b->count < MOST_STATES)
            visit(b, next);
    }
    return false;
}

/* 1: a bad state is reached, 0: none is, -1: there are too many states. */
static int reaches_bad(const char *text)
{
    struct btor *b = calloc(1, sizeof *b);
    signed char first[WIDEST];
    int bad = 0;

    b->seen = malloc(MOST_STATES * sizeof *b->seen);
    b->table = calloc(2 * MOST_STATES, sizeof *b->table);
    for (; text && *text; text = strchr(text, '\n') + 1)
        take_line(b, text);
    for (int k = 0; k < b->states; k++)
        first[k] = (signed char)b->first[k];
    visit(b, first);
    for (long k = 0; k < b->count && !bad; k++)
        bad = follow(b, k);
    if (!bad && b->count == MOST_STATES)
        bad = -1;
    free(b->seen);
    free(b->table);
    free(b);
    return bad;
}

struct verdicts {
    int graphs, stuck, asked;
};

/* z3 on a file; 1: it gets stuck, 0: it does not, -1: z3 does not know. */
static int ask_z3(struct buf *text)
{
    char path[] = "/tmp/skeletonXXXXXX", answer[16] = "";
    int file = mkstemp(path);
    struct buf command = {0};
    FILE *said;

    assert_true(file >= 0);
    assert_true(base_write_file(path, text->text, text->length));
    buf_printf(&command, "z3 -T:2 %s", path);
    said = popen(command.text, "r");
    assert_non_null(said);
    if (!fgets(answer, sizeof answer, said))
        *answer = '\0';
    pclose(said);
    remove(path);
    buf_free(&command);
    return strcmp(answer, "unsat\n") == 0 ? 1
           : strcmp(answer, "sat\n") == 0 ? 0
                                          : -1;
}

static void compare(uint64_t seed, enum gen_kind kind, int every,
                    struct verdicts *v)
{
    struct rig rig = rig_new();
    struct buf text = {0}, btor = {0}, smt = {0};
    struct net *net;
    long states = -1;
    bool stuck;
    int conditions = 0;

    gen_graph(&text, seed, kind);
    assert_true(rig_parse(&rig, text.text));
    net = net_new(rig.arena, rig.graph, &rig.arch, &rig.faults);
    for (int t = 0; net && t < net->transfer_count; t++)
        conditions += net->transfer[t].condition >= 0 ||
                      net->transfer[t].kind == NET_SOURCE ||
                      net->transfer[t].kind == NET_SINK;
    if (net && net->register_count <= 14 && conditions <= 4) {
        stuck = explore_stuck(rig.arena, net, &states);
        racer_put_btor(&btor, rig.arena, net);
        if (states >= 0 && reaches_bad(btor.text) != stuck)
            fail_msg("%s: its skeleton %s bad\n%s", text.text,
                     stuck ? "is never" : "gets", btor.text);
        v->graphs += states >= 0;
        v->stuck += states >= 0 && stuck;
        racer_put_smt(&smt, rig.arena, net);
        if (states >= 0 && every && seed % (uint64_t)every == 0) {
            int says = ask_z3(&smt);

            if (says >= 0 && says != stuck)
                fail_msg("z3 says %d of %s", says, text.text);
            v->asked += says >= 0;
        }
    }
    buf_free(&text);
    buf_free(&btor);
    buf_free(&smt);
    rig_free(&rig);
}

static void test_btor(void **unused)
{
    struct verdicts v = {0};

    (void)unused;
    for (uint64_t seed = 1; seed <= 120; seed++)
        compare(seed, GEN_SMALL, 0, &v);
    for (uint64_t seed = 1; seed <= 60; seed++)
        compare(seed, GEN_NESTS, 0, &v);
    print_message("%d graphs, %d get stuck\n", v.graphs, v.stuck);
    assert_true(v.graphs > 40 && v.stuck > 2);
}

static void test_z3(void **unused)
{
    struct verdicts v = {0};

    (void)unused;
    if (system("z3 --version > /dev/null 2>&1") != 0) {
        print_message("z3 is not here: skipped.\n");
        skip();
    }
    for (uint64_t seed = 1; seed <= 100; seed++)
        compare(seed, GEN_SMALL, 18, &v);
    print_message("z3 knows of %d graphs\n", v.asked);
    assert_true(v.asked > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_btor),
                                       cmocka_unit_test(test_z3)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
