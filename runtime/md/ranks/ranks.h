/*
 * Molecular dynamics over ranks of MPI (hedra_md_mpi.h), in hedra_mpi; the door
 * of this folder, for itself alone.
 *
 *   mpi       objects, bricks and stretches of ranks, states brought together
 *   links     messages
 */
#ifndef HEDRA_RUNTIME_MD_RANKS_RANKS_H
#define HEDRA_RUNTIME_MD_RANKS_RANKS_H

#include "runtime/include/hedra_md_mpi.h"
#include "runtime/include/hedra_md_part.h"

/* Tags: along an axis, states, and between all ranks. */
enum { DOWN = 1, UP = 2, STATE = 3, ALL = 4 };

struct hedra_md_mpi {
    MPI_Comm comm;
    int rank, ranks;
    int neighbour[3][2]; /* below and above, or MPI_PROC_NULL */
    struct hedra_md *md;
    int64_t whole;
    int64_t *id; /* of all, or NULL */
    char *in[2];
    int64_t capacity[2];
    /* What was sent down and up along each axis in the last two exchanges that
     * were begun, by turns. MPI may not be done with a message before its
     * receiver waits for it: so nobody waits for that before the next exchange
     * has ended, and ranks that lag behind a little hold nobody up. */
    MPI_Request sent[3][2][2];
    /* An exchange and a number that are under way. */
    struct {
        int axis, turn[3];
        const void *out[2];
        void *in[2];
        int64_t bytes[2], received[2];
        MPI_Request request[2];
        bool is_put_off; /* for `end`: too long for one message each */
    } begun;
    struct {
        double own, all;
        MPI_Request request;
    } number;
    /* The same between all ranks, which own stretches: what was sent by turns,
     * what is under way, `ranks` requests each; and its numbers of bytes. */
    struct {
        MPI_Request *sent[2], *request;
        int turn;
        char *in;
        int64_t capacity;
        const char *out;
        char *to; /* NULL: no exchange is under way */
        const int64_t *bytes, *received;
        bool is_put_off;
    } all;
    enum hedra_md_own own;
};

/* links: how parts reach each other; waits until MPI is done with all that was
 * sent; pieces that it can count in an int. */
struct hedra_md_links md_links_of(struct hedra_md_mpi *m);
void md_links_wait(struct hedra_md_mpi *m);
int md_links_piece(int64_t left);

#endif
