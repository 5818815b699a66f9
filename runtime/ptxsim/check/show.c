/*
 * Findings as diagnostics in the compilers' style: place, "error:", sentence,
 * and notes for who did it and for the other side of a race.
 */
#include "runtime/ptxsim/check/check.h"

#include "runtime/base/base.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void put(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(struct report *report, const char *format, ...)
{
    size_t length = strlen(report->text);
    va_list ap;
    va_start(ap, format);
    number_vprint(report->text + length, sizeof report->text - length, format,
                  ap);
    va_end(ap);
}

static void put_place(struct report *report, const char *file, int source_line,
                      int line)
{
    if (source_line)
        put(report, "\n%s:%d: ", file, source_line);
    else
        put(report, "\nptx:%d: ", line);
}

/* How far the address lies from a row. */
static uint64_t distance(const struct ptxsim_row *row, uint64_t address)
{
    if (address < row->lo)
        return row->lo - address;
    return address < row->hi ? 0 : address - row->hi + 1;
}

static const struct ptxsim_row *nearest(const struct ptxsim_row *row, int rows,
                                        uint64_t address)
{
    const struct ptxsim_row *best = NULL;
    for (int k = 0; k < rows; k++)
        if (row[k].lo < row[k].hi &&
            (!best || distance(&row[k], address) < distance(best, address)))
            best = &row[k];
    return best;
}

/* ": array 'a', element -1"; nothing for an address that is far from all. */
static void put_element(struct report *report, const struct ptxsim_row *row,
                        int rows, uint64_t address)
{
    enum { NEAR = 1 << 20 };
    const struct ptxsim_row *r = nearest(row, rows, address);
    if (!r || distance(r, address) > NEAR + (r->hi - r->lo))
        return;
    int64_t offset = (int64_t)(address - r->zero), size = r->element_size;
    int64_t element = offset / size, rest = offset % size;
    if (rest < 0) {
        rest += size;
        element--;
    }
    put(report, ": array '%s', element %" PRId64, r->name, element);
    if (rest)
        put(report, ", byte %" PRId64, rest);
}

static void put_subject(struct report *report, const struct ptxsim_finding *f,
                        const struct ptxsim_row *row, int rows)
{
    if (!f->size)
        return;
    if (f->space == PTXSIM_GLOBAL)
        put_element(report, row, rows, f->address);
    else if (f->space == PTXSIM_SHARED)
        put(report, ": shared memory, byte %" PRIu64, f->address);
    else if (f->space == PTXSIM_LOCAL)
        put(report, ": local memory, byte %" PRIu64, f->address);
}

static void put_thread(struct report *report, const int block[3],
                       const int thread[3])
{
    put(report, "block (%d,%d,%d), thread (%d,%d,%d)", block[0], block[1],
        block[2], thread[0], thread[1], thread[2]);
}

/* Line `line` of the PTX, without the blanks around it. */
static void put_ptx(struct report *report, const char *ptx, int line)
{
    put(report, ", line %d of the PTX:\n    ", line);
    while (--line > 0 && ptx)
        ptx = (ptx = strchr(ptx, '\n')) ? ptx + 1 : NULL;
    if (!ptx)
        return;
    ptx += strspn(ptx, " \t");
    put(report, "%.*s", (int)strcspn(ptx, "\r\n"), ptx);
}

static void put_finding(struct report *report, const struct ptxsim_finding *f,
                        const char *ptx, const struct ptxsim_row *row, int rows)
{
    put_place(report, f->file, f->source_line, f->line);
    put(report, "error: kernel '%s': %s", f->kernel, f->text);
    put_subject(report, f, row, rows);
    put(report, " [%s]", ptxsim_finding_name(f->kind));
    put_place(report, f->file, f->source_line, f->line);
    put(report, "note: ");
    if (f->block < 0)
        put(report, "in the launch");
    else if (f->lane < 0)
        put(report, "in block (%d,%d,%d)", f->block_index[0], f->block_index[1],
            f->block_index[2]);
    else
        put_thread(report, f->block_index, f->thread_index);
    if (f->size)
        put(report, ", %d byte%s at 0x%" PRIx64, f->size,
            f->size == 1 ? "" : "s", f->address);
    if (f->count > 1)
        put(report, ", %" PRIu64 " times in all", f->count);
    put_ptx(report, ptx, f->line);
    if (!f->other.line)
        return;
    put_place(report, f->other.file, f->other.source_line, f->other.line);
    put(report, "note: the other access: ");
    put_thread(report, f->other.block_index, f->other.thread_index);
    put_ptx(report, ptx, f->other.line);
}

/* Is no earlier finding of its kind? */
static bool is_first(const struct ptxsim_result *result, int at)
{
    for (int k = 0; k < at; k++)
        if (result->finding[k].kind == result->finding[at].kind)
            return false;
    return true;
}

/* The first finding of each kind is shown before the others, so that many of
 * one kind, or a long path in each, leave room for all kinds. */
bool ptxsim_check_show(const struct ptxsim_result *result, const char *ptx,
                       const struct ptxsim_row *row, int rows,
                       struct report *report)
{
    enum { TAIL = 100 };
    int count = result->finding_count, shown = 0;
    report_set(report, "%d fault%s found", count, count == 1 ? "" : "s");
    for (int k = 0; k < 2 * count; k++) {
        if (is_first(result, k % count) != (k < count))
            continue;
        size_t before = strlen(report->text);
        put_finding(report, &result->finding[k % count], ptx, row, rows);
        if (strlen(report->text) < sizeof report->text - TAIL) {
            shown++;
            continue;
        }
        report->text[before] = '\0';
        put(report, "\n%d more are not shown", count - shown);
        break;
    }
    return false;
}
