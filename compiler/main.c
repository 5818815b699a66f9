/*
 * hedrac: the command. The stages of the compiler follow one another in
 * compile_region and compile_source.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "backends/optimise/optimise.h"
#include "backends/target.h"
#include "backends/vector/vector.h"
#include "compiler/driver/driver.h"
#include "compiler/front/front.h"
#include "compiler/output/output.h"
#include "compiler/page/page.h"
#include "compiler/predict/predict.h"
#include "compiler/source/source.h"
#include "compiler/tune/tune.h"
#include "polyhedral/picture/picture.h"

struct compilation {
    struct arena *arena;
    const struct options *options;
    struct faults faults;
    struct progress *progress;
    int region_count;
    struct loc at;                      /* the region that is compiled */
    const struct counts *counts;        /* --counts */
    const struct tune_file *tuned;      /* NULL: none is read */
    struct tune_variant *variant;       /* NULL: no candidate of --tune */
    const struct scop *const *scop;     /* the regions */
    const struct splice_source *source; /* where the regions stand */
    struct buf text;                    /* what is to be written */
    struct buf depend;                  /* the dependency file */
    const struct names *names;          /* of the source; NULL: it is not C */
    struct buf page;                    /* --explain=html */
    struct passes passes;         /* the options', which print to the text */
    struct report_region *report; /* of each region; NULL: none is found yet */
    const char *gain; /* of the module last finished: host_passes.h */
};

static const struct loc nowhere;

static void tile_registers(struct compilation *w, struct kir_module *module,
                           const struct choice *choice)
{
    int64_t vectors = choice->want[CHOICE_REGISTERS];
    int64_t packing = choice->want[CHOICE_PACK];
    kir_register_tile(module, vectors ? (int)vectors : KIR_REGISTER_VECTORS,
                      packing ? (enum kir_packing)packing : KIR_PACKING_MODEL,
                      &w->faults);
}

/* Verify, optimise, verify again. What the compiler itself made must pass. */
static const struct kir_module *finish_module(struct compilation *w,
                                              struct kir_module *module,
                                              const struct choice *choice,
                                              const struct passes *passes,
                                              bool host)
{
    if (!kir_check(module, &w->faults))
        return NULL;
    struct kir_module *made = pass_runs(passes, PASS_OPTIMISE)
                                  ? kir_optimise(w->arena, module)
                                  : module;
    dump_module(&w->passes, PASS_OPTIMISE, NULL, made);
    host &= w->options->form != OPTIONS_FORM_OPENMP; /* what is to be read */
    if (host && pass_runs(passes, PASS_PEEL)) {
        if (kir_peel(made))
            made = kir_optimise(w->arena, made);
        dump_module(&w->passes, PASS_PEEL, NULL, made);
    }
    w->gain = host ? host_passes_run(passes, &w->passes, made) : NULL;
    if (host && pass_runs(passes, PASS_REGISTER_TILE)) {
        tile_registers(w, made, choice);
        dump_module(&w->passes, PASS_REGISTER_TILE, NULL, made);
    }
    if (!kir_check(made, &w->faults))
        return NULL;
    dump_module(&w->passes, PASS_CHECK, NULL, made);
    return made;
}

/* The kernels as they are printed for a GPU. */
static void dump_fitted(struct compilation *w, const struct kir_module *module)
{
    static const struct target *const targets[] = {&target_ptx, &target_opencl};
    for (size_t k = 0; k < sizeof targets / sizeof *targets; k++)
        if (pass_dump(&w->passes, PASS_MATH))
            dump_module(&w->passes, PASS_MATH, targets[k]->name,
                        target_fit(w->arena, targets[k], module));
}

/* The name that all of a region's C text and kernels begin with: the function's
 * and a number. */
static const char *name_region(const struct compilation *w,
                               const struct scop *scop, int number)
{
    const char *function = scop->function ? scop->function : "region";
    return arena_printf(w->arena, "hedra%s_%s_%d", names_tag(w->names),
                        names_plain(w->arena, function), number);
}

/* What --tune wants to know of a candidate. True if it is to be printed. */
static bool note_variant(struct compilation *w, const struct stub_region *r,
                         int k)
{
    struct tune_variant *v = w->variant;
    if (v->predict)
        v->prediction[k] = tune_predict(w->arena, r, &v->choice[k], v->gpu,
                                        v->size[k], v->size_count[k]);
    return v->print;
}

/* Does anyone ask what becomes of regions? */
static bool explains(const struct options *o)
{
    return o->diag.explain || o->page || o->report;
}

static bool compile_region(struct compilation *w, const struct scop *scop,
                           int number, struct choice *choice,
                           struct stub_region *r, struct page_region *shown)
{
    const struct options *o = w->options;
    bool fat = o->form == OPTIONS_FORM_FAT;
    struct faults before = w->faults;
    struct region_options how = {
        .name = name_region(w, scop, number),
        .contract = o->contract,
        .gpu = scop->device != SCOP_DEVICE_HOST &&
               (!fat || o->targets & (OPTIONS_GPUS | OPTIONS_RACER)),
        .host = true,
        .unbarred = !fat || o->targets & OPTIONS_OPENCL,
        .explain = explains(o),
        .picture = o->page ? w->region_count : 0,
        .size_count = o->size_count,
        .size = o->size,
        .compile_serial = o->compile_serial,
        .elements = o->elements,
        .plan_limited = o->plan_limited,
        .plan_window = o->plan_window,
        .plan = scop->plan ? scop->plan : o->plan,
        .limits = o->limits,
        .choice = choice,
        .passes = &w->passes,
    };
    if (o->form == OPTIONS_FORM_OPENMP)
        openmp_ask(&how);
    r->checked = o->check_independent && region_ask_check(w->arena, scop, &how);
    r->scop = scop;
    r->exact = stub_is_exact(w->arena, scop, o->contract != CONTRACT_OFF);
    if (w->variant)
        r->trial = stub_trial_of(r);
    struct region *region = region_compile(w->arena, scop, &how, &w->faults);
    r->region = region;
    if (r->region && w->variant)
        w->variant->kept[number - 1] = r->region->kept;
    if (!r->region || r->region->kept)
        return r->region;
    if (region->gpu)
        r->gpu = finish_module(w, r->region->gpu, choice, how.passes, false);
    r->host = finish_module(w, r->region->host, choice, how.passes, true);
    if (!r->host || (region->gpu && !r->gpu))
        return false;
    if (w->gain)
        region_prefer_kernels(region, w->gain, &w->faults, &before);
    if (r->gpu)
        dump_fitted(w, r->gpu);
    if (explains(o))
        shown->accesses = explain_region(w->arena, r, o, &before, &w->faults);
    if (o->diag.explain && stub_is_laid(r) && !w->variant)
        layout_explain(w->arena, r, &how, &w->faults);
    if (w->variant && !note_variant(w, r, number - 1))
        return true;
    bool done = !options_is_whole(o) || emit_region(r, o, &w->faults);
    if (w->variant)
        w->variant->code[number - 1] = tune_code(r);
    return done;
}

/* The page, from the regions and what was remarked on each of them. */
static void put_page(struct compilation *w, struct page_region *region,
                     int count, const struct splice_source *source,
                     const struct fault *end)
{
    struct page page = {
        .path = w->options->input,
        .source = source ? source->source : NULL,
        .counts = w->counts,
        .views = w->options->views,
        .region_count = count,
        .region = region,
    };
    for (int k = 0; k < count; k++) {
        region[k].end = k + 1 < count ? region[k + 1].first : end;
        region[k].summary = w->report[k].summary;
    }
    page_put(w->arena, &w->page, &page);
}

/* The region with what the command line permits in all of them. Of a
 * data-stream array each point of a nest is an element, in no tile. */
static const struct scop *permitted(struct compilation *w,
                                    const struct scop *scop)
{
    const struct options *o = w->options;
    if (!scop || (!o->reassociate && !o->elements))
        return scop;
    struct scop *copy = arena_alloc(w->arena, sizeof *copy);
    *copy = *scop;
    copy->reassociate |= o->reassociate;
    copy->tile_count = o->elements ? 0 : scop->tile_count;
    return copy;
}

/* Has it been found that the region stays as it is? */
static bool is_settled(const struct report_region *region)
{
    return region->state == REPORT_KEPT || region->state == REPORT_REFUSED;
}

/* Per region: what --tune, the command line or the tuning file wants. */
static struct choice *wanted(struct compilation *w,
                             const struct scop *const *scop, int count)
{
    const struct options *o = w->options;
    if (w->variant)
        return w->variant->choice;
    struct choice *choice =
        arena_alloc(w->arena, (size_t)count * sizeof *choice);
    bool found = false;
    bool file = w->tuned && o->form != OPTIONS_FORM_SCOP;
    for (int k = 0; k < count; k++) {
        w->faults.region = k + 1;
        choice[k].predict = explains(o);
        if (file && !is_settled(&w->report[k]))
            found |= tune_apply(w->tuned, scop[k], o, &choice[k], &w->faults);
        for (int c = 0; c < CHOICE_COUNT; c++)
            if (o->choice[c])
                choice[k].want[c] = o->choice[c];
        if (o->sweeps)
            choice[k].want[CHOICE_SWEEPS] = o->sweeps;
    }
    w->faults.region = 0;
    if (file && !found && o->tuned_given)
        fault_add(&w->faults, FAULT_TILE_SIZE, (struct loc){.file = o->input},
                  "%s notes nothing of any region of this file: what they"
                  " compute has changed, or they were never tuned",
                  o->tuned);
    return choice;
}

/* Is the nest right C, but nothing that a region takes, as what prints is? */
static bool is_beyond_model(const struct fault *fault)
{
    switch (fault->kind) {
    case FAULT_STATEMENT:
    case FAULT_LOOP_FORM:
    case FAULT_ITERATOR_WRITTEN:
    case FAULT_EXPRESSION:
    case FAULT_TYPE:
    case FAULT_CHAIN:
    case FAULT_PLAIN:
    case FAULT_CALL:
    case FAULT_POINTER:
    case FAULT_NON_AFFINE_BOUND:
    case FAULT_NON_AFFINE_CONDITION:
    case FAULT_NON_AFFINE_SUBSCRIPT:
    case FAULT_PARAM_WRITTEN:
    case FAULT_UNBOUNDED:
        return true;
    default:
        return false;
    }
}

/* Do all errors since then say so? A C file then holds the region as it is. */
static bool is_plain_alone(const struct compilation *w,
                           const struct faults *before)
{
    const struct options *o = w->options;
    bool only = options_is_whole(o) && !o->tune && !o->page;
    for (const struct fault *f = fault_since(&w->faults, before); f;
         f = f->next)
        only &= fault_counts_as(f) != FAULT_ERROR || is_beyond_model(f);
    return only;
}

/* Says of the first error since then that became a warning, or of a warning
 * that the region is kept, whose text does not, what becomes of the region. */
static void note_kept(struct compilation *w, const struct scop *scop,
                      const struct faults *before)
{
    struct fault *f = fault_since(&w->faults, before);
    while (f && !f->softened && f->kind != FAULT_KEPT)
        f = f->next;
    if (f && scop->promised)
        fault_note(&w->faults, f, f->loc,
                   "threads share the loop, as its author says they may");
    else if (f && f->softened && f->kind != FAULT_PLAIN)
        fault_note(&w->faults, f, f->loc,
                   "the region stays as it is, and runs as plain C");
}

/* Makes warnings of the faults where the region may stay. */
static bool keep_refused(struct compilation *w, const struct scop *scop,
                         struct report_region *region,
                         const struct faults *before)
{
    bool plain = is_plain_alone(w, before);
    const struct options *o = w->options;
    bool accepts = o->accept && options_is_whole(o) && !o->tune;
    if ((!plain && !o->keep_refused && !accepts) ||
        !fault_soften(&w->faults, before))
        return false;
    note_kept(w, scop, before);
    region->state = plain ? REPORT_KEPT : REPORT_REFUSED;
    return true;
}

/* Region `number` if it stays as it is. */
static const struct region *kept_region(struct compilation *w,
                                        const struct scop *scop, int number)
{
    struct region *kept = arena_alloc(w->arena, sizeof *kept);
    *kept = (struct region){.arena = w->arena, .scop = scop, .kept = true};
    kept->name = name_region(w, scop, number);
    return kept;
}

/* Region k with what came of it for the report; false if it is refused. */
static bool compile_or_keep(struct compilation *w, const struct scop *scop,
                            int k, struct choice *choice, struct stub_region *r,
                            struct page_region *shown)
{
    struct report_region *region = &w->report[k];
    struct faults before = w->faults;
    bool done = true;
    r->scop = scop;
    if (is_settled(region))
        r->region = kept_region(w, scop, k + 1);
    else
        done = compile_region(w, scop, k + 1, choice, r, shown);
    if (done && explains(w->options) && !w->variant)
        region->summary = summary_make(w->arena, r, name_region(w, scop, k + 1),
                                       w->options, &w->faults);
    if (done && !is_settled(region)) {
        region->state = r->region->kept ? REPORT_KEPT : REPORT_COMPILED;
        if (r->region->kept && scop->promised)
            note_kept(w, scop, &before);
    }
    if (!done && keep_refused(w, scop, region, &before)) {
        *r = (struct stub_region){.scop = scop,
                                  .region = kept_region(w, scop, k + 1)};
        done = true;
    }
    if (!done)
        region->state = REPORT_REFUSED;
    else if (!w->variant)
        look_ahead_note(&w->passes, scop, &w->faults);
    region->chosen = (struct report_span){before.last, w->faults.last};
    return done;
}

static bool print_regions(struct compilation *w, const struct stub_region *r,
                          int count, const struct splice_source *source)
{
    const struct options *o = w->options;

    switch (o->form) {
    case OPTIONS_FORM_FAT:
    case OPTIONS_FORM_OPENMP:
        return splice_source(source, r, count, &w->text, &w->faults);
    case OPTIONS_FORM_KIR:
    case OPTIONS_FORM_TARGET:
        return emit_form(r, count, o, &w->text, &w->faults);
    default:
        return true;
    }
}

static bool compile_regions(struct compilation *w,
                            const struct scop *const *scop, int count,
                            const struct splice_source *source)
{
    const struct options *o = w->options;
    struct stub_region *r = arena_alloc(w->arena, (size_t)count * sizeof *r);
    struct page_region *shown =
        arena_alloc(w->arena, (size_t)count * sizeof *shown);
    if (!w->report)
        w->report = arena_alloc(w->arena, (size_t)count * sizeof *w->report);
    struct choice *choice = wanted(w, scop, count);
    bool done = true;
    w->region_count = count;
    for (int k = 0; k < count; k++) {
        progress_step(w->progress, "region %d of %d, line %d", k + 1, count,
                      scop[k]->loc.line);
        w->at = scop[k]->loc;
        w->faults.region = k + 1;
        bool settled = is_settled(&w->report[k]);
        if (!settled)
            guard_note_place(w->at);
        if (!settled && !scop_check(scop[k], &w->faults))
            return false;
        if (o->form == OPTIONS_FORM_SCOP)
            scop_print(scop[k], &w->text);
        struct fault *last = w->faults.last;
        if (o->form != OPTIONS_FORM_SCOP || o->page)
            done &=
                compile_or_keep(w, scop[k], k, &choice[k], &r[k], &shown[k]);
        shown[k].launch = &r[k];
        shown[k].first = last ? last->next : w->faults.first;
    }
    w->faults.region = 0;
    access_check_sizes(scop, count, o->size, o->size_count, &w->faults);
    if (!done || (w->variant && !w->variant->print))
        return done;
    struct faults before = w->faults;
    done = print_regions(w, r, count, source);
    if (o->page)
        put_page(w, shown, count, source, fault_since(&w->faults, &before));
    return done;
}

static const char *const *with_file(struct arena *arena,
                                    const char *const *file, int count,
                                    const char *more)
{
    const char **all = arena_alloc(arena, (size_t)(count + 1) * sizeof *all);
    memcpy(all, file, (size_t)count * sizeof *all);
    all[count] = more;
    return all;
}

/* The rule for make, from the files that were read. */
static void put_dependencies(struct compilation *w, struct unit *unit)
{
    const struct options *o = w->options;
    const char *const *file;
    int count = unit_files(unit, !o->depend_user, &file);
    if (w->tuned && w->tuned->count > 0)
        file = with_file(w->arena, file, count++, w->tuned->path);
    bool own = !o->depend_target;
    bool to_stdout = strcmp(o->output, "-") == 0;
    const char *target = !own ? o->depend_target : o->output;
    if (own && to_stdout)
        target = o->input;
    depend_put_rule(&w->depend, target, own, file, count, o->depend_phony);
}

/* Is each file that is to be written none of those that are read or written,
 * what the unit includes among them (NULL: that is not known yet)? */
static bool check_paths(struct compilation *w, struct unit *unit)
{
    const struct options *o = w->options;
    struct paths paths = {.arena = w->arena};
    const char *const *file;
    int count = unit ? unit_files(unit, true, &file) : 0;
    paths_read(&paths, "the source", o->input);
    paths_read(&paths, "the counts", o->counts);
    paths_read(&paths, "the architecture", o->racer);
    for (int k = 1; k < count; k++)
        paths_read(&paths,
                   arena_printf(w->arena, "the included file %s", file[k]),
                   file[k]);
    if (o->tune)
        paths_write(&paths, "the tuning file", o->tuned);
    else
        paths_read(&paths, "the tuning file", o->tuned);
    if (!o->run)
        paths_write(&paths, "the output", o->tune ? "-" : o->output);
    paths_write(&paths, "the dependency file",
                o->depend ? o->depend_file : NULL);
    paths_write(&paths, "the page", o->page);
    paths_write(&paths, "the report", o->report);
    return paths_check(&paths, &w->faults);
}

/* A candidate of --tune: struct tune_source.compile. */
static bool compile_variant(void *context, struct tune_variant *v,
                            struct faults *faults)
{
    const struct compilation *all = context;
    struct compilation w = {
        .arena = v->arena,
        .options = all->options,
        .variant = v,
        .names = all->names,
        .passes = all->passes,
        .faults = faults_new(v->arena),
    };
    bool done = compile_regions(&w, all->scop, all->region_count, all->source);
    v->text = w.text;
    return fault_pass_errors(&w.faults, faults) && done;
}

static bool compile_c(struct compilation *w);

/* The same of layouts: struct tune_layouts.compile. */
static bool compile_layouts(void *context, const char *layout, struct buf *text,
                            struct faults *faults)
{
    const struct compilation *all = context;
    struct options o = *all->options;
    struct compilation w = {.arena = faults->arena, .options = &o};
    o.tune = OPTIONS_TUNE_NOT;
    o.layouts = layout;
    w.faults = faults_new(w.arena);
    w.tuned = tune_file_read(w.arena, o.tuned, true, &w.faults);
    bool done = w.tuned && compile_c(&w);
    *text = w.text;
    return fault_pass_errors(&w.faults, faults) && done;
}

static bool tune(struct compilation *w, const struct splice_source *source,
                 const struct unit *unit)
{
    int count = w->region_count;
    const char **name = arena_alloc(w->arena, (size_t)count * sizeof *name);
    for (int k = 0; k < count; k++)
        name[k] = name_region(w, w->scop[k], k + 1);
    w->source = source;
    struct tune_source all = {count, w->scop, name, w, compile_variant};
    struct tune_layouts layouts = {unit_layouts(unit), unit_layouts_place(unit),
                                   w, compile_layouts};
    return tune_regions(w->options, &all, w->progress, &w->text, &w->faults) &&
           (!layouts.clauses || tune_layouts(w->options, &layouts, w->progress,
                                             &w->text, &w->faults));
}

/* Those of the clauses, or what --tune tries or has noted in their place. */
static bool set_layouts(struct compilation *w, struct unit *unit, bool *rows)
{
    const struct options *o = w->options;
    const char *text = o->layouts, *clauses = unit_layouts(unit);
    *rows = !options_keep_layouts(o);
    if (!text && clauses && w->tuned && !*rows)
        text = tune_layouts_noted(w->tuned, clauses, unit_layouts_place(unit),
                                  o->tuned_for, &w->faults);
    *rows |= text && strcmp(text, "none") == 0;
    return unit_set_layout(unit, !*rows, o->layout, &w->faults) &&
           (!text || *rows || unit_change_layouts(unit, text));
}

/* Has hedrac crashed at the region, in an earlier try? Then nobody looks at it
 * again. */
static bool has_crashed(struct compilation *w, struct report_region *region)
{
    const struct crash *c = w->options->crash;
    while (c && (c->at.line != w->at.line || c->at.column != w->at.column))
        c = c->next;
    if (!c)
        return false;
    fault_add(&w->faults, FAULT_INTERNAL, w->at,
              "hedrac has crashed here (%s): the region stays as it is; please"
              " report it with the source",
              c->how);
    fault_soften_last(&w->faults);
    region->state = REPORT_KEPT;
    return true;
}

/* Region k as the front end reads it; one that is refused, and is to stay as it
 * is, as its place alone. */
static const struct scop *read_region(struct compilation *w, struct unit *unit,
                                      int k)
{
    struct report_region *region = &w->report[k];
    struct faults before = w->faults;
    w->at = unit_region_place(unit, k);
    w->faults.region = k + 1;
    guard_note_place(w->at);
    const struct scop *place = front_place(unit, k), *scop = place;
    if (!has_crashed(w, region)) {
        guard_crash_if_wanted(w->at);
        scop = permitted(w, front_region(unit, k, &w->faults));
    }
    if (!scop && keep_refused(w, place, region, &before))
        scop = place;
    if (!scop)
        region->state = REPORT_REFUSED;
    region->loc = w->at;
    region->function = place->function;
    region->read = (struct report_span){before.last, w->faults.last};
    w->faults.region = 0;
    return scop;
}

/* The whole compiler: a C file. */
static bool compile_c(struct compilation *w)
{
    const struct options *o = w->options;
    progress_step(w->progress, "reading %s", o->input);
    guard_note_place((struct loc){.file = o->input});
    struct unit *unit = unit_open(w->arena, o->input, o->accept, o->clang_count,
                                  o->clang, &w->faults);
    if (!unit)
        return false;
    bool rows;
    if (!check_paths(w, unit) || !set_layouts(w, unit, &rows)) {
        unit_close(unit);
        return false;
    }
    int count = unit_region_count(unit);
    const struct scop **scop =
        arena_alloc(w->arena, (size_t)count * sizeof *scop);
    w->report = arena_alloc(w->arena, (size_t)count * sizeof *w->report);
    for (int k = 0; k < count; k++)
        scop[k] = read_region(w, unit, k);
    w->scop = scop;
    w->names = unit_names(unit);
    w->region_count = count;
    bool done = w->faults.errors == 0;
    bool named = strcmp(o->output, "-") != 0 && !o->run;
    struct splice_source source = {
        .path = o->input,
        .output = named ? o->output : "hedra.c",
        .openmp = o->form == OPTIONS_FORM_OPENMP,
        .row_order = rows,
        .contracted = o->contract != CONTRACT_OFF,
        .looks_ahead = pass_runs(&w->passes, PASS_LOOK_AHEAD),
    };
    source.source = unit_source(unit);
    source.names = w->names;
    source.data_count = unit_data(unit, &source.data);
    if (done && count == 0 && source.data_count == 0)
        fault_add(&w->faults, FAULT_NO_REGION, (struct loc){.file = o->input},
                  "no loop nest is marked with #pragma hedra or #pragma scop");
    done = done && (o->tune ? tune(w, &source, unit)
                            : compile_regions(w, scop, count, &source));
    if (o->depend)
        put_dependencies(w, unit);
    unit_close(unit);
    return done;
}

static char *read_input(struct compilation *w)
{
    const char *path = w->options->input;
    char *text = base_read_file(path, NULL);
    if (!text)
        fault_add(&w->faults, FAULT_FILE, nowhere, "cannot read %s: %s", path,
                  strerror(errno));
    return text;
}

static bool compile_scop(struct compilation *w)
{
    char *text = read_input(w);
    if (!text)
        return false;
    const struct scop *scop =
        scop_parse(w->arena, w->options->input, text, &w->faults);
    free(text);
    scop = permitted(w, scop);
    return scop && compile_regions(w, &scop, 1, NULL);
}

static bool compile_kir(struct compilation *w)
{
    char *text = read_input(w);
    if (!text)
        return false;
    struct kir_module *parsed =
        kir_parse(w->arena, w->options->input, text, &w->faults);
    free(text);
    const struct kir_module *module =
        parsed ? finish_module(w, parsed, NULL, &w->passes, false) : NULL;
    if (w->options->form == OPTIONS_FORM_DUMP)
        return module;
    return module && emit_module(module, w->options, &w->text, &w->faults);
}

static bool compile_input(struct compilation *w)
{
    const char *path = w->options->input, *counts = w->options->counts;
    const char *tuned = w->options->tuned;
    if (!check_paths(w, NULL))
        return false;
    if (counts && !(w->counts = counts_read(w->arena, counts, &w->faults)))
        return false;
    if (tuned && !w->options->tune &&
        !(w->tuned = tune_file_read(w->arena, tuned, !w->options->tuned_given,
                                    &w->faults)))
        return false;
    if (options_has_suffix(path, ".kir"))
        return compile_kir(w);
    if (options_has_suffix(path, ".scop"))
        return compile_scop(w);
    return compile_c(w);
}

/* What the verifiers found in what the compiler itself has made of C, and a
 * failure that nothing explains. */
static void report_internal(struct compilation *w, bool done)
{
    const char *path = w->options->input;
    if (!done && w->faults.errors == 0)
        fault_add(&w->faults, FAULT_INTERNAL,
                  w->at.file ? w->at : (struct loc){.file = path},
                  "hedrac has failed without a reason; please report it with"
                  " the source");
    if (options_has_suffix(path, ".kir") || options_has_suffix(path, ".scop"))
        return;
    for (const struct fault *f = w->faults.first; f; f = f->next)
        if (f->kind == FAULT_KIR_INVALID || f->kind == FAULT_SCOP_INVALID) {
            fault_add(&w->faults, FAULT_INTERNAL, f->loc,
                      "hedrac has made something invalid of this; please"
                      " report it with the source");
            return;
        }
}

/* Writes the files, or runs the program; the exit code. The dependency file
 * goes first: where it fails, there is no output. */
static int deliver(struct compilation *w)
{
    const struct options *o = w->options;
    int code = OPTIONS_EXIT_DONE;
    guard_note_delivery();
    bool explained = !o->page || paths_put(o->page, &w->page, &w->faults);
    if (explained && (o->run || o->verilog))
        code = run_program(o, w->text.text, w->text.length, &w->faults);
    else if (o->tune)
        paths_put("-", &w->text, &w->faults);
    else if (explained &&
             (!o->depend || paths_put(o->depend_file, &w->depend, &w->faults)))
        paths_put(o->output, &w->text, &w->faults);
    if (w->faults.errors == 0)
        return code;
    diag_print(stderr, &w->faults, &o->diag);
    return options_exit_code(&w->faults);
}

/* Also of a file in which a region is refused. */
static void put_report(struct compilation *w)
{
    const struct options *o = w->options;
    struct buf text = {0};
    if (!o->report || !w->report)
        return;
    report_put(&text, o->input, w->report, w->region_count, &w->faults,
               &o->diag);
    paths_put(o->report, &text, &w->faults);
    buf_free(&text);
}

static int compile(struct arena *arena, const struct options *options)
{
    struct compilation w = {.arena = arena, .options = options};
    w.faults = faults_new(arena);
    w.passes = options->passes;
    if (options->form == OPTIONS_FORM_SCHEDULE)
        pass_ask_trees(&w.passes);
    w.passes.out = options->form == OPTIONS_FORM_SCHEDULE ||
                           options->form == OPTIONS_FORM_DUMP
                       ? &w.text
                       : NULL;
    w.progress = progress_begin();
    bool done = compile_input(&w);
    progress_end(w.progress);
    report_internal(&w, done);
    put_report(&w);
    struct diag_counts counts = diag_print(stderr, &w.faults, &options->diag);
    int code = options_exit_code(&w.faults);
    if (done && counts.errors == 0) {
        w.faults = faults_new(arena);
        code = deliver(&w);
    }
    buf_free(&w.text);
    buf_free(&w.depend);
    buf_free(&w.page);
    return code;
}

int main(int argc, char **argv)
{
    guard_keep_memory();
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct options options = options_parse(arena, argc, argv, &faults);
    int code = OPTIONS_EXIT_DONE;
    if (faults.errors) {
        diag_print(stderr, &faults, &options.diag);
        code = options_exit_code(&faults);
    } else if (options.action == OPTIONS_HELP) {
        options_print_help(stdout);
    } else if (options.action == OPTIONS_VERSION) {
        puts("hedrac " HEDRAC_VERSION);
    } else if (options.action == OPTIONS_PASSES) {
        pass_print(stdout);
    } else {
        code = crash_guard(arena, &options, compile);
    }
    arena_free(arena);
    return code;
}
