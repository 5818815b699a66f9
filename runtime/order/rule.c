/*
 * Curves as rules of an L-system (sec. 2.2), walked once by a turtle. F goes
 * one step along the heading, + and - yaw about the third axis of the frame, ^
 * and v pitch about the second, < and > roll about the first; each symbol
 * post-multiplies the frame by a matrix of eq. 4 or its transpose. A letter
 * that has a rule stands for a curve of half the size.
 *
 * A further curve is one row here.
 */
#include "runtime/order/local.h"

#include <string.h>

struct rule {
    int kind;
    int frame[3][3]; /* columns: heading, left, up */
    int mirror[3];   /* -1: the axis is reflected */
    const char *start;
    const char *rule[2]; /* letter and what replaces it */
};

/* The frame that the paper prints (heading x, left -z, up y) walks to y <= 0:
 * hence the reflection. In two dimensions the turtle looks down on i and j,
 * from the upper left corner to the right, along j, and + turns it to i. */
static const struct rule rules[] = {
    {HEDRA_ORDER_HILBERT,
     {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
     {1, -1, 1},
     "X",
     {"X^<XF^<XFX-F^>>XFXvF+>>XFX-F>X->", NULL}},
    {HEDRA_ORDER_HILBERT_2D,
     {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
     {1, 1, 1},
     "X",
     {"X+YF-XFX-FY+", "Y-XF+YFY+FX-"}}};

/* Eq. 4: yaw, pitch, roll. */
static const struct {
    char plus, minus;
    int matrix[3][3];
} turns[] = {{'+', '-', {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}},
             {'^', 'v', {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}},
             {'<', '>', {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}}};

static const struct rule *find(int kind)
{
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if (rules[k].kind == kind)
            return &rules[k];
    return NULL;
}

static void turn(int frame[3][3], const int by[3][3], bool transposed)
{
    int result[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            result[r][c] = 0;
            for (int k = 0; k < 3; k++)
                result[r][c] +=
                    frame[r][k] * (transposed ? by[c][k] : by[k][c]);
        }
    memcpy(frame, result, sizeof result);
}

struct turtle rule_start(int kind)
{
    const struct rule *rule = find(kind);
    struct turtle start = {.letter = rule->start[0]};
    memcpy(start.frame, rule->frame, sizeof start.frame);
    return start;
}

static const char *replacement(const struct rule *rule, char letter)
{
    for (int k = 0; k < 2; k++)
        if (rule->rule[k] && rule->rule[k][0] == letter)
            return rule->rule[k] + 1;
    return NULL;
}

/* Applies a symbol that turns; false if it is none. */
static bool take_turn(struct turtle *t, char symbol)
{
    for (size_t k = 0; k < sizeof turns / sizeof *turns; k++)
        if (symbol == turns[k].plus || symbol == turns[k].minus) {
            turn(t->frame, turns[k].matrix, symbol == turns[k].minus);
            return true;
        }
    return false;
}

bool rule_step(int kind, const struct turtle *from, struct rule_walk *out)
{
    const struct rule *rule = find(kind);
    const char *symbols = replacement(rule, from->letter);
    struct turtle now = *from;
    int place[3] = {0, 0, 0};
    out->count = 0;
    for (; *symbols; symbols++) {
        if (*symbols == 'F') {
            for (int a = 0; a < 3; a++)
                place[a] += rule->mirror[a] * now.frame[a][0];
        } else if (!take_turn(&now, *symbols)) {
            if (!replacement(rule, *symbols) || out->count == 8)
                return false;
            out->at[out->count] = now;
            out->at[out->count].letter = *symbols;
            memcpy(out->place[out->count++], place, sizeof place);
        }
    }
    out->turned = memcmp(now.frame, from->frame, sizeof now.frame) != 0;
    return true;
}
