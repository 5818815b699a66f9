/*
 * Reads what a program under trial has told of its regions, and, of the device
 * ptxsim, the time that its counts amount to.
 */
#include "compiler/tune/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/predict/predict.h"
#include "compiler/tune/lines.h"

static struct tune_result read_result(struct tune_lines *l)
{
    struct tune_result r = {.what = ""};
    r.device = tune_lines_take(l, "device");
    r.runs = (long)tune_lines_number(l, "runs");
    r.plain = (long)tune_lines_number(l, "plain");
    r.checked = (long)tune_lines_number(l, "checked");
    r.wrong = (long)tune_lines_number(l, "wrong");
    r.seconds = tune_lines_number(l, "seconds");
    if (r.wrong)
        r.what = tune_lines_take(l, "what");
    r.varied = tune_lines_number(l, "varied") > 0;
    r.size = tune_lines_sizes(l, "sizes", &r.size_count);
    tune_lines_take(l, "end");
    return r;
}

struct tune_report *tune_report_read(struct arena *arena, const char *path,
                                     struct faults *faults)
{
    struct tune_report *report = arena_alloc(arena, sizeof *report);
    char *text = base_read_file(path, NULL);
    if (!text) {
        fault_add(faults, FAULT_FILE, (struct loc){0},
                  "the program has ended without a report, or was not built of "
                  "what hedrac wrote: cannot read %s: %s",
                  path, strerror(errno));
        return NULL;
    }
    struct tune_lines l = {arena, faults, path, text, text, 0, false};
    const char *version = tune_lines_take(&l, "hedra-trial");
    if (!l.bad && strcmp(version, "1") != 0)
        tune_lines_refuse(&l, "libhedra reports in another version");
    while (!l.bad && tune_lines_next(&l)) {
        const char *name = l.start + strcspn(l.start, " \n");
        name += strspn(name, " ");
        name = arena_strndup(arena, name, strcspn(name, "\n"));
        struct tune_result r = read_result(&l);
        r.name = name;
        ARENA_PUSH(arena, report->result, report->count, report->cap, r);
    }
    free(text);
    return l.bad ? NULL : report;
}

bool tune_report_count(struct tune_result *result, const struct scop *scop,
                       const char *path, struct faults *faults)
{
    const struct counts *counts = counts_read(faults->arena, path, faults);
    if (!counts)
        return false;
    result->limit = "";
    result->seconds =
        counts_seconds(counts, scop->function ? scop->function : "",
                       scop->loc.line, &result->limit);
    result->device =
        arena_printf(faults->arena, "ptxsim, %s", counts_arch(counts));
    return true;
}

struct tune_result *tune_report_find(const struct tune_report *report,
                                     const char *name)
{
    for (int k = 0; k < report->count; k++)
        if (strcmp(report->result[k].name, name) == 0)
            return &report->result[k];
    return NULL;
}
