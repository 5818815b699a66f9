/* Steps on a device, as the files of molecular dynamics call them. */
#ifndef HEDRA_RUNTIME_MD_DEVICE_H
#define HEDRA_RUNTIME_MD_DEVICE_H

#include "runtime/md/local.h"

/* device: what is newer there of x, v and f comes home to be read (nothing to
 * do without a device), and what failed there, if anything did; velocities come
 * home to be written, too. */
enum hedra_status md_device_read(const struct hedra_md *md,
                                 struct hedra_error *why);
enum hedra_status md_device_status(const struct hedra_md *md,
                                   struct hedra_error *why);
void md_device_take(struct hedra_md *md);
/* With a device, before particles are sorted and after: x and v come home, and
 * are kept there again, with lists of them. */
void md_device_leave(struct hedra_md *md);
void md_device_lists(struct hedra_md *md);
/* Kicks and moves: the square of the largest displacement since the build, or
 * INFINITY; the kick that ends a step; ghosts and positions in float; forces;
 * energies and virials, in md->each. */
double md_device_advance(struct hedra_md *md, int kicks);
void md_device_kick(struct hedra_md *md);
void md_device_move(struct hedra_md *md);
void md_device_force(struct hedra_md *md);
void md_device_measure(struct hedra_md *md);
void md_device_free(struct md_device *d);

#endif
