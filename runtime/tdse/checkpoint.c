/* Checkpoints of <hedra_tdse.h>. */
#include "runtime/host/host.h"
#include "runtime/tdse/file.h"
#include "runtime/tdse/local.h"
#include "runtime/tridiag/tridiag.h"

enum hedra_status hedra_tdse_save(const struct hedra_tdse *t, const char *path,
                                  const void *notes, size_t bytes,
                                  struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !path || (bytes > 0 && !notes) || bytes > PTRDIFF_MAX)
        return error_argument(why, "the object, the path or notes is NULL");
    struct tdse_content content = tdse_grid_content(&t->grid);
    content.notes = (void *)notes;
    content.bytes = (int64_t)bytes;
    return tdse_file_write(path, &content, why);
}

static enum hedra_status make(const struct tdse_content *c,
                              const struct hedra_tdse_options *given,
                              struct hedra_tdse **made, struct hedra_error *why)
{
    struct hedra_tdse_options o;
    enum hedra_status status = tdse_content_options(c, given, &o, why);
    o.potential = c->potential;
    o.absorber = c->absorber;
    if (!status)
        status = hedra_tdse_create(&o, made, why);
    if (status)
        return status;
    status = hedra_tdse_set(*made, c->psi, c->begin, why);
    (*made)->grid.steps = c->steps;
    return status;
}

enum hedra_status hedra_tdse_restart(const char *path,
                                     const struct hedra_tdse_options *options,
                                     struct hedra_tdse **made, void **notes,
                                     size_t *bytes, struct hedra_error *why)
{
    CANCEL_OFF;
    struct tdse_content content;
    if (made)
        *made = NULL;
    if (!path || !made || (notes && !bytes))
        return error_argument(why, "the path, made or bytes is NULL");
    enum hedra_status status = tdse_file_read(path, &content, why);
    if (!status)
        status = make(&content, options, made, why);
    if (status) {
        hedra_tdse_destroy(*made);
        *made = NULL;
    } else if (notes) {
        *notes = content.notes;
        *bytes = (size_t)content.bytes;
        content.notes = NULL;
    }
    tdse_content_drop(&content);
    return status;
}
