/*
 * Which arrays of a shared loop lie apart from all others (apart.h).
 */
#include "compiler/output/apart.h"

#include <string.h>

int apart_array(const struct scop *s, const struct loop_capture *c)
{
    for (int k = 0; k < s->array_count; k++)
        if (s->array[k].rank && s->array[k].base &&
            !strcmp(s->array[k].base, c->name))
            return k;
    return -1;
}

static bool is_element(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_ACCESS && e->count;
}

/* Of an array: is it an element of 8 or 16 bits of which data say where it is?
 */
static bool is_look_up(const struct scop_expr *e, const void *user)
{
    const int *array = user;
    bool found = false;
    for (int k = 0; is_element(e, NULL) && e->ref == *array && k < e->count;
         k++)
        found |= scop_expr_count(e->arg[k], is_element, NULL) > 0;
    return found && scop_type_size(e->type) < scop_type_size(SCOP_I32);
}

bool apart_is_table(const struct scop *s, const struct loop_text *text,
                    int array)
{
    for (int k = 0; k < s->loop_count; k++)
        if (s->loop[k].text_of == text &&
            scop_node_count(s, s->loop[k].node, is_look_up, &array))
            return true;
    return false;
}

/* Does it look elements up in a variable of the file, which is no capture? */
static bool has_table_of_file(const struct scop *s,
                              const struct loop_text *text)
{
    for (int k = 0; k < s->array_count; k++) {
        bool captured = false;
        for (int c = 0; c < text->capture_count; c++)
            captured |= apart_array(s, &text->capture[c]) == k;
        if (!captured && apart_is_table(s, text, k))
            return true;
    }
    return false;
}

bool apart_are_all(const struct scop *s, const struct loop_text *text)
{
    if (has_table_of_file(s, text))
        return false;
    for (int k = 0; k < text->capture_count; k++) {
        if (!text->capture[k].array || text->capture[k].work)
            continue;
        int array = apart_array(s, &text->capture[k]);
        if (array < 0 || apart_is_table(s, text, array))
            return false;
        for (int other = 0; other < s->array_count; other++) {
            const char *base = s->array[other].base;
            if (s->array[other].view_of == s->array[array].view_of && base &&
                strcmp(base, s->array[array].base) != 0)
                return false;
        }
    }
    return true;
}
