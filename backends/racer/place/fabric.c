/*
 * The array as cells and links. In the fabric `mesh` each PE has a link each
 * way with its four neighbours. In `thesis` blocks of PEs lie between lanes of
 * REs, one PE's side along `side` of them; PEs of a block are linked with each
 * other, those at its sides with the REs there, and REs with their neighbours.
 * A plain PE takes from above and from the left and gives below and to the
 * right; those of a block's last row and column do both everywhere. Ports lie
 * around the array, one for each side of a PE at its edge.
 */
#include "backends/racer/place/local.h"

static const int step_row[4] = {-1, 0, 1, 0};
static const int step_column[4] = {0, 1, 0, -1};

struct build {
    struct fabric *f;
    int block, lane, side, pitch;
    int height, width; /* in REs; 0: a mesh */
    int *at;           /* [height * width] cells */
};

static int add_cell(struct fabric *f, enum cell_kind kind, int row, int column)
{
    struct cell cell = {.kind = kind, .row = row, .column = column};

    ARENA_PUSH(f->arena, f->cell, f->cell_count, f->cell_cap, cell);
    return f->cell_count - 1;
}

static void add_link(struct fabric *f, int from, int to, int way, int side)
{
    struct link link = {from, to, {(signed char)way, (signed char)side}, -1};

    ARENA_PUSH(f->arena, f->link, f->link_count, f->link_cap, link);
}

/* The PE of a line of REs, or -1: a lane. */
static int pe_along(const struct build *b, int at)
{
    int within = at % b->pitch - b->lane;

    return within < 0 ? -1 : at / b->pitch * b->block + within / b->side;
}

/* Where the first RE along a PE lies. */
static int re_along(const struct build *b, int pe)
{
    return pe / b->block * b->pitch + b->lane + pe % b->block * b->side;
}

static int clamp(int n, int most)
{
    return n < 0 ? 0 : n > most ? most : n;
}

/* PEs first, then ports, then REs. */
static void build_cells(struct build *b)
{
    struct fabric *f = b->f;
    int most = f->rows > f->columns ? f->rows : f->columns;

    f->pe = arena_alloc(f->arena,
                        (size_t)f->rows * (size_t)f->columns * sizeof *f->pe);
    f->port = arena_alloc(f->arena, 4 * (size_t)most * sizeof *f->port);
    for (int r = 0; r < f->rows; r++)
        for (int c = 0; c < f->columns; c++) {
            int cell = add_cell(f, CELL_PE, r, c);

            f->pe[r * f->columns + c] = cell;
            f->cell[cell].plain = b->height && r % b->block < b->block - 1 &&
                                  c % b->block < b->block - 1;
        }
    for (int way = 0; way < 4; way++)
        for (int k = 0; k < (way % 2 ? f->rows : f->columns); k++)
            f->port[way * most + k] = add_cell(f, CELL_PORT,
                                               way == 0   ? -1
                                               : way == 2 ? f->rows
                                                          : k,
                                               way == 3   ? -1
                                               : way == 1 ? f->columns
                                                          : k);
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) {
            int r = pe_along(b, y), c = pe_along(b, x), cell;

            if (r >= 0 && c >= 0) {
                b->at[y * b->width + x] = f->pe[r * f->columns + c];
                continue;
            }
            cell = add_cell(f, CELL_RE, y, x);
            f->cell[cell].near_row =
                r >= 0 ? r : clamp(y / b->pitch * b->block, f->rows - 1);
            f->cell[cell].near_column =
                c >= 0 ? c : clamp(x / b->pitch * b->block, f->columns - 1);
            b->at[y * b->width + x] = cell;
        }
}

/* Plain PEs are passed in two ways. */
static bool passes(const struct cell *cell, int way)
{
    return !cell->plain || way == 1 || way == 2;
}

/* Between two PEs side by side, or between a cell of a lane and what is beside
 * it; `side` numbers the REs along a PE. */
static void link_cells(struct build *b, int from, int to, int way, int side)
{
    struct fabric *f = b->f;
    const struct cell *a = &f->cell[from], *z = &f->cell[to];

    if (!passes(a, way) || !passes(z, way))
        return;
    add_link(f, from, to, way,
             a->kind == CELL_PE && z->kind == CELL_RE ? side : 0);
}

static void link_pe(struct build *b, int pe)
{
    const struct cell cell = b->f->cell[pe];

    for (int way = 0; way < 4; way++) {
        int r = cell.row + step_row[way], c = cell.column + step_column[way];
        bool same = !b->height ||
                    (r >= 0 && c >= 0 && r / b->block == cell.row / b->block &&
                     c / b->block == cell.column / b->block);

        if (r < 0 || c < 0 || r >= b->f->rows || c >= b->f->columns) {
            if (!b->height)
                link_cells(b, pe, fabric_cell(b->f, r, c), way, 0);
            continue;
        }
        if (same)
            link_cells(b, pe, b->f->pe[r * b->f->columns + c], way, 0);
    }
    for (int way = 0; way < 4 && b->height; way++)
        for (int k = 0; k < b->side; k++) {
            int y = re_along(b, cell.row) + (way % 2    ? k
                                             : way == 0 ? -1
                                                        : b->side);
            int x = re_along(b, cell.column) + (way % 2 == 0 ? k
                                                : way == 3   ? -1
                                                             : b->side);
            int to = b->at[y * b->width + x];

            if (b->f->cell[to].kind == CELL_RE)
                link_cells(b, pe, to, way, k + 1);
        }
}

static void link_re(struct build *b, int re)
{
    struct fabric *f = b->f;
    const struct cell cell = f->cell[re];

    for (int way = 0; way < 4; way++) {
        int y = cell.row + step_row[way], x = cell.column + step_column[way];

        if (y >= 0 && x >= 0 && y < b->height && x < b->width) {
            link_cells(b, re, b->at[y * b->width + x], way, 0);
            continue;
        }
        for (int k = 0; k < (way % 2 ? f->rows : f->columns); k++)
            if ((way % 2 ? cell.row : cell.column) ==
                re_along(b, k) + b->side / 2)
                add_link(f, re,
                         fabric_cell(f,
                                     way == 0   ? -1
                                     : way == 2 ? f->rows
                                                : k,
                                     way == 3   ? -1
                                     : way == 1 ? f->columns
                                                : k),
                         way, 0);
    }
}

/* The way in, of a port. */
static void link_port(struct build *b, int port)
{
    struct fabric *f = b->f;
    const struct cell cell = f->cell[port];
    int way = cell.row < 0          ? 2
              : cell.row >= f->rows ? 0
              : cell.column < 0     ? 1
                                    : 3;
    int r = clamp(cell.row, f->rows - 1);
    int c = clamp(cell.column, f->columns - 1);

    if (!b->height) {
        link_cells(b, port, f->pe[r * f->columns + c], way, 0);
        return;
    }
    r = way % 2 ? re_along(b, r) + b->side / 2 : way == 2 ? 0 : b->height - 1;
    c = way % 2 == 0 ? re_along(b, c) + b->side / 2
        : way == 1   ? 0
                     : b->width - 1;
    link_cells(b, port, b->at[r * b->width + c], way, 0);
}

struct fabric *fabric_new(struct arena *arena, const struct racer_arch *arch)
{
    struct fabric *f = arena_alloc(arena, sizeof *f);
    struct build b = {.f = f,
                      .block = arch->factor[RACER_FACTOR_block],
                      .lane = arch->factor[RACER_FACTOR_lane],
                      .side = arch->factor[RACER_FACTOR_side]};

    *f = (struct fabric){.arena = arena,
                         .arch = arch,
                         .rows = arch->factor[RACER_FACTOR_rows],
                         .columns = arch->factor[RACER_FACTOR_columns]};
    b.pitch = b.block * b.side + b.lane;
    if (arch->fabric == RACER_THESIS) {
        b.height = f->rows / b.block * b.pitch + b.lane;
        b.width = f->columns / b.block * b.pitch + b.lane;
    }
    b.at =
        arena_alloc(arena, (size_t)b.height * (size_t)b.width * sizeof *b.at);
    build_cells(&b);
    for (int k = 0; k < f->cell_count; k++) {
        f->cell[k].begin = f->link_count;
        if (f->cell[k].kind == CELL_PE)
            link_pe(&b, k);
        else if (f->cell[k].kind == CELL_RE)
            link_re(&b, k);
        else
            link_port(&b, k);
        f->cell[k].end = f->link_count;
        f->cell[k].back = -1;
    }
    for (int k = f->link_count - 1; k >= 0; k--) {
        f->link[k].back = f->cell[f->link[k].to].back;
        f->cell[f->link[k].to].back = k;
    }
    return f;
}

int fabric_cell(const struct fabric *f, int row, int column)
{
    int most = f->rows > f->columns ? f->rows : f->columns;
    bool inside_rows = row >= 0 && row < f->rows;
    bool inside_columns = column >= 0 && column < f->columns;

    if (inside_rows && inside_columns)
        return f->pe[row * f->columns + column];
    if (inside_columns && (row == -1 || row == f->rows))
        return f->port[(row < 0 ? 0 : 2) * most + column];
    if (inside_rows && (column == -1 || column == f->columns))
        return f->port[(column < 0 ? 3 : 1) * most + row];
    return -1;
}

int fabric_hop(const struct fabric *f, int cell, struct racer_hop hop)
{
    for (int k = f->cell[cell].begin; k < f->cell[cell].end; k++)
        if (f->link[k].hop.way == hop.way && f->link[k].hop.side == hop.side)
            return k;
    return -1;
}

int fabric_units(const struct fabric *f, int cell, enum racer_unit unit)
{
    if (unit == RACER_UNIT_port || f->cell[cell].kind != CELL_PE)
        return unit == RACER_UNIT_port && f->cell[cell].kind == CELL_PORT;
    return f->cell[cell].plain ? f->arch->plain_units[unit]
                               : f->arch->units[unit];
}

struct span fabric_enter(const struct fabric *f, int link)
{
    const struct racer_arch *arch = f->arch;

    if (f->cell[f->link[link].to].kind == CELL_RE)
        return (struct span){arch->factor[RACER_FACTOR_re_least],
                             arch->factor[RACER_FACTOR_re_most]};
    return (struct span){arch->stages[RACER_GROUP_link],
                         arch->stages[RACER_GROUP_link]};
}

struct span fabric_pass(const struct fabric *f, int cell)
{
    const struct racer_arch *arch = f->arch;

    if (f->cell[cell].kind != CELL_PE)
        return (struct span){0, 0};
    return (struct span){arch->factor[RACER_FACTOR_bypass_least],
                         arch->factor[RACER_FACTOR_bypass_most]};
}

bool fabric_beside(const struct fabric *f, int a, int b)
{
    if (f->cell[a].kind != CELL_PE || f->cell[b].kind != CELL_PE)
        return false;
    for (int k = f->cell[a].begin; k < f->cell[a].end; k++)
        if (f->link[k].to == b)
            return true;
    for (int k = f->cell[b].begin; k < f->cell[b].end; k++)
        if (f->link[k].to == a)
            return true;
    return false;
}

const char *place_cell_name(const struct cell *cell)
{
    return cell->kind == CELL_PE ? "PE" : cell->kind == CELL_RE ? "RE" : "port";
}

/* What lies from least to most in PEs, and in REs. */
struct bounds fabric_bounds(const struct fabric *f, const struct region *region)
{
    const int *factor = f->arch->factor;
    int block = factor[RACER_FACTOR_block], lane = factor[RACER_FACTOR_lane];
    int pitch = block * factor[RACER_FACTOR_side] + lane;
    int skip = region->tile ? lane : 0;
    int bottom = region->row + region->rows;
    int right = region->column + region->columns;

    return (struct bounds){.region = *region,
                           .top = region->row / block * pitch + skip,
                           .bottom =
                               (bottom + block - 1) / block * pitch + lane,
                           .left = region->column / block * pitch + skip,
                           .right = (right + block - 1) / block * pitch + lane};
}

bool fabric_within(const struct fabric *f, const struct bounds *b, int cell)
{
    const struct cell *c = &f->cell[cell];
    int row, column;

    if (c->kind == CELL_RE)
        return c->row >= b->top && c->row < b->bottom && c->column >= b->left &&
               c->column < b->right;
    if (c->kind == CELL_PORT && b->region.tile)
        return false;
    row = clamp(c->row, f->rows - 1) - b->region.row;
    column = clamp(c->column, f->columns - 1) - b->region.column;
    return row >= 0 && row < b->region.rows && column >= 0 &&
           column < b->region.columns;
}
