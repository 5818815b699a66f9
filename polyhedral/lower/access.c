/*
 * Loads, stores and addresses, by where each array is stored.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/panel.h"

#include "polyhedral/address/address.h"
#include "polyhedral/cost/cost.h"
#include "polyhedral/dependence/dependence.h"
#include "polyhedral/plan/plan.h"
#include "polyhedral/schedule/schedule.h"

#include <assert.h>
#include <string.h>

int lower_array_of(struct lower *l, const struct scop_expr *access)
{
    const struct poly *poly = l->poly;
    if (!l->stmt || poly->scop->array[access->ref].scope == SCOP_POINT)
        return access->ref;
    for (int k = l->stmt->access_begin; k < l->stmt->access_end; k++)
        if (poly->access[k].expr == access)
            return poly->access[k].array;
    /* A body's accesses that are alike are modelled once, and reads of what the
     * point wrote itself not at all; a statement uses one web of an array. */
    for (int k = l->stmt->access_begin; k < l->stmt->access_end; k++)
        if (poly->access[k].expr->ref == access->ref)
            return poly->access[k].array;
    assert(!"an access that the model does not know");
    return -1;
}

/* The number of the access in the model, or of one that is alike; -1: there is
 * none. */
static int same_access(struct lower *l, const struct scop_expr *access,
                       bool write)
{
    const struct poly_access *all = l->poly->access;
    int alike = -1;
    for (int k = l->stmt->access_begin; k < l->stmt->access_end; k++) {
        if (all[k].expr == access && all[k].write == write)
            return k;
        if (all[k].write == write && scop_expr_equal(all[k].expr, access))
            alike = k;
    }
    return alike;
}

/* The number of the access in the model, or of one that stands for it. */
int lower_access_number(struct lower *l, const struct scop_expr *access,
                        bool write)
{
    int number = same_access(l, access, write);
    for (int k = l->stmt->access_end - 1;
         number < 0 && k >= l->stmt->access_begin; k--)
        if (l->poly->access[k].expr->ref == access->ref)
            number = k;
    return number;
}

/* The access' own line; of what was inlined from another file, the
 * statement's. */
static int line_of(struct lower *l, const struct scop_expr *access)
{
    const struct loc *at = &access->loc, *stmt = &l->stmt->stmt->loc;
    bool own =
        at->line && at->file && stmt->file && strcmp(at->file, stmt->file) == 0;
    return own ? at->line : stmt->line;
}

/* Is the access one that the clause independent is about? */
static bool is_claimed(struct lower *l, const struct scop_expr *access,
                       bool write)
{
    int number = lower_access_number(l, access, write);
    for (int k = 0; number >= 0 && k < l->poly->scop->loop_count; k++)
        if (poly_kept_apart(l->poly, &l->poly->access[number], k))
            return true;
    return false;
}

/* In kernels only: nobody counts on the host. a += b has one expression for two
 * accesses. Where claims are tested, the access is known by its line. */
void lower_begin_origin(struct lower *l, const struct scop_expr *access,
                        bool write)
{
    struct buf text = {0};
    if (!l->kernel || (l->f->claim_count && !is_claimed(l, access, write)))
        return;
    buf_printf(&text, "%d ",
               l->f->claim_count ? line_of(l, access)
                                 : l->poly->first_access + 1 +
                                       lower_access_number(l, access, write));
    scop_print_access(l->poly->scop, access, &text);
    kir_origin(l->f, text.text);
    buf_free(&text);
}

int lower_load_access(struct lower *l, const struct scop_expr *access,
                      int buffer, int index)
{
    lower_begin_origin(l, access, false);
    int value = kir_load(l->f, buffer, index);
    kir_origin(l->f, NULL);
    return value;
}

static const struct scop_array *scop_array(struct lower *l, int array)
{
    return &l->poly->scop->array[l->poly->array[array].array];
}

int lower_box_rank(const struct poly *poly, int array)
{
    const struct poly_array *pa = &poly->array[array];
    return pa->pitch ? pa->expand : pa->rank;
}

/* How dimension k of a poly array multiplies what is left of it. */
static int pitch(struct lower *l, int array, int k)
{
    bool box = l->storage->kind[array] == STORAGE_TEMP &&
               k < lower_box_rank(l->poly, array);
    if (box)
        return lower_source(l, SOURCE_BOX_SIZE, array, k);
    const struct scop_expr *pitch = access_pitch(l->poly, array, k);
    return lower_index(l, pitch ? pitch : scop_array(l, array)->extent[k]);
}

bool lower_is_laid(const struct lower *l, int array)
{
    return l->storage->kind[array] == STORAGE_USER &&
           l->poly->scop->array[l->poly->array[array].array].layout;
}

/* An array whose address is made, for address/. */
struct laid {
    struct lower *l;
    const struct scop_array *array;
};

/* An element of the tables, in a kernel or in its driver. */
static int look_up(void *user, int index)
{
    const struct laid *laid = user;
    struct lower *l = laid->l;
    int table = laid->array->order;
    int value = l->kernel
                    ? kir_load(l->f, lower_buffer(l, table), index)
                    : kir_fetch(l->f, l->storage->row[table], KIR_I32, index);
    return kir_cast(l->f, KIR_I64, value);
}

static int laid_extent(void *user, int k)
{
    const struct laid *laid = user;
    return lower_index(laid->l, laid->array->extent[k]);
}

/* The number of an element of an array with a layout, its field apart. */
static int laid_element(struct lower *l, int array, const int *subscript)
{
    struct laid laid = {l, scop_array(l, array)};
    const struct address_source source = {&laid, look_up, laid_extent,
                                          &l->counters, &l->around};
    return address_of_element(l->f, laid.array, subscript, &source);
}

int lower_dilations(const struct lower *l, struct address_dilation *list)
{
    int count = 0;
    for (int a = 0; a < l->poly->scop->array_count; a++) {
        struct address_dilation found[LAYOUT_DIMS];
        const struct scop_array *sa = &l->poly->scop->array[a];
        int more = sa->layout ? address_dilations(sa, found) : 0;
        for (int k = 0; k < more && count < LOWER_DILATIONS; k++) {
            bool old = false;
            for (int o = 0; o < count; o++)
                old |= memcmp(&list[o], &found[k], sizeof *list) == 0;
            if (!old)
                list[count++] = found[k];
        }
    }
    return count;
}

/* Returns the index of an element. As declared it is Horner's form over the
 * extents, then the place of the field; in a temporary's, Horner's form over
 * the sizes of its box. In one that is delinearised each iteration of outer
 * loops has a copy in that form. An array with a layout has its own. */
int lower_linear(struct lower *l, int array, const int *subscript)
{
    const struct scop_array *sa = scop_array(l, array);
    struct kir_func *f = l->f;
    if (!lower_is_laid(l, array))
        return lower_declared(l, array, subscript);
    int at = laid_element(l, array, subscript);
    at = kir_binary(f, KIR_MUL, at, kir_i64(f, sa->unit));
    return kir_binary(f, KIR_ADD, at, kir_i64(f, sa->offset));
}

int lower_declared(struct lower *l, int array, const int *subscript)
{
    const struct poly_array *pa = &l->poly->array[array];
    const struct scop_array *sa = scop_array(l, array);
    struct kir_func *f = l->f;
    int at = pa->rank ? subscript[0] : kir_int(f, KIR_I64, 0);
    int copy = -1;
    for (int k = 1; k < pa->rank; k++) {
        at = kir_binary(f, KIR_MUL, at, pitch(l, array, k));
        if (pa->pitch && k == pa->expand) {
            copy = at;
            at = subscript[k];
        } else {
            at = kir_binary(f, KIR_ADD, at, subscript[k]);
        }
    }
    if (copy >= 0)
        at = kir_binary(f, KIR_ADD, copy, at);
    if (l->storage->kind[array] == STORAGE_TEMP && !pa->pitch)
        return at;
    at = kir_binary(f, KIR_MUL, at, kir_int(f, KIR_I64, sa->unit));
    return kir_binary(f, KIR_ADD, at, kir_int(f, KIR_I64, sa->offset));
}

int lower_aligned(struct lower *l, int array, int64_t count)
{
    int last = l->poly->array[array].rank - 1;
    struct kir_func *f = l->f;
    if (lower_is_laid(l, array)) /* neighbours are none in memory */
        return kir_int(f, KIR_PRED, 0);
    int aligned = kir_aligned(f, lower_buffer(l, array));
    if (last < 1)
        return aligned;
    int rest = kir_binary(f, KIR_AND, pitch(l, array, last),
                          kir_int(f, KIR_I64, count - 1));
    return kir_binary(f, KIR_AND, aligned,
                      kir_binary(f, KIR_EQ, rest, kir_int(f, KIR_I64, 0)));
}

/* A linearised subscript is the index already, within what each iteration of
 * the outer loops has for itself. */
static int linearised_address(struct lower *l, const struct scop_expr *access,
                              int array)
{
    const struct scop_array *sa = scop_array(l, array);
    int expand = l->poly->array[array].expand;
    struct kir_func *f = l->f;
    int at = lower_index(l, access->arg[0]), own = -1;
    for (int k = 0; k < expand; k++) {
        if (k > 0)
            own = kir_binary(f, KIR_MUL, own, pitch(l, array, k));
        own = k > 0 ? kir_binary(f, KIR_ADD, own, l->iter[k]) : l->iter[k];
    }
    if (expand)
        at = kir_binary(f, KIR_ADD,
                        kir_binary(f, KIR_MUL, own, pitch(l, array, expand)),
                        at);
    at = kir_binary(f, KIR_MUL, at, kir_int(f, KIR_I64, sa->unit));
    return kir_binary(f, KIR_ADD, at, kir_int(f, KIR_I64, sa->offset));
}

int lower_subscript(struct lower *l, const struct scop_expr *access, int array,
                    int k)
{
    const struct poly_array *pa = &l->poly->array[array];
    int iterator = poly_iterator_of(pa, k);
    if (iterator >= 0)
        return l->iter[iterator];
    return lower_index(l, access->arg[pa->turned ? k : k - pa->expand]);
}

int lower_address(struct lower *l, const struct scop_expr *access, int array)
{
    const struct poly_array *pa = &l->poly->array[array];
    if (pa->pitch)
        return linearised_address(l, access, array);
    int *sub =
        arena_alloc(l->poly->arena, sizeof(int) * (size_t)(pa->rank + 1));
    for (int k = 0; k < pa->rank; k++)
        sub[k] = lower_subscript(l, access, array, k);
    return lower_linear(l, array, sub);
}

static bool kernel_writes(struct lower *l, int array)
{
    isl_union_set *domain = l->kernel->domain;
    bool written = false;
    for (int k = 0; k < l->poly->access_count && !written; k++) {
        const struct poly_access *access = &l->poly->access[k];
        if (access->array != array || !access->write)
            continue;
        isl_union_set *stmt = isl_union_set_from_set(
            isl_set_copy(l->poly->stmt[access->stmt].domain));
        written = isl_union_set_is_disjoint(stmt, domain) != isl_bool_true;
        isl_union_set_free(stmt);
    }
    return written;
}

/* The number, from 1, of the caller's structures of which the array is one of
 * several members; 0: it is the only one that the region uses. */
static int object_of(struct lower *l, int array)
{
    const struct scop *scop = l->poly->scop;
    int view = scop_array(l, array)->view_of, members = 0;
    for (int k = 0; k < scop->array_count; k++)
        members += scop->array[k].view_of == view;
    return members > 1 ? view + 1 : 0;
}

/* The kernel's buffer for a row of the table; the driver's for a scalar of the
 * prologue (made by lower_driver). */
int lower_buffer(struct lower *l, int array)
{
    const struct poly_array *pa = &l->poly->array[array];
    if (l->buffer[array] >= 0)
        return l->buffer[array];
    assert(l->kernel);
    l->buffer[array] = kir_global(
        l->f, pa->name, lower_element_type(scop_array(l, array)->type),
        !kernel_writes(l, array), true);
    if (l->storage->kind[array] == STORAGE_USER)
        kir_together(l->f, l->buffer[array], object_of(l, array));
    ARENA_PUSH(l->poly->arena, l->row, l->row_count, l->row_cap,
               l->storage->row[array]);
    return l->buffer[array];
}

/* Returns the memory by another name, for an access that reads nothing of what
 * the kernel writes; -1: the access may. */
static int other_buffer(struct lower *l, const struct scop_expr *access,
                        int array)
{
    const struct poly_array *pa = &l->poly->array[array];
    int number = l->mapping->gpu || !l->stmt || !kernel_writes(l, array)
                     ? -1
                     : same_access(l, access, false);
    if (number < 0 || !panel_reads_other(l->poly, l->kernel, number))
        return -1;
    if (l->other[array] >= 0)
        return l->other[array];
    l->other[array] =
        kir_global(l->f, arena_printf(l->poly->arena, "%s_other", pa->name),
                   lower_element_type(scop_array(l, array)->type), true, true);
    ARENA_PUSH(l->poly->arena, l->row, l->row_count, l->row_cap,
               l->storage->row[array]);
    return l->other[array];
}

static int variable_of(struct lower *l, int array)
{
    if (l->variable[array] < 0)
        l->variable[array] =
            kir_variable(l->f, l->poly->array[array].name,
                         lower_value_type(scop_array(l, array)->type));
    return l->variable[array];
}

/* Returns, where a Plan is made, the value that statement `definition` gives a
 * temporary. Its loops are the first ones around the current statement. */
static int load_definition(struct lower *l, int definition)
{
    const struct poly_stmt *stmt = l->stmt;
    l->stmt = &l->poly->stmt[definition];
    int value = lower_value(l, l->stmt->stmt->rhs);
    enum kir_type type = lower_element_type(l->stmt->stmt->lhs->type);
    l->stmt = stmt;
    return type < KIR_I32 ? kir_cast(l->f, type, value) : value;
}

/* An array of a body, of constant extents. */
static int local_of(struct lower *l, int array)
{
    const struct scop_array *sa = scop_array(l, array);
    int64_t count = 1;
    for (int k = 0; k < sa->rank; k++)
        count *= sa->extent[k]->ival;
    if (l->buffer[array] < 0)
        l->buffer[array] =
            kir_local(l->f, sa->name, lower_element_type(sa->type), count);
    return l->buffer[array];
}

/* What the team that executes the block has for itself: the array's last
 * dimensions. */
static int team_of(struct lower *l, int array)
{
    const struct scop_array *sa = scop_array(l, array);
    enum kir_type type = lower_element_type(sa->type);
    int64_t count = team_elements(sa);
    if (l->buffer[array] < 0)
        l->buffer[array] = l->kernel->team.threads
                               ? kir_shared(l->f, sa->name, type, count)
                               : kir_local(l->f, sa->name, type, count);
    return l->buffer[array];
}

static int team_index(struct lower *l, const struct scop_expr *access)
{
    const struct scop_array *sa = scop_array(l, lower_array_of(l, access));
    int first = access->count - sa->team;
    if (!sa->team)
        return kir_int(l->f, KIR_I64, 0);
    int at = lower_index(l, access->arg[first]);
    for (int k = first + 1; k < access->count; k++) {
        int extent = kir_int(l->f, KIR_I64, sa->extent[k]->ival);
        at = kir_binary(l->f, KIR_MUL, at, extent);
        at = kir_binary(l->f, KIR_ADD, at, lower_index(l, access->arg[k]));
    }
    return at;
}

int lower_variable(struct lower *l, const struct scop_expr *access)
{
    int array = lower_array_of(l, access);
    return l->storage->kind[array] == STORAGE_VARIABLE ? variable_of(l, array)
                                                       : -1;
}

/* The variable that stands for what is accessed while points hold elements, or
 * a loop its own one. */
static int held_by(struct lower *l, const struct scop_expr *access, int array,
                   bool write)
{
    const struct poly_stmt *own = l->panel->stmt;
    if (own && own == l->stmt && scop_expr_equal(access, own->stmt->lhs))
        return l->panel->variable;
    int number =
        lower_in_registers(l) && l->stmt ? same_access(l, access, write) : -1;
    return lower_held(l, array, number);
}

static int load(struct lower *l, const struct scop_expr *access)
{
    int array = lower_array_of(l, access);
    int definition = l->planned
                         ? filter_definition(l->poly, l->planned, array,
                                             (int)(l->stmt - l->poly->stmt))
                         : -1;
    if (definition >= 0)
        return load_definition(l, definition);
    int held = held_by(l, access, array, false), buffer = -1;
    if (held >= 0)
        return kir_get(l->f, held);
    int tiled = lower_overlap_load(l, access);
    if (tiled >= 0)
        return tiled;
    if (l->kernel && l->kernel->shared.count && l->stmt)
        buffer = staging_buffer_of(l->kernel, same_access(l, access, false));
    if (buffer >= 0)
        return lower_staging_load(l, buffer, access);
    switch (l->storage->kind[array]) {
    case STORAGE_VALUE:
        return lower_source(l, SOURCE_SCALAR, array, 0);
    case STORAGE_HOST:
        if (l->kernel)
            return lower_source(l, SOURCE_SCALAR, array, 0);
        return kir_load(l->f, lower_buffer(l, array),
                        kir_int(l->f, KIR_I64, 0));
    case STORAGE_VARIABLE:
        return kir_get(l->f, variable_of(l, array));
    case STORAGE_LOCAL:
        return kir_load(l->f, local_of(l, array),
                        lower_address(l, access, array));
    case STORAGE_TEAM:
        return kir_load(l->f, team_of(l, array), team_index(l, access));
    default:
        if (!l->kernel)
            return kir_fetch(l->f, l->storage->row[array],
                             lower_element_type(access->type),
                             lower_address(l, access, array));
        held = other_buffer(l, access, array);
        return lower_load_access(l, access,
                                 held >= 0 ? held : lower_buffer(l, array),
                                 lower_address(l, access, array));
    }
}

/* Loads with a line of its own: in a statement of several lines each load has
 * its own; what was inlined from another file has the statement's. */
int lower_load(struct lower *l, const struct scop_expr *access)
{
    const struct loc *at = &access->loc;
    const struct loc *stmt = l->stmt ? &l->stmt->stmt->loc : at;
    if (!at->line || !at->file || !stmt->file || strcmp(at->file, stmt->file))
        return load(l, access);
    kir_line(l->f, at->line);
    int value = load(l, access);
    kir_line(l->f, stmt->line);
    return value;
}

void lower_store(struct lower *l, const struct scop_expr *access, int value)
{
    int array = lower_array_of(l, access);
    enum kir_type type = lower_element_type(access->type);
    int held = held_by(l, access, array, true);
    if (lower_overlap_store(l, value))
        return;
    if (held >= 0 || l->storage->kind[array] == STORAGE_VARIABLE) {
        if (type < KIR_I32)
            value = kir_cast(l->f, type, value);
        kir_set(l->f, held >= 0 ? held : variable_of(l, array), value);
    } else if (l->storage->kind[array] == STORAGE_HOST) {
        kir_store(l->f, lower_buffer(l, array), kir_int(l->f, KIR_I64, 0),
                  value);
    } else if (l->storage->kind[array] == STORAGE_LOCAL) {
        int index = lower_address(l, access, array);
        kir_store(l->f, local_of(l, array), index, value);
    } else if (l->storage->kind[array] == STORAGE_TEAM) {
        int index = team_index(l, access);
        kir_store(l->f, team_of(l, array), index, value);
    } else {
        int index = lower_address(l, access, array);
        lower_begin_origin(l, access, true);
        kir_store(l->f, lower_buffer(l, array), index, value);
        kir_origin(l->f, NULL);
    }
}
