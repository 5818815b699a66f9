/*
 * The C text for arrays that lie in another order in a block or a nest (the
 * clause layout).
 */
#ifndef HEDRA_COMPILER_OUTPUT_LAYOUT_STUB_H
#define HEDRA_COMPILER_OUTPUT_LAYOUT_STUB_H

#include "compiler/output/splice.h"

/* Has any array of the region a layout? */
bool stub_is_laid(const struct stub_region *r);

/* Where the region's rows are filled: those with a layout get it; returns 1
 * from the region's function if there is no memory for that. */
void stub_put_layouts(struct buf *out, const struct stub_region *r);

/* Where the block opens and where it closes; before a plain nest in it. */
void stub_put_layout_open(struct buf *out, const char *tag, const char *path,
                          const struct splice_data *data);
void stub_put_layout_close(struct buf *out, const char *tag,
                           const struct splice_data *data);
void stub_put_layout_home(struct buf *out, const char *tag,
                          const struct splice_data *data);

#endif
