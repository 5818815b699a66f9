/*
 * Lists of faults (fault.h). Each kind is a row of fault.def.
 */
#include "runtime/base/fault.h"

static const struct {
    enum fault_severity severity;
    const char *name;
} table[] = {
#define FAULT(name, severity, flag) {FAULT_##severity, flag},
#include "runtime/base/fault.def"
#undef FAULT
};

_Static_assert(sizeof table / sizeof table[0] == FAULT_COUNT,
               "one row per kind of fault");

struct faults faults_new(struct arena *arena)
{
    return (struct faults){.arena = arena};
}

struct fault *fault_add(struct faults *list, enum fault_kind kind,
                        struct loc loc, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    struct fault *fault = fault_add_hinted(list, kind, loc, NULL, format, ap);
    va_end(ap);
    return fault;
}

struct fault *fault_add_hinted(struct faults *list, enum fault_kind kind,
                               struct loc loc, const char *hint,
                               const char *format, va_list ap)
{
    struct fault *fault = arena_alloc(list->arena, sizeof *fault);
    fault->kind = kind;
    fault->loc = loc;
    fault->about = list->about;
    fault->region = list->region;
    fault->message = arena_vprintf(list->arena, format, ap);
    if (hint)
        fault_hint(list, fault, (struct loc){0}, "%s", hint);
    if (list->last)
        list->last->next = fault;
    else
        list->first = fault;
    list->last = fault;
    if (fault_severity(kind) == FAULT_ERROR)
        list->errors++;
    return fault;
}

struct fault *fault_since(const struct faults *list,
                          const struct faults *before)
{
    return before->last ? before->last->next : list->first;
}

void fault_reject(const struct faults *list, const struct faults *before,
                  const struct fault *last, enum fault_about about)
{
    struct fault *fault = fault_since(list, before);
    for (bool more = last && last != before->last; fault && more;
         fault = fault->next) {
        more = fault != last;
        if (fault_severity(fault->kind) == FAULT_REMARK &&
            fault->kind != FAULT_NO_PLAN && (!about || fault->about == about))
            fault->rejected = true;
    }
}

void fault_rewind(struct faults *list, const struct faults *before)
{
    *list = *before;
    if (list->last)
        list->last->next = NULL;
}

enum fault_severity fault_counts_as(const struct fault *fault)
{
    return fault->softened ? FAULT_WARNING : fault_severity(fault->kind);
}

static bool is_error(const struct fault *fault)
{
    return fault_counts_as(fault) == FAULT_ERROR;
}

bool fault_soften(struct faults *list, const struct faults *before)
{
    struct fault *first = fault_since(list, before);
    for (const struct fault *f = first; f; f = f->next)
        if (f->kind == FAULT_INTERNAL || f->kind == FAULT_KIR_INVALID ||
            f->kind == FAULT_SCOP_INVALID || f->kind == FAULT_USAGE ||
            f->kind == FAULT_FILE)
            return false;
    for (struct fault *f = first; f; f = f->next)
        if (is_error(f)) {
            f->softened = true;
            list->errors--;
        }
    return true;
}

void fault_soften_last(struct faults *list)
{
    if (is_error(list->last)) {
        list->last->softened = true;
        list->errors--;
    }
}

void fault_note(struct faults *list, struct fault *fault, struct loc loc,
                const char *format, ...)
{
    struct fault_note *note = arena_alloc(list->arena, sizeof *note);
    struct fault_note **end = &fault->note;
    va_list ap;
    va_start(ap, format);
    note->text = arena_vprintf(list->arena, format, ap);
    va_end(ap);
    note->loc = loc;
    while (*end)
        end = &(*end)->next;
    *end = note;
}

void fault_hint(struct faults *list, struct fault *fault, struct loc loc,
                const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fault->hint = arena_vprintf(list->arena, format, ap);
    va_end(ap);
    fault->hint_loc = loc;
}

enum fault_severity fault_severity(enum fault_kind kind)
{
    return table[kind].severity;
}

const char *fault_name(enum fault_kind kind)
{
    return table[kind].name;
}

bool fault_pass_errors(const struct faults *from, struct faults *to)
{
    for (const struct fault *f = from->first; f; f = f->next)
        if (fault_severity(f->kind) == FAULT_ERROR)
            fault_add(to, f->kind, f->loc, "%s",
                      arena_strdup(to->arena, f->message));
    return from->errors == 0;
}
