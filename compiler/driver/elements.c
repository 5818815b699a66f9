/*
 * What a data-stream array asks of the mapping.
 */
#include "compiler/driver/options.h"

/* One point of a nest an element: blocks of one thread, no tiles, sums in C's
 * order. The GPU's mapping is made so. */
void options_ask_elements(struct options *o)
{
    static const enum pass without[] = {
        PASS_WHOLE_BODY,   PASS_REDUCTION,  PASS_LEVEL_SCHEDULE,
        PASS_SINGLE_BLOCK, PASS_UNROLL_JAM, PASS_UNGUARDED,
        PASS_SHARED_TILE,  PASS_PANEL,      PASS_OVERLAPPED,
        PASS_ACTIVE_POINTS};
    static const enum choice_name single[] = {CHOICE_BLOCK_1X, CHOICE_BLOCK_2X,
                                              CHOICE_BLOCK_2Y, CHOICE_BLOCK_3X,
                                              CHOICE_BLOCK_3Y, CHOICE_BLOCK_3Z};

    for (size_t k = 0; k < sizeof without / sizeof *without; k++)
        o->passes.without[without[k]] = true;
    for (size_t k = 0; k < sizeof single / sizeof *single; k++)
        o->choice[single[k]] = 1;
}
