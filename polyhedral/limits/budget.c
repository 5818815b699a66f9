/*
 * The limits under which isl works (budget.h): isl counts its operations
 * itself, and a timer of the process sets the flag by which it stops when the
 * seconds are over. A crash behind a limit returns to budget_try by a signal
 * handler's jump.
 */
#include "polyhedral/limits/gmp_pool.h"
#include "polyhedral/limits/limits.h"

#include <isl/options.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

/* Of a stage: however late it is, and what a timer can take. */
static const double LEAST_SECONDS = 0.3, MOST_SECONDS = 1e9;

struct budget {
    isl_ctx *ctx;
    struct region_limits limits;
    double start; /* processor time */
    double stage; /* seconds of this one */
    bool timed;
    timer_t timer;
};

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* isl looks at what this sets before each of its operations. */
static void on_timer(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    if (info->si_code == SI_TIMER)
        isl_ctx_abort(info->si_value.sival_ptr);
}

static void make_timer(struct budget *budget)
{
    struct sigaction action = {.sa_sigaction = on_timer,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF,
                             .sigev_value.sival_ptr = budget->ctx};
    sigemptyset(&action.sa_mask);
    budget->timed =
        sigaction(SIGPROF, &action, NULL) == 0 &&
        timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &budget->timer) == 0;
}

static void start_timer(struct budget *budget)
{
    struct itimerspec when = {.it_value.tv_sec = (time_t)budget->stage};
    double rest = budget->stage - (double)when.it_value.tv_sec;
    when.it_value.tv_nsec = (long)(rest * 1e9);
    timer_settime(budget->timer, 0, &when, NULL);
}

struct budget *budget_new(const struct region_limits *limits)
{
    struct budget *budget = calloc(1, sizeof *budget);
    if (!budget)
        abort();
    limbs_pool();
    budget->ctx = isl_ctx_alloc();
    isl_options_set_on_error(budget->ctx, ISL_ON_ERROR_CONTINUE);
    budget->limits = *limits;
    budget->start = processor_seconds();
    if (limits->seconds)
        make_timer(budget);
    budget_stage(budget, 1);
    return budget;
}

void budget_free(struct budget *budget)
{
    if (budget->timed)
        timer_delete(budget->timer);
    isl_ctx_free(budget->ctx);
    free(budget);
}

isl_ctx *budget_ctx(const struct budget *budget)
{
    return budget->ctx;
}

void budget_stage(struct budget *budget, unsigned long share)
{
    unsigned long most = budget->limits.operations;
    isl_ctx_reset_operations(budget->ctx);
    isl_ctx_set_max_operations(budget->ctx,
                               most && most < share ? 1 : most / share);
    if (!budget->timed)
        return;
    double all = (double)budget->limits.seconds;
    double left = budget->start + all - processor_seconds();
    budget->stage = all / (double)share;
    if (budget->stage > left)
        budget->stage = left;
    if (budget->stage > MOST_SECONDS)
        budget->stage = MOST_SECONDS;
    if (budget->stage < LEAST_SECONDS)
        budget->stage = LEAST_SECONDS;
    start_timer(budget);
    isl_ctx_resume(budget->ctx);
}

bool budget_spent(const struct budget *budget)
{
    enum isl_error error = isl_ctx_last_error(budget->ctx);
    return error == isl_error_quota || error == isl_error_abort;
}

void budget_clear(struct budget *budget)
{
    isl_ctx_reset_error(budget->ctx);
    isl_ctx_reset_operations(budget->ctx);
    if (!budget->timed || !isl_ctx_aborted(budget->ctx))
        return;
    start_timer(budget);
    isl_ctx_resume(budget->ctx);
}

/* The innermost step, and where to go on behind it. */
struct rescue {
    const struct budget *budget;
    struct rescue *outer;
    struct sigaction before;
    sigjmp_buf place;
};
static struct rescue *rescue;

static void leave(struct rescue *here)
{
    sigaction(SIGSEGV, &here->before, NULL);
    rescue = here->outer;
}

static void on_crash(int number)
{
    struct rescue *here = rescue;
    if (budget_spent(here->budget))
        siglongjmp(here->place, 1);
    leave(here);
    raise(number);
}

bool budget_try(struct budget *budget, void (*step)(void *), void *user)
{
    struct sigaction action = {.sa_handler = on_crash};
    struct rescue here = {.budget = budget, .outer = rescue};
    sigemptyset(&action.sa_mask);
    rescue = &here;
    sigaction(SIGSEGV, &action, &here.before);
    bool done = sigsetjmp(here.place, 1) == 0;
    if (done)
        step(user);
    leave(&here);
    return done;
}

bool budget_approximates(const struct budget *budget)
{
    return budget->limits.approximate;
}

void budget_report(const struct budget *budget, struct faults *faults,
                   struct loc loc, const char *stage)
{
    bool late = isl_ctx_last_error(budget->ctx) == isl_error_abort;
    struct fault *fault = fault_add(
        faults, FAULT_TOO_COMPLEX, loc,
        "this region is too complex: %s was reached while %s",
        late ? "the limit of processor time" : "isl's operation limit", stage);
    fault_hint(faults, fault, loc,
               "split the region, state sizes with assume(...), or raise %s",
               late ? "--max-seconds" : "--max-operations");
}
