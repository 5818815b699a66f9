/*
 * Private to shared_tile.c and tile_access.c: the staging buffers of the kernel
 * that is lowered, and where its tiles lie at the moment.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_STAGING_H
#define HEDRA_POLYHEDRAL_LOWER_STAGING_H

struct staging_loop;

struct staging {
    int *buffer;  /* per staging buffer of the kernel: its shared memory */
    int **offset; /* per staging buffer: the variables with its offsets */
    /* With double buffering. Per staging buffer, the variables that the thread
     * has loaded the next tile to; the variable that tells which half of the
     * buffers is in use, I32; the loop over tiles whose body begins. */
    int **loaded, half;
    const struct staging_loop *loop;
};

#endif
