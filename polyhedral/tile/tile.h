/*
 * The door of tile/: tiles. It takes a kernel's band and gives the band in
 * tiles, with copies to shared memory, several points to a thread, or several
 * time steps at once, and notes in the kernel what lower/ needs of them.
 *
 *   tile.c               which of the following a GPU kernel's band gets
 *   cache_tile.c         tiles for the host's caches
 *   shared_tile.c        tiles of arrays in shared memory
 *   shared_layout.c      how such a tile lies in the memory's banks
 *   double_buffer.c      the next tile is loaded while one is in use
 *   unroll_jam.c         several points to a thread
 *   register_promotion.c their elements in registers
 *   unroll_jam_points.c  these points, as sets and maps
 *   unguarded.c          which of their statements need no test of the block's
 *                        edge
 *   overlapped.c         several time steps at once, in tiles that overlap
 *                        (overlapped.h)
 *   overlapped_size.c    how large these are
 *   trapezoidal.c        several time steps at once on the host, without
 *                        overlap
 */
#ifndef HEDRA_POLYHEDRAL_TILE_TILE_H
#define HEDRA_POLYHEDRAL_TILE_TILE_H

#include "polyhedral/schedule/schedule.h"
#include "polyhedral/tile/overlapped.h"
#include "polyhedral/tile/trapezoidal.h"

/* The host's caches (cache_tile.c) */

/* Tiles the band (taken) by the given sizes, one for each member. */
isl_schedule_node *cache_tile_band(const struct poly *poly,
                                   isl_schedule_node *band,
                                   const int64_t *size);
/* Is the host's grid to have the tiles of the first two members of the node?
 * Those of one may be fewer than threads. */
bool cache_tile_shares_two(const struct poly *poly, isl_schedule_node *node);
/* Tiles the kernel's band, or each of a sequence of such (map/distribution.c);
 * the node is taken. The one with most loops comes first, and the choices and
 * the expected costs are those of it. */
isl_schedule_node *cache_tile_nests(const struct poly *poly,
                                    struct map_kernel *kernel,
                                    isl_schedule_node *node);

/* Shared memory (shared_tile.c) */

/* Finds arrays whose tiles are worth keeping in shared memory when the
 * permutable band (taken) runs as a kernel with its first `dims` members
 * mapped. If there are any: tiles the band, puts the statement
 * hd_stage[hd_p…], which copies the tiles, in front of the point band, filters
 * the point band by thread, and records the staging buffers in `kernel`.
 * Returns the node at the band's place. */
isl_schedule_node *shared_tile_band(const struct poly *poly,
                                    struct map_kernel *kernel,
                                    isl_schedule_node *band);
/* Finds such arrays for a team's band (taken), after team_synchronise: of
 * arrays that lanes read in steps, neighbours far apart, each block's part is
 * copied first, along its rows. */
isl_schedule_node *shared_tile_team(const struct poly *poly,
                                    struct map_kernel *kernel,
                                    isl_schedule_node *band);
/* Its parts, for a band in another form. The staging buffers of tiles with
 * `tile` points along each member; prefix: statements -> the schedule around a
 * tile. */
void shared_tile_find(const struct poly *poly, struct map_kernel *kernel,
                      const int64_t *tile, isl_union_map *prefix);
/* A filter above the node (taken): the thread's points. */
isl_schedule_node *shared_tile_thread(const struct poly *poly,
                                      const struct map_kernel *kernel,
                                      isl_schedule_node *node);
/* Puts that filter above the node (taken), and in front of it the copy of the
 * staging buffers' tiles; prefix: taken. */
isl_schedule_node *shared_tile_copy(const struct poly *poly,
                                    struct map_kernel *kernel,
                                    isl_schedule_node *node,
                                    isl_union_map *prefix);
/* The accesses that `serves` names: statements -> elements. */
isl_union_map *shared_tile_served(const struct poly *poly, const bool *serves);
/* Bytes of shared memory that the staging buffer's tile takes, once. */
int64_t shared_tile_buffer_bytes(const struct poly *poly,
                                 const struct staging_buffer *buffer);

/* Would tiles in shared memory make some access of the kernel take clearly
 * fewer sectors? */
bool shared_tile_may_gain(const struct poly *poly,
                          const struct map_kernel *kernel);
/* Frees what tile/ gave the kernel. */
void shared_tile_forget(struct map_kernel *kernel);

/* Several points to a thread (unroll_jam.c, register_promotion.c) */

/* The kernel's band (taken) with several points to a thread; NULL, and the band
 * is not taken: it is not to be (tile/unroll_jam.c). */
isl_schedule_node *unroll_jam_band(const struct poly *poly,
                                   struct map_kernel *kernel,
                                   isl_schedule_node *band);
void unroll_jam_free_promoted(struct promoted_array *promoted);
/* Does a register of it stand for the access to the array? */
bool unroll_jam_serves(const struct promoted_array *promoted, int array,
                       int access);

/* Double buffering (double_buffer.c) */

/* Fills in the kernel's `doubled`, its staging buffers being known, which are
 * those of a loop over tiles (tile/double_buffer.c). */
void double_buffer_choose(const struct poly *poly, struct map_kernel *kernel);
/* How often the block's threads iterate to copy a tile that is all there,
 * `each` neighbours at a time, if each time they take whole rows, or a part of
 * one, or of the only one; else 0. */
int double_buffer_rounds(const struct map_kernel *kernel,
                         const struct staging_buffer *buffer, int64_t each);
/* The neighbours that they do so with. */
int double_buffer_each(const struct map_kernel *kernel,
                       const struct staging_buffer *buffer);

enum { AHEAD_MAX_ROUNDS = 32 /* elements of a thread */ };

/* Layouts (shared_layout.c) */

/* The layout of a tile with the fewest predicted wavefronts for the copy and
 * for all reads below the kernel's band, then of the least memory
 * (tile/shared_layout.c; thesis sec. 2.5.7). `tile`: points of the tile along
 * each band member. */
struct staging_layout shared_layout_choose(const struct poly *poly,
                                           const struct map_kernel *kernel,
                                           const struct staging_buffer *buffer,
                                           const int64_t *tile);
/* Rows of a tile: all its dimensions but the last. */
int64_t shared_layout_rows(const struct staging_buffer *buffer);

#endif
