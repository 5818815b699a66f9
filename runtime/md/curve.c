/*
 * Parts of a box that own consecutive stretches of the order of all of its
 * cells (hedra_md_part.h). Cells that are near each other in the box are mostly
 * so along the Hilbert curve, so that a stretch is compact, and its ends can be
 * put anywhere: boxes that are not full everywhere are shared out evenly where
 * borders that go through the whole box cannot do that (M. S. Warren, J. K.
 * Salmon, Proc. Supercomputing '93, 12 (1993)).
 *
 * Every part knows whose each cell is. So particles go to their parts at once,
 * and copies to all parts that have a cell near theirs; a part's own copies,
 * which lie beyond the box, stay here. Cells are those of the brick around the
 * stretch, and those around it; some of them are others' own, and ghosts lie in
 * them as in those beyond.
 *
 * Half lists: of two parts one gets copies of the other's particles, and so has
 * all pairs of both, the lower or the upper one by turns; of its own copies a
 * part has those in the 13 positive directions, as in ghost.c.
 */
#include "runtime/md/part.h"

#include <stdlib.h>
#include <string.h>

/* Stretches -------------------------------------------------------------------
 */

static int parts_of(const struct hedra_md *md)
{
    return md->part->brick.parts[0];
}

static int here(const struct hedra_md *md)
{
    return md->part->brick.place[0];
}

/* The places of the cells in the order, without its gaps. */
static enum hedra_status find_places(const struct md_curve *c,
                                     const struct hedra_order *order,
                                     struct hedra_error *why)
{
    const int64_t span = (int64_t)hedra_order_span(order);
    uint32_t *cell = md_memory(span, sizeof *cell), place = 0;
    const enum hedra_status status =
        cell ? hedra_order_rank_table(order, NULL, cell, why)
             : error_no_memory(why);
    for (int64_t n = 0; !status && n < span; n++)
        if (cell[n] != UINT32_MAX) {
            c->place[cell[n]] = place;
            c->cell[place++] = cell[n];
        }
    free(cell);
    return status;
}

static bool has_memory(struct md_curve *c, int parts)
{
    bool has = true;
    uint32_t **const of_cells[] = {&c->place, &c->owner, &c->cell};
    int64_t **const of_parts[] = {&c->gets, &c->bytes, &c->received, &c->seen};
    for (int k = 0; k < 3; k++)
        has = md_renew(of_cells[k], c->length, sizeof **of_cells) && has;
    for (int k = 0; k < 4; k++)
        has = (*of_parts[k] = calloc((size_t)parts, sizeof(int64_t))) && has;
    for (int s = 0; s < MD_SHIFTS; s++)
        has = (c->near[s].part = calloc((size_t)parts, sizeof(int))) && has;
    c->sent = calloc((size_t)parts, sizeof *c->sent);
    c->cut = calloc((size_t)parts + 1, sizeof *c->cut);
    return has && c->sent && c->cut;
}

enum hedra_status md_curve_make(struct hedra_md *md,
                                const struct hedra_order_options *wanted,
                                struct hedra_error *why)
{
    const int64_t *box = md->grid.box;
    const int parts = parts_of(md);
    struct hedra_order *order;
    enum hedra_status status = md_grid_order(wanted, box, &order, why);
    if (status)
        return status;
    struct md_curve *c = calloc(1, sizeof *c);
    md->part->curve = c;
    if (c)
        c->length = box[0] * box[1] * box[2];
    status = c && has_memory(c, parts) ? find_places(c, order, why)
                                       : error_no_memory(why);
    hedra_order_destroy(order);
    if (status)
        return status;
    for (int p = 0; p <= parts; p++)
        c->cut[p] = c->length / parts * p + c->length % parts * p / parts;
    md_curve_cut(md);
    return HEDRA_OK;
}

void md_curve_free(struct md_curve *c, int parts)
{
    if (!c)
        return;
    for (int p = 0; c->sent && p < parts; p++)
        free(c->sent[p].of);
    for (int s = 0; s < MD_SHIFTS; s++)
        free(c->near[s].part);
    void *const rest[] = {c->place,        c->owner,        c->cell,
                          c->cut,          c->sent,         c->gets,
                          c->bytes,        c->received,     c->seen,
                          c->travel[0].at, c->travel[1].at, c};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        free(rest[k]);
}

void md_curve_cut(struct hedra_md *md)
{
    struct md_curve *c = md->part->curve;
    struct hedra_md_brick *b = &md->part->brick;
    int64_t last[3] = {0, 0, 0};
    for (int a = 0; a < 3; a++)
        b->first[a] = md->grid.box[a];
    for (int p = 0; p < parts_of(md); p++)
        for (int64_t n = c->cut[p]; n < c->cut[p + 1]; n++) {
            int64_t at[3];
            c->owner[c->cell[n]] = (uint32_t)p;
            md_grid_axes(&md->grid, c->cell[n], at);
            for (int a = 0; a < 3 && p == here(md); a++) {
                b->first[a] = at[a] < b->first[a] ? at[a] : b->first[a];
                last[a] = at[a] > last[a] ? at[a] : last[a];
            }
        }
    for (int a = 0; a < 3; a++)
        b->cells[a] = last[a] - b->first[a] + 1;
}

/* The row-major number of a position's cell in the box. */
static int64_t cell_of(const struct hedra_md *md, const double x[3])
{
    int64_t cell = 0;
    for (int a = 0; a < 3; a++)
        cell = cell * md->grid.box[a] + md_grid_axis(md, x[a], a, false);
    return cell;
}

int64_t md_curve_place(const struct hedra_md *md, const double x[3])
{
    return md->part->curve->place[cell_of(md, x)];
}

int md_curve_owner(const struct hedra_md *md, const double x[3])
{
    return (int)md->part->curve->owner[cell_of(md, x)];
}

/* Messages --------------------------------------------------------------------
 */

/* What all parts send; what lacks memory sends nothing. */
static bool exchange(struct hedra_md *md, const void *out, bool has,
                     const void **in)
{
    struct md_curve *c = md->part->curve;
    const struct hedra_md_links *l = &md->part->links;
    if (!has)
        memset(c->bytes, 0, (size_t)parts_of(md) * sizeof *c->bytes);
    return l->exchange_all(l->context, out, c->bytes, in, c->received, false) &&
           has;
}

/* Returns how many bytes are sent, and puts in `at`, unless it is NULL, where
 * those begin that go to each part. */
static int64_t find_starts(const struct hedra_md *md, int64_t *at)
{
    const int64_t *bytes = md->part->curve->bytes;
    int64_t sum = 0;
    for (int p = 0; p < parts_of(md); p++) {
        if (at)
            at[p] = sum;
        sum += bytes[p];
    }
    return sum;
}

bool md_curve_migrate(struct hedra_md *md, int64_t first)
{
    struct md_curve *c = md->part->curve;
    struct md_bytes *out = &md->part->out[0];
    const int64_t each = (int64_t)sizeof(struct md_traveller);
    const int parts = parts_of(md);
    const void *in;
    int64_t arrive = 0, *at = c->gets; /* whose numbers ghosts have anew */
    memset(c->bytes, 0, (size_t)parts * sizeof *c->bytes);
    for (int64_t i = first; i < md->count; i++)
        c->bytes[md_curve_owner(md, md->x[i])] += each;
    bool has = md_part_room(out, find_starts(md, at));
    for (int64_t i = first; has && i < md->count; i++) {
        const int owner = md_curve_owner(md, md->x[i]);
        md_part_pack(md, i, out->at + at[owner]);
        at[owner] += each;
    }
    has = exchange(md, out->at, has, &in);
    for (int p = 0; p < parts; p++)
        arrive += c->received[p] / each;
    if (!has)
        return false;
    md_part_set_count(md, first);
    if (!md_part_grow(md, first + arrive))
        return false;
    for (int64_t n = 0; n < arrive; n++)
        md_part_settle(md, first + n, (const char *)in + n * each);
    md_part_set_count(md, first + arrive);
    return true;
}

/* Ghosts ----------------------------------------------------------------------
 */

/* Finds the parts that own cells whose particles look at the cell `at`. */
static void find_near(const struct hedra_md *md, const int64_t at[3],
                      struct md_near *near)
{
    struct md_curve *c = md->part->curve;
    const int64_t *box = md->grid.box, reach = md->grid.reach;
    int64_t low[3], high[3];
    uint32_t last = UINT32_MAX;
    for (int a = 0; a < 3; a++) {
        low[a] = at[a] - reach > 0 ? at[a] - reach : 0;
        high[a] = at[a] + reach < box[a] ? at[a] + reach + 1 : box[a];
        near->at[a] = at[a];
    }
    near->count = 0;
    c->searches++;
    for (int64_t i = low[0]; i < high[0]; i++)
        for (int64_t j = low[1]; j < high[1]; j++)
            for (int64_t k = low[2]; k < high[2]; k++) {
                const uint32_t owner = c->owner[(i * box[1] + j) * box[2] + k];
                if (owner != last && c->seen[owner] != c->searches) {
                    c->seen[owner] = c->searches;
                    near->part[near->count++] = (int)owner;
                }
                last = owner;
            }
}

/* A particle's copies with a shift. */
static const struct md_near *near_of(const struct hedra_md *md, int64_t i,
                                     int shift)
{
    struct md_near *near = &md->part->curve->near[shift];
    int64_t at[3];
    bool is_known = near->count >= 0;
    for (int a = 0; a < 3; a++) {
        at[a] = md_grid_axis(md, md->x[i][a] + md->ghosts.by[shift][a], a,
                             shift != MD_HERE);
        is_known = is_known && at[a] == near->at[a];
    }
    if (!is_known)
        find_near(md, at, near);
    return near;
}

/* Does a part get copies of this one's particles with a shift? */
static bool takes(const struct hedra_md *md, int part, int shift)
{
    const int own = here(md);
    if (md->o.list == HEDRA_MD_FULL)
        return part != own || shift != MD_HERE;
    if (part == own)
        return shift > MD_HERE;
    return (part + own) % 2 ? part < own : part > own;
}

static bool append(struct md_sent *s, int64_t i, int shift)
{
    if (s->count == s->capacity) {
        const int64_t capacity = 2 * s->capacity + 256;
        uint32_t(*of)[2] = md_memory(capacity, sizeof *of);
        if (!of)
            return false;
        if (s->count > 0)
            memcpy(of, s->of, (size_t)s->count * sizeof *of);
        free(s->of);
        s->of = of;
        s->capacity = capacity;
    }
    s->of[s->count][0] = (uint32_t)i;
    s->of[s->count++][1] = (uint32_t)shift;
    return true;
}

/* What each part gets. Particles lie in the order of cells, so that what was
 * found for one is mostly right for the next. */
static bool find_copies(struct hedra_md *md)
{
    struct md_curve *c = md->part->curve;
    uint32_t mask[64];
    bool has = true;
    md_ghosts_tabulate(false, mask);
    for (int s = 0; s < MD_SHIFTS; s++)
        c->near[s].count = -1;
    for (int p = 0; p < parts_of(md); p++)
        c->sent[p].count = 0;
    for (int64_t i = 0; i < md->count; i++) {
        if (md_grid_sees_no_ghost(&md->grid, md->cell[i]))
            continue;
        uint32_t left = mask[md_ghosts_faces(md, md->x[i])];
        for (left |= UINT32_C(1) << MD_HERE; left; left &= left - 1) {
            const int shift = __builtin_ctz(left);
            const struct md_near *near = near_of(md, i, shift);
            for (int n = 0; has && n < near->count; n++)
                if (takes(md, near->part[n], shift))
                    has = append(&c->sent[near->part[n]], i, shift);
        }
    }
    return has;
}

static void make_copy(const struct hedra_md *md, const uint32_t of[2],
                      struct md_copy *to)
{
    *to =
        (struct md_copy){.row = md->row[of[0]], .is_shifted = of[1] != MD_HERE};
    memcpy(to->x, md->x[of[0]], sizeof to->x);
    for (int a = 0; a < 3; a++)
        to->x[a] += md->ghosts.by[of[1]][a];
}

static void add_ghost(struct hedra_md *md, const struct md_copy *c)
{
    const int64_t n = md->count + md->ghosts.count++;
    memcpy(md->x[n], c->x, sizeof c->x);
    md->row[n] = c->row;
    md->cell[n] = md_grid_cell(md, md->x[n], c->is_shifted);
}

/* Copies for others; how many bytes go to each. */
static bool pack_copies(struct hedra_md *md)
{
    struct md_curve *c = md->part->curve;
    struct md_bytes *out = &md->part->out[0];
    int64_t at = 0;
    for (int p = 0; p < parts_of(md); p++)
        c->bytes[p] = p == here(md)
                          ? 0
                          : c->sent[p].count * (int64_t)sizeof(struct md_copy);
    if (!md_part_room(out, find_starts(md, NULL)))
        return false;
    for (int p = 0; p < parts_of(md); p++)
        for (int64_t k = 0; c->bytes[p] > 0 && k < c->sent[p].count; k++) {
            struct md_copy copy;
            make_copy(md, c->sent[p].of[k], &copy);
            memcpy(out->at + at, &copy, sizeof copy);
            at += (int64_t)sizeof copy;
        }
    return true;
}

/* Those of this part, then those that have come. */
static void add_ghosts(struct hedra_md *md, const char *in, int64_t gets)
{
    struct md_copy copy;
    const struct md_sent *own = &md->part->curve->sent[here(md)];
    for (int64_t k = 0; k < own->count; k++) {
        make_copy(md, own->of[k], &copy);
        add_ghost(md, &copy);
    }
    for (int64_t k = 0; k < gets; k++) {
        memcpy(&copy, in + k * (int64_t)sizeof copy, sizeof copy);
        add_ghost(md, &copy);
    }
}

static bool make_ghosts(struct hedra_md *md, int64_t *all)
{
    struct md_curve *c = md->part->curve;
    bool has = find_copies(md);
    has = has && pack_copies(md);
    const void *in;
    int64_t gets = 0;
    const int64_t sends =
        find_starts(md, NULL) / (int64_t)sizeof(struct md_copy);
    has = exchange(md, md->part->out[0].at, has, &in);
    for (int p = 0; p < parts_of(md); p++) {
        c->gets[p] = c->received[p] / (int64_t)sizeof(struct md_copy);
        gets += c->gets[p];
    }
    *all = md->count + c->sent[here(md)].count + gets;
    for (int turn = 0; turn < 2; turn++)
        has = has &&
              md_part_room(&c->travel[turn], sends * (int64_t)sizeof *md->x);
    has = has && *all < MD_MOST && md_memory_ghosts(md, md->count, *all);
    if (has)
        add_ghosts(md, in, gets);
    return has;
}

enum hedra_status md_curve_ghosts(struct hedra_md *md, struct hedra_error *why)
{
    int64_t all = 0;
    enum hedra_status status = HEDRA_OK;
    if (!make_ghosts(md, &all))
        status = all < MD_MOST
                     ? error_no_memory(why)
                     : error_set(why, HEDRA_ERROR_TOO_LARGE,
                                 "particles and ghosts of a part are more "
                                 "than 2^30");
    return md_part_agree(md, status, why);
}

/* As they lie in memory: see part.c. */
typedef double position __attribute__((vector_size(32), may_alias));

static void move_copy(const struct hedra_md *md, const uint32_t of[2], void *to)
{
    const double *by = md->ghosts.by[of[1]];
    *(position *)to =
        *(const position *)md->x[of[0]] + (position){by[0], by[1], by[2], 0};
}

/* Puts the numbers of bytes that go to each part and come from there, for so
 * many of each copy. */
static void find_bytes(struct hedra_md *md, bool back)
{
    struct md_curve *c = md->part->curve;
    for (int p = 0; p < parts_of(md); p++) {
        const int64_t sends = p == here(md) ? 0 : c->sent[p].count;
        const int64_t each = (int64_t)sizeof(position);
        c->bytes[p] = each * (back ? c->gets[p] : sends);
        c->received[p] = each * (back ? sends : c->gets[p]);
    }
}

void md_curve_move(struct hedra_md *md,
                   void (*meanwhile)(struct hedra_md *md, int turn, int turns))
{
    struct md_curve *c = md->part->curve;
    const struct hedra_md_links *l = &md->part->links;
    position *to = (position *)(void *)c->travel[c->turn].at;
    const void *in, *const out = to;
    int64_t n = md->count;
    const struct md_sent *own = &c->sent[here(md)];
    for (int64_t k = 0; k < own->count; k++)
        move_copy(md, own->of[k], md->x[n++]);
    for (int p = 0; p < parts_of(md); p++)
        for (int64_t k = 0; p != here(md) && k < c->sent[p].count; k++)
            move_copy(md, c->sent[p].of[k], to++);
    find_bytes(md, false);
    c->turn = 1 - c->turn;
    if (meanwhile) {
        l->begin_all(l->context, out, c->bytes, md->x[n], c->received);
        meanwhile(md, 0, 1);
        l->end(l->context);
        return;
    }
    l->exchange_all(l->context, out, c->bytes, &in, c->received, true);
    const int64_t gets = md->count + md->ghosts.count - n;
    if (gets > 0)
        memcpy(md->x[n], in, (size_t)gets * sizeof *md->x);
}

void md_curve_return(struct hedra_md *md)
{
    struct md_curve *c = md->part->curve;
    const struct hedra_md_links *l = &md->part->links;
    const struct md_sent *own = &c->sent[here(md)];
    const void *in;
    find_bytes(md, true);
    l->exchange_all(l->context, md->f[md->count + own->count], c->bytes, &in,
                    c->received, true);
    const double(*f)[4] = (const double(*)[4])md->f + md->count;
    for (int64_t k = 0; k < own->count; k++, f++)
        for (int a = 0; a < 3; a++)
            md->f[own->of[k][0]][a] += (*f)[a];
    f = in;
    for (int p = 0; p < parts_of(md); p++)
        for (int64_t k = 0; p != here(md) && k < c->sent[p].count; k++, f++)
            for (int a = 0; a < 3; a++)
                md->f[c->sent[p].of[k][0]][a] += (*f)[a];
}
