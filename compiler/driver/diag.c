/*
 * Prints faults as clang does: place, severity and text, the line of the
 * source with a caret, then hints and notes. Faults are sorted by place, or,
 * with remarks, by region and kind; what a repeated walk has said twice is
 * shown once. Long lines are shown by a window around the mark.
 */
#include "compiler/driver/diag.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How much of a line is shown on either side of the caret, in bytes. */
enum { SHOWN_BEFORE = 90, SHOWN_AFTER = 90, TAB_STOP = 8 };

enum style {
    STYLE_BOLD,
    STYLE_ERROR,
    STYLE_WARNING,
    STYLE_REMARK,
    STYLE_NOTE,
    STYLE_CARET,
    STYLE_RESET,
    STYLE_COUNT
};

static const char *const style_codes[STYLE_COUNT] = {
    "\033[1m",    "\033[1;31m", "\033[1;35m", "\033[1;34m",
    "\033[1;36m", "\033[1;32m", "\033[0m",
};

/* A file whose lines are shown; text NULL if it could not be read. */
struct diag_source {
    const char *path;
    char *text;
    struct diag_source *next;
};

struct diag_printer {
    struct arena *arena;
    FILE *out;
    const char *program;
    bool color;
    struct diag_source *sources;
};

struct diag_entry {
    const struct fault *fault;
    int file;  /* rank of its file: the order of first appearance, from 1 */
    int order; /* position in the list */
};

static const char *paint(const struct diag_printer *p, enum style style)
{
    return p->color ? style_codes[style] : "";
}

static const char *source_text(struct diag_printer *p, const char *path)
{
    for (struct diag_source *s = p->sources; s; s = s->next)
        if (strcmp(s->path, path) == 0)
            return s->text;
    struct diag_source *s = arena_alloc(p->arena, sizeof *s);
    s->path = path;
    s->text = base_read_file(path, NULL);
    s->next = p->sources;
    p->sources = s;
    return s->text;
}

/* Line number `line` (from 1) of the text, without its end; NULL if the text
 * has fewer lines. */
static const char *find_line(const char *text, int line, size_t *length)
{
    for (; line > 1; line--) {
        text = strchr(text, '\n');
        if (!text)
            return NULL;
        text++;
    }
    *length = strcspn(text, "\r\n");
    return text;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* The part of a line that is shown: bytes begin <= i < end. */
struct window {
    size_t begin, end;
};

static struct window window_around(const char *line, size_t length, size_t mark,
                                   size_t width)
{
    struct window w = {0, length};
    if (mark > SHOWN_BEFORE) {
        w.begin = mark - SHOWN_BEFORE;
        while (w.begin < mark && is_continuation(line[w.begin]))
            w.begin++;
    }
    size_t reach = width < SHOWN_AFTER ? SHOWN_AFTER : 2 * SHOWN_AFTER;
    if (length - mark > reach) {
        w.end = mark + reach;
        while (w.end > mark && is_continuation(line[w.end]))
            w.end--;
    }
    return w;
}

/* Prints the window with tabs expanded and control characters replaced, and
 * fills `marks` with what stands below it: blanks, a caret, tildes. */
static void print_line(struct diag_printer *p, const char *line,
                       struct window w, size_t mark, size_t width,
                       struct buf *marks)
{
    int column = 0;
    for (size_t i = w.begin; i < w.end; i++) {
        char c = line[i];
        int cells = is_continuation(c) ? 0 : 1;
        if (c == '\t') {
            cells = TAB_STOP - column % TAB_STOP;
            fprintf(p->out, "%*s", cells, "");
        } else {
            bool control = (unsigned char)c < 0x20 || c == 0x7f;
            fputc(control ? '?' : c, p->out);
        }
        for (int k = 0; k < cells; k++) {
            bool under = i >= mark && i - mark < width;
            buf_putc(marks, i == mark && k == 0 ? '^' : under ? '~' : ' ');
        }
        column += cells;
    }
    if (mark >= w.end)
        buf_putc(marks, '^');
}

/* The source line with a margin, and the caret. A place that is not in the
 * file (it may have changed, or be a buffer) is left out. */
static void print_snippet(struct diag_printer *p, struct loc loc)
{
    if (!loc.file || loc.line < 1)
        return;
    const char *text = source_text(p, loc.file);
    size_t length;
    const char *line = text ? find_line(text, loc.line, &length) : NULL;
    if (!line)
        return;
    size_t mark = loc.column > 0 ? (size_t)loc.column - 1 : 0;
    if (mark > length)
        mark = length;
    size_t width = loc.width > 1 ? (size_t)loc.width : 1;
    struct window w = window_around(line, length, mark, width);
    struct buf marks = {0};
    const char *before = w.begin > 0 ? "..." : "";
    fprintf(p->out, "%5d | %s", loc.line, before);
    print_line(p, line, w, mark, width, &marks);
    fprintf(p->out, "%s\n", w.end < length ? "..." : "");
    if (loc.column > 0) {
        while (marks.length > 0 && marks.text[marks.length - 1] == ' ')
            marks.text[--marks.length] = '\0';
        fprintf(p->out, "%5s | %*s%s%s%s\n", "", (int)strlen(before), "",
                paint(p, STYLE_CARET), marks.text ? marks.text : "",
                paint(p, STYLE_RESET));
    }
    buf_free(&marks);
}

static void print_place(struct diag_printer *p, struct loc loc)
{
    fputs(paint(p, STYLE_BOLD), p->out);
    if (!loc.file)
        fprintf(p->out, "%s: ", p->program);
    else if (loc.line < 1)
        fprintf(p->out, "%s: ", loc.file);
    else if (loc.column < 1)
        fprintf(p->out, "%s:%d: ", loc.file, loc.line);
    else
        fprintf(p->out, "%s:%d:%d: ", loc.file, loc.line, loc.column);
    fputs(paint(p, STYLE_RESET), p->out);
}

static void print_message(struct diag_printer *p, enum style style,
                          const char *word, const char *message)
{
    fprintf(p->out, "%s%s: %s%s%s%s", paint(p, style), word,
            paint(p, STYLE_RESET), paint(p, STYLE_BOLD), message,
            paint(p, STYLE_RESET));
}

static bool is_same_place(struct loc a, struct loc b)
{
    bool same_file =
        a.file == b.file || (a.file && b.file && strcmp(a.file, b.file) == 0);
    return same_file && a.line == b.line && a.column == b.column;
}

static void print_fault(struct diag_printer *p, const struct fault *fault,
                        const struct diag_options *options)
{
    static const struct {
        enum style style;
        const char *word;
    } looks[] = {
        [FAULT_ERROR] = {STYLE_ERROR, "error"},
        [FAULT_WARNING] = {STYLE_WARNING, "warning"},
        [FAULT_REMARK] = {STYLE_REMARK, "remark"},
    };
    enum fault_severity severity = fault_counts_as(fault);
    bool raised = severity == FAULT_WARNING && options->werror;
    enum fault_severity look = raised ? FAULT_ERROR : severity;
    print_place(p, fault->loc);
    print_message(p, looks[look].style, looks[look].word,
                  fault->rejected
                      ? arena_printf(p->arena, "not taken: %s", fault->message)
                      : fault->message);
    fprintf(p->out, " [%s%s]\n", raised ? "-Werror, " : "",
            fault_name(fault->kind));
    if (fault->detail)
        fputs(fault->detail, p->out);
    else
        print_snippet(p, fault->loc);
    for (const struct fault_note *n = fault->note; n; n = n->next) {
        print_place(p, n->loc);
        print_message(p, STYLE_NOTE, "note", n->text);
        fputc('\n', p->out);
        print_snippet(p, n->loc);
    }
    if (!fault->hint)
        return;
    bool elsewhere = fault->hint_loc.line > 0;
    struct loc place = elsewhere ? fault->hint_loc : fault->loc;
    print_place(p, place);
    print_message(p, STYLE_NOTE, "note", fault->hint);
    fputc('\n', p->out);
    if (elsewhere && !is_same_place(place, fault->loc))
        print_snippet(p, place);
}

static int compare_entries(const void *left, const void *right)
{
    const struct diag_entry *a = left, *b = right;
    int file = a->file - b->file;
    int line = a->fault->loc.line - b->fault->loc.line;
    int column = a->fault->loc.column - b->fault->loc.column;
    return file ? file : line ? line : column ? column : a->order - b->order;
}

/* Where it stands among what is said of its region: the summary, what is no
 * remark, and each kind of remarks. */
static int rank_in_region(const struct fault *fault)
{
    if (!fault->region || fault->kind == FAULT_SUMMARY)
        return 0;
    return fault_counts_as(fault) == FAULT_REMARK ? 2 + (int)fault->kind : 1;
}

static int compare_explained(const void *left, const void *right)
{
    const struct diag_entry *a = left, *b = right;
    int region = a->fault->region - b->fault->region;
    int rank = rank_in_region(a->fault) - rank_in_region(b->fault);
    int rejected = a->fault->rejected - b->fault->rejected;
    return region     ? region
           : rank     ? rank
           : rejected ? rejected
                      : compare_entries(left, right);
}

static bool is_shown(const struct fault *fault,
                     const struct diag_options *options)
{
    switch (fault_counts_as(fault)) {
    case FAULT_ERROR:
        return true;
    case FAULT_WARNING:
        return fault->kind == FAULT_INTERNAL || /* to be reported */
               (!options->no_warnings && !options->off[fault->kind]);
    case FAULT_REMARK:
        return diag_asks_for(fault, options) && !options->off[fault->kind];
    }
    return true;
}

bool diag_asks_for(const struct fault *remark,
                   const struct diag_options *options)
{
    return options->explain && (!remark->rejected || options->explain_all);
}

static int file_rank(const struct diag_entry *entries, int count,
                     const char *file)
{
    if (!file)
        return 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
        const char *other = entries[i].fault->loc.file;
        if (other && strcmp(other, file) == 0)
            return entries[i].file;
        if (entries[i].file > last)
            last = entries[i].file;
    }
    return last + 1;
}

/* What is shown, in order. */
static struct diag_entry *collect_entries(const struct faults *faults,
                                          const struct diag_options *options,
                                          int *count)
{
    int room = 0, n = 0;
    for (const struct fault *f = faults->first; f; f = f->next)
        room++;
    struct diag_entry *entries =
        arena_alloc(faults->arena, (size_t)room * sizeof *entries);
    for (const struct fault *f = faults->first; f; f = f->next) {
        if (!is_shown(f, options))
            continue;
        int rank = file_rank(entries, n, f->loc.file);
        entries[n] = (struct diag_entry){f, rank, n};
        n++;
    }
    if (n > 1)
        qsort(entries, (size_t)n, sizeof *entries,
              options->explain ? compare_explained : compare_entries);
    *count = n;
    return entries;
}

/* Was the same thing said already at the same place? What is taken says it
 * before what is not. */
static bool is_repeated(const struct diag_entry *entries, int index)
{
    const struct fault *fault = entries[index].fault;
    for (int i = index - 1; i >= 0; i--) {
        const struct fault *other = entries[i].fault;
        bool same = is_same_place(other->loc, fault->loc);
        bool alike = other->kind == fault->kind;
        if (same && alike && strcmp(other->message, fault->message) == 0)
            return true;
        if (fault->rejected ? !alike || other->region != fault->region : !same)
            return false;
    }
    return false;
}

static void print_counts(FILE *out, struct diag_counts n)
{
    const char *warnings = n.warnings == 1 ? "" : "s";
    const char *errors = n.errors == 1 ? "" : "s";
    if (n.warnings && n.errors)
        fprintf(out, "%d warning%s and %d error%s generated.\n", n.warnings,
                warnings, n.errors, errors);
    else if (n.errors)
        fprintf(out, "%d error%s generated.\n", n.errors, errors);
    else if (n.warnings)
        fprintf(out, "%d warning%s generated.\n", n.warnings, warnings);
}

static bool wants_color(FILE *out, enum diag_color color)
{
    if (color != DIAG_COLOR_AUTO)
        return color == DIAG_COLOR_ALWAYS;
    const char *term = getenv("TERM");
    return !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0 &&
           isatty(fileno(out));
}

struct diag_counts diag_print(FILE *out, const struct faults *faults,
                              const struct diag_options *options)
{
    struct diag_printer p = {
        .arena = faults->arena,
        .out = out,
        .program = options->program ? options->program : "hedrac",
        .color = wants_color(out, options->color),
    };
    struct diag_counts counts = {0};
    int n;
    struct diag_entry *entries = collect_entries(faults, options, &n);
    for (int i = 0; i < n; i++) {
        if (is_repeated(entries, i))
            continue;
        enum fault_severity severity = fault_counts_as(entries[i].fault);
        bool error = severity == FAULT_ERROR ||
                     (severity == FAULT_WARNING && options->werror);
        counts.errors += error;
        counts.warnings += !error && severity == FAULT_WARNING;
        print_fault(&p, entries[i].fault, options);
    }
    print_counts(out, counts);
    for (struct diag_source *s = p.sources; s; s = s->next)
        free(s->text);
    return counts;
}

enum fault_kind diag_find_kind(const char *name)
{
    for (int kind = 0; kind < FAULT_COUNT; kind++)
        if (strcmp(fault_name(kind), name) == 0)
            return kind;
    return FAULT_COUNT;
}
