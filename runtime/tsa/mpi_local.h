/* What the files tsa_mpi*.c share. */
#ifndef HEDRA_RUNTIME_TSA_MPI_LOCAL_H
#define HEDRA_RUNTIME_TSA_MPI_LOCAL_H

#include "runtime/include/hedra_tsa_mpi.h"
#include "runtime/tsa/fail.h"
#include "runtime/tsa/growth.h"

enum { X, Y, SIDES = 4, WAYS = 9 };

/* Rectangles here are in the coordinates of the rank's own one: its halo has
 * negative ones too. */
typedef struct hedra_tsa_part part;

struct frame {
    struct hedra_tsa *lattice;
    part covers, right; /* `right`: right after a pass */
};

/* What passes to and from one of the neighbours, way = 3 (dy + 1) + dx + 1. */
struct message {
    int rank; /* MPI_PROC_NULL: no neighbour that way */
    part sent, received;
    void *out, *in;
};

struct hedra_tsa_mpi {
    MPI_Comm comm;
    struct hedra_tsa_options o;
    int parts[2], place[2];
    part own; /* in the whole lattice's coordinates */
    int64_t reach;
    int depth;   /* stages in a pass */
    size_t size; /* bytes of a real */
    struct hedra_tsa *inner;
    int frame_count;
    struct frame frame[SIDES];
    struct message message[WAYS];
    void *scratch; /* of a frame's size, two reals a site */
    double *link_x, *link_y, *potential; /* copies for the energy, or NULL */
    struct tsa_growth growth;            /* imaginary time */
    bool normal;                         /* the state's norm is known to be 1 */
};

static inline size_t sites(part a)
{
    return (size_t)(a.width * a.height);
}

/* Returns the greatest error of any rank, on all ranks. */
int tsa_mpi_agree(MPI_Comm comm, int error);

/* mpi.c, for mpi_observe.c. */

/* The number of the neighbour dx and dy places away. */
int tsa_mpi_way_of(int dx, int dy);
/* The rank's own rectangle, in its own coordinates. */
part tsa_mpi_whole(const struct hedra_tsa_mpi *m);
/* Sends what is in `out`, `size` bytes a site, and receives as much. */
void tsa_mpi_post(struct hedra_tsa_mpi *m, size_t size,
                  MPI_Request request[2 * WAYS]);
/* The imaginary parts, behind the real ones of a rectangle. */
char *tsa_mpi_second(const void *first, part a, size_t size);
/* Fills `out` of all messages from the state. */
int tsa_mpi_pack(struct hedra_tsa_mpi *m);

#endif
