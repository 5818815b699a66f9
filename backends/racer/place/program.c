/*
 * The words that configure the array. Each port sends some before its data: to
 * PEs and REs along the links that the graph uses, each by the port that is
 * nearest, and one that says `activate` behind them. An element strips off its
 * own words, and words follow each other every two cycles, as all elements do,
 * or less often where a link is narrower than 128 bits. Behind the data goes
 * the word that resets what it passes.
 */
#include "backends/racer/place/local.h"

enum { FAR = 1 << 28, SLOT = 2 /* cycles */, WORD = 4 /* of a link's words */ };

struct way {
    int port, length; /* registers at least from that port; -1: from none */
};

/* Goes on along all links from the cells that have been reached, until none is
 * nearer to a port than it was. */
static void spread_ports(const struct fabric *f, const int *words,
                         struct way *way)
{
    bool nearer = true;

    while (nearer) {
        nearer = false;
        for (int k = 0; k < f->link_count; k++) {
            int from = f->link[k].from, to = f->link[k].to, length;

            if (!words[k] || way[from].port < 0)
                continue;
            length = way[from].length + fabric_enter(f, k).least;
            if (f->cell[from].kind == CELL_PE)
                length += fabric_pass(f, from).least;
            if (way[to].length <= length)
                continue;
            way[to] = (struct way){way[from].port, length};
            nearer = true;
        }
    }
}

static int words_of(const struct fabric *f, int cell)
{
    return f->cell[cell].kind == CELL_PORT ? 0
           : f->cell[cell].kind == CELL_PE
               ? f->arch->factor[RACER_FACTOR_pe_program]
               : f->arch->factor[RACER_FACTOR_re_program];
}

struct place_program program_of(struct arena *arena, const struct fabric *f,
                                const bool *source, const bool *used,
                                const int *words)
{
    struct place_program program = {0};
    int link = f->arch->factor[RACER_FACTOR_words];
    int slots = SLOT * ((WORD + link - 1) / link); /* cycles a word */
    size_t cells = (size_t)f->cell_count;
    struct way *way = arena_alloc(arena, cells * sizeof *way);
    int *sent = arena_alloc(arena, cells * sizeof *sent);
    int *deepest = arena_alloc(arena, cells * sizeof *deepest);

    for (int k = 0; k < f->cell_count; k++)
        way[k] = source[k] ? (struct way){k, 0} : (struct way){-1, FAR};
    spread_ports(f, words, way);
    for (int k = 0; k < f->cell_count; k++) {
        int port = way[k].port;

        if (!used[k] || port < 0) {
            program.unreached += used[k];
            continue;
        }
        sent[port] += words_of(f, k);
        if (way[k].length > deepest[port])
            deepest[port] = way[k].length;
    }
    for (int k = 0; k < f->cell_count; k++) {
        int64_t configure;

        if (!source[k])
            continue;
        sent[k]++;
        configure = (int64_t)slots * sent[k] + deepest[k];
        program.words += sent[k];
        if (configure > program.configure)
            program.configure = configure;
        if (slots + deepest[k] > program.reset)
            program.reset = slots + deepest[k];
    }
    return program;
}
