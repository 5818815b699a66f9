/*
 * A part of a box of <hedra_md.h>: a brick of its cells, or a stretch of them
 * in their order, whose particles one object owns, while other objects, of
 * other processes say, own the rest. What goes between them goes through
 * functions of the caller's: <hedra_md_mpi.h> is made of this.
 *
 * With FULL lists, the same options and particles, in the same order, every
 * particle has the bits that one object of the whole box gives it, for any
 * number of parts; with HALF lists parts change the last bits. Particles are
 * sorted at each build of lists.
 *
 * hedra_md_step, hedra_md_measure, hedra_md_set_thermostat, hedra_md_mark,
 * hedra_md_displacement and hedra_md_counts take such an object, and each part
 * must call all but the last one alike, as they call the links. Other functions
 * of <hedra_md.h> and its kin refuse it with HEDRA_ERROR_ARGUMENT.
 */
#ifndef HEDRA_MD_PART_H
#define HEDRA_MD_PART_H

#include "hedra_md.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a part reaches the others; all parts call each function at the same
 * time. */
struct hedra_md_links {
    void *context;
    /* Sends bytes[0] bytes at out[0] to the part below along the axis and
     * bytes[1] at out[1] to the part above, and puts in in[0] what the part
     * below has sent, received[0] bytes, and in in[1] what that above has. The
     * memory is the link's until the next call. Where there is no such part,
     * nothing is sent and received is 0. Called for axes of several parts
     * only. `known`: received holds the numbers of bytes already; neither they
     * nor `bytes` are larger than what went to or came from that side in some
     * exchange along the axis for which they were not known. False: memory
     * lacks, and received is 0; not if `known`. */
    bool (*exchange)(void *context, int axis, const void *const out[2],
                     const int64_t bytes[2], const void *in[2],
                     int64_t received[2], bool known);
    /* Returns the largest number of all parts. */
    double (*largest)(void *context, double number);
    /* Makes each number the sum of all parts' ones. */
    void (*add)(void *context, double *numbers, int64_t count);
    /* Unless all four are NULL (then begin_all is, too): an exchange whose
     * numbers of bytes are known, and the largest number, each in two halves,
     * between which the part computes. What the parts below and above have sent
     * goes to in[0] and in[1], memory of this part. What out points to stays as
     * it is until the next exchange along the axis, of either kind, has ended;
     * one exchange and one number at a time are under way. */
    void (*begin)(void *context, int axis, const void *const out[2],
                  const int64_t bytes[2], void *const in[2],
                  const int64_t received[2]);
    void (*end)(void *context);
    void (*largest_begin)(void *context, double number);
    double (*largest_end)(void *context);
    /* Of parts that own stretches, instead of `exchange` and `begin`, else
     * NULL: sends bytes[p] bytes to each part p, which lie at `out` in the
     * order of parts, and puts in *in what they have sent, in their order, too,
     * received[p] bytes of each. Of this part itself both are 0. `known` and
     * false as above, for all bytes together. The exchange that begin_all
     * begins ends by `end`, until when bytes and received stay as they are. */
    bool (*exchange_all)(void *context, const void *out, const int64_t *bytes,
                         const void **in, int64_t *received, bool known);
    void (*begin_all)(void *context, const void *out, const int64_t *bytes,
                      void *in, const int64_t *received);
};

struct hedra_md_brick {
    int64_t first[3], cells[3]; /* of the cells of the box */
    int parts[3], place[3];     /* of the box along each axis, and this one */
    /* enum hedra_md_own. HEDRA_MD_CURVE: the box's cells in their order are
     * cut into parts[0] stretches, of as many cells each or one more, and this
     * part owns number place[0]; parts along the other axes are 1, and `first`
     * and `cells` are not read. */
    int own;
    int64_t whole;     /* particles in all parts */
    int64_t first_row; /* the number of the first that is given here */
    const int64_t *id; /* of all of them, or NULL */
};

/* A particle of a part; row is its number among all, from 0. */
struct hedra_md_part_particle {
    double position[3], velocity[3], force[3];
    int64_t row;
    int image[3], type;
};

/* Puts the number of cells of the box along each axis in cells[0..2], and in
 * *least how many of them a brick needs along an axis of several parts for its
 * ghosts to come in one hop: of less, down to one, they come in several. Errors
 * are those of hedra_md_create. */
HEDRA_MD_API enum hedra_status
hedra_md_part_cells(const struct hedra_md_options *options, int64_t whole,
                    int64_t cells[3], int *least, struct hedra_error *why);

/* Makes the object as hedra_md_create does. `particles` are any share of all,
 * also none, wherever they lie; its ids are not read. The links are copied. An
 * error of one part is one of all. HEDRA_ERROR_VALUE: all parts together do not
 * have `whole` particles. */
HEDRA_MD_API enum hedra_status
hedra_md_part_create(const struct hedra_md_options *options,
                     const struct hedra_md_brick *brick,
                     const struct hedra_md_links *links,
                     const struct hedra_md_particles *particles,
                     struct hedra_md **made, struct hedra_error *why);

/* From now on, at each `every`-th build of lists, the borders between bricks
 * move so that each has about as much work, as far as borders that go through
 * the whole box can do that, or the ends of stretches do; 0, as at first: they
 * stay. No bit depends on it. All parts call it alike; checkpoints do not have
 * it. HEDRA_ERROR_ARGUMENT: every is below 0, `by` is unknown, or parts are
 * bricks and the order of cells is EXACT, a TABLE, or a HYBRID of HYBRIDs. */
HEDRA_MD_API enum hedra_status
hedra_md_part_set_balance(struct hedra_md *md, int64_t every,
                          enum hedra_md_balance by, struct hedra_error *why);

/* Returns how many particles the part has now, and copies them to `to`, unless
 * that is NULL, in no order. */
HEDRA_MD_API int64_t hedra_md_part_get(const struct hedra_md *md,
                                       struct hedra_md_part_particle *to);

/* Checkpoints -------------------------------------------------------------- */

/* A particle of a part as a checkpoint has it: where it was when lists were
 * built, and its cell of the box then. */
struct hedra_md_part_state {
    double built[3], position[3], velocity[3];
    int64_t row, cell;
    int image[3], type; /* from 0 */
};

/* Returns how many particles the part has, and copies them to `to`, unless that
 * is NULL. */
HEDRA_MD_API int64_t hedra_md_part_states(const struct hedra_md *md,
                                          struct hedra_md_part_state *to);

/* Writes the file of hedra_md_save (<hedra_md_file.h>) for the whole box: `all`
 * are the particles of all parts. One part alone calls it. */
HEDRA_MD_API enum hedra_status
hedra_md_part_save(const struct hedra_md *md,
                   const struct hedra_md_part_state *all, const char *path,
                   const void *notes, size_t bytes, struct hedra_error *why);

/* Makes the object from a file as hedra_md_restart does, whoever has written
 * it. `choose`, which gets brick->whole and brick->id, fills in the rest of the
 * brick. An error of one part is one of all. */
HEDRA_MD_API enum hedra_status hedra_md_part_restart(
    const char *path, const struct hedra_order_options *order,
    const struct hedra_md_links *links,
    enum hedra_status (*choose)(void *context,
                                const struct hedra_md_options *options,
                                struct hedra_md_brick *brick,
                                struct hedra_error *why),
    struct hedra_md **made, void **notes, size_t *bytes,
    struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
