/*
 * Schedule trees as nested nodes with isl's texts, for a reader to unfold.
 */
#include "polyhedral/picture/local.h"

#include <isl/id.h>

static const char *const kinds[] = {
    [isl_schedule_node_band] = "band",
    [isl_schedule_node_context] = "context",
    [isl_schedule_node_domain] = "domain",
    [isl_schedule_node_expansion] = "expansion",
    [isl_schedule_node_extension] = "extension",
    [isl_schedule_node_filter] = "filter",
    [isl_schedule_node_leaf] = "leaf",
    [isl_schedule_node_guard] = "guard",
    [isl_schedule_node_mark] = "mark",
    [isl_schedule_node_sequence] = "sequence",
    [isl_schedule_node_set] = "set",
};

static const char *band_flags(struct sketch *s, isl_schedule_node *band)
{
    struct buf text = {0};
    if (isl_schedule_node_band_get_permutable(band) == isl_bool_true)
        buf_puts(&text, "permutable, ");
    buf_puts(&text, "coincident");
    for (int k = 0; k < isl_schedule_node_band_n_member(band); k++)
        buf_puts(&text, isl_schedule_node_band_member_get_coincident(band, k) ==
                                isl_bool_true
                            ? " 1"
                            : " 0");
    const char *copy = arena_strdup(s->arena, text.text);
    buf_free(&text);
    return copy;
}

/* The text of a set of isl's (taken). */
static const char *set_text(struct sketch *s, isl_union_set *set)
{
    const char *text = sketch_keep_text(s, isl_union_set_to_str(set));
    isl_union_set_free(set);
    return text;
}

static const char *node_text(struct sketch *s, isl_schedule_node *node)
{
    const char *text = "";
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
        isl_multi_union_pw_aff *partial =
            isl_schedule_node_band_get_partial_schedule(node);
        text = sketch_keep_text(s, isl_multi_union_pw_aff_to_str(partial));
        isl_multi_union_pw_aff_free(partial);
    } else if (isl_schedule_node_get_type(node) == isl_schedule_node_domain) {
        text = set_text(s, isl_schedule_node_domain_get_domain(node));
    } else if (isl_schedule_node_get_type(node) == isl_schedule_node_filter) {
        text = set_text(s, isl_schedule_node_filter_get_filter(node));
    } else if (isl_schedule_node_get_type(node) == isl_schedule_node_mark) {
        isl_id *id = isl_schedule_node_mark_get_id(node);
        text = arena_strdup(s->arena, isl_id_get_name(id));
        isl_id_free(id);
    } else if (isl_schedule_node_get_type(node) ==
               isl_schedule_node_extension) {
        isl_union_map *map = isl_schedule_node_extension_get_extension(node);
        text = sketch_keep_text(s, isl_union_map_to_str(map));
        isl_union_map_free(map);
    }
    return text;
}

/* Copies the node (taken) and what is below it; leaves are left out. */
static void copy_node(struct sketch *s, isl_schedule_node *node,
                      struct picture_node *copy)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    int count = (int)isl_schedule_node_n_children(node);
    copy->kind = type >= 0 ? kinds[type] : "";
    copy->text = node_text(s, node);
    copy->flags = type == isl_schedule_node_band ? band_flags(s, node) : "";
    copy->child = arena_alloc(s->arena, sizeof *copy->child *
                                            (size_t)(count > 0 ? count : 1));
    for (int k = 0; k < count; k++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, k);
        if (isl_schedule_node_get_type(child) == isl_schedule_node_leaf)
            isl_schedule_node_free(child);
        else
            copy_node(s, child, &copy->child[copy->child_count++]);
    }
    isl_schedule_node_free(node);
}

void sketch_tree(struct sketch *s, const char *title, isl_schedule *schedule)
{
    if (!schedule)
        return;
    struct picture_tree tree = {.title = title};
    copy_node(s, isl_schedule_get_root(schedule), &tree.root);
    ARENA_PUSH(s->arena, s->picture->tree, s->picture->tree_count,
               s->picture->tree_cap, tree);
}
