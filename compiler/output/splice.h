/*
 * Splice: puts compiled regions back into the user's source.
 *
 * Reads the text of the source and the compiled regions; writes the text of
 * the C file that holds both. The user's text is copied as it stands but for
 * the marking pragmas that are compiled, which C compilers would warn of; #line
 * directives keep its places. Owns nothing.
 */
#ifndef HEDRA_COMPILER_OUTPUT_SPLICE_H
#define HEDRA_COMPILER_OUTPUT_SPLICE_H

#include "compiler/output/launch_stub.h"
#include "compiler/source/source.h"
#include "runtime/base/base.h"

/* An array that lies in another order in a block: C expressions of how many
 * elements it has along each subscript, and of the bytes of one. */
struct splice_layout {
    const char *name;
    int rank;
    const char *size[LAYOUT_RANK], *bytes;
    const struct scop_layout *layout;
    struct loc loc;
};

/* A block whose arrays stay on the device between regions (#pragma hedra data),
 * as offsets in the source: of the pragma, behind the block, and where
 * file-scope text may be put before the function. Or a region, of which only
 * the layouts of its own are meant. */
struct splice_data {
    size_t begin, end, insert;
    int count;
    const char **base, **size; /* C expressions: address and bytes of each */
    bool nest;
    int layout_count;
    const struct splice_layout **layout;
};

struct splice_source {
    const char *path;   /* for #line, as the user wrote it */
    const char *output; /* the same for the C file that is made */
    const struct lex_source *source;
    const struct names *names; /* of the source; NULL: none that matter */
    int data_count; /* blocks are disjoint, or one holds the other, or a region
                     */
    const struct splice_data *data;
    bool row_order;   /* no array has a layout: --tune measures without */
    bool contracted;  /* products and sums of floats may be */
    bool looks_ahead; /* loops of the plain nests do that can */
    bool openmp; /* --emit=openmp: the file stands for itself, without libhedra
                    and without places in the source */
};

/* Appends the C file. The regions, in any order, do not overlap; those that are
 * kept stay, with a word to libhedra. False, with a fault, if a region cannot
 * be expressed. */
bool splice_source(const struct splice_source *source,
                   const struct stub_region *region, int count, struct buf *out,
                   struct faults *faults);

#endif
