#ifndef HEDRA_POLYHEDRAL_LIMITS_GMP_POOL_H
#define HEDRA_POLYHEDRAL_LIMITS_GMP_POOL_H

/*
 * Memory for the limbs of isl's integers. isl makes and frees them all the
 * time, nearly all of one limb: lists of free blocks by size spare it half of
 * its time in malloc. One thread at a time may use isl then.
 */

/* Gives GMP these functions, before it is used; nothing where isl has other
 * integers. */
void limbs_pool(void);

#endif
