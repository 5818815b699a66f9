/*
 * HEDRA_COUNT: what of the cost of kernels is to be printed at exit.
 *
 *   HEDRA_COUNT=WORD[,WORD…]
 *     table[:FILE] json[:FILE] annotate[:FILE]   what to print, and where
 *         (default: stderr); several are allowed
 *     arch:NAME    the GPU to count for (default: sm_80)
 *     ptxas:FILE   registers and spills from what `ptxas -v` printed
 *
 * Unset or empty: nothing is counted, at no cost.
 */
#ifndef HEDRA_RUNTIME_DEVICE_COUNT_REQUEST_H
#define HEDRA_RUNTIME_DEVICE_COUNT_REQUEST_H

#include "runtime/base/base.h"
#include "runtime/ptxsim/count/count.h"

enum count_form { COUNT_TABLE, COUNT_JSON, COUNT_ANNOTATE, COUNT_FORMS };

struct count_request {
    bool wanted[COUNT_FORMS];
    char *file[COUNT_FORMS]; /* malloc'ed; NULL: stderr */
    const struct arch *arch;
    char *ptxas;                 /* the file's name, malloc'ed; NULL: none */
    struct resources *resources; /* what that file says */
};

/* Is the text of HEDRA_COUNT one that count_request_parse takes, whatever the
 * files hold that it names? */
bool count_request_check(const char *text, struct report *why);

/* Parses the text of HEDRA_COUNT (NULL or "": nothing is wanted). False with a
 * report that says what is valid; the request is then empty. Give it back with
 * count_request_clear. */
bool count_request_parse(const char *text, struct count_request *request,
                         struct report *why);
void count_request_clear(struct count_request *request);
/* Whether anything is wanted. */
bool count_request_any(const struct count_request *request);

#endif
