/*
 * Bodies under gravity: nbody [BODIES [STEPS]]. The bodies are an array of
 * structs, read and written field by field.
 */
#include "../show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body {
    double x, y, z, vx, vy, vz, mass;
};

static const double soft = 1e-2; /* squared length that keeps forces finite */

static void move(int steps, int n, double dt, struct body *body)
{
    double soften = soft;

#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            double ax = 0, ay = 0, az = 0;

            for (int j = 0; j < n; j++) {
                double dx = body[j].x - body[i].x;
                double dy = body[j].y - body[i].y;
                double dz = body[j].z - body[i].z;
                double r2 = dx * dx + dy * dy + dz * dz + soften;
                double pull = body[j].mass / (r2 * sqrt(r2));

                ax += pull * dx;
                ay += pull * dy;
                az += pull * dz;
            }
            body[i].vx += dt * ax;
            body[i].vy += dt * ay;
            body[i].vz += dt * az;
        }
        for (int i = 0; i < n; i++) {
            body[i].x += dt * body[i].vx;
            body[i].y += dt * body[i].vy;
            body[i].z += dt * body[i].vz;
        }
    }
}

static void move_plain(int steps, int n, double dt, struct body *body)
{
    double soften = soft;

    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            double ax = 0, ay = 0, az = 0;

            for (int j = 0; j < n; j++) {
                double dx = body[j].x - body[i].x;
                double dy = body[j].y - body[i].y;
                double dz = body[j].z - body[i].z;
                double r2 = dx * dx + dy * dy + dz * dz + soften;
                double pull = body[j].mass / (r2 * sqrt(r2));

                ax += pull * dx;
                ay += pull * dy;
                az += pull * dz;
            }
            body[i].vx += dt * ax;
            body[i].vy += dt * ay;
            body[i].vz += dt * az;
        }
        for (int i = 0; i < n; i++) {
            body[i].x += dt * body[i].vx;
            body[i].y += dt * body[i].vy;
            body[i].z += dt * body[i].vz;
        }
    }
}

/* Bodies of equal mass on a turning spiral. */
static void place(int n, struct body *body)
{
    for (int i = 0; i < n; i++) {
        double r = 0.2 + (double)i / n, angle = 2.4 * i;

        body[i] = (struct body){
            .x = r * cos(angle),
            .y = r * sin(angle),
            .z = 0.1 * cos(7.0 * i),
            .vx = -0.7 * sin(angle),
            .vy = 0.7 * cos(angle),
            .mass = 1.0 / n,
        };
    }
}

static double distance(const struct body *a, const struct body *b)
{
    double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;

    return sqrt(dx * dx + dy * dy + dz * dz + soft);
}

static double energy(int n, const struct body *body)
{
    double e = 0;

    for (int i = 0; i < n; i++) {
        const struct body *b = &body[i];

        e += 0.5 * b->mass * (b->vx * b->vx + b->vy * b->vy + b->vz * b->vz);
        for (int j = 0; j < i; j++)
            e -= b->mass * body[j].mass / distance(b, &body[j]);
    }
    return e;
}

/* The largest distance between two states of a body along one axis. */
static double difference(int n, const struct body *a, const struct body *b)
{
    double d = 0;

    for (int i = 0; i < n; i++) {
        d = show_worse(d, a[i].x, b[i].x);
        d = show_worse(d, a[i].y, b[i].y);
        d = show_worse(d, a[i].z, b[i].z);
    }
    return d;
}

int main(int argc, char **argv)
{
    int n = show_argument(argc, argv, 1, 1000, 1, 1000000);
    int steps = show_argument(argc, argv, 2, 10, 0, 1000000);
    struct body *body = show_alloc((size_t)n, sizeof *body);
    struct body *want = show_alloc((size_t)n, sizeof *want);
    double dt = 1e-3, start, plain, region;
    int status;

    place(n, want);
    start = show_now();
    move_plain(steps, n, dt, want);
    plain = show_now() - start;
    place(n, body);
    printf("%d bodies, energy %.6f", n, energy(n, body));
    move(1, n, dt, body); /* the first run opens the device */
    place(n, body);
    start = show_now();
    move(steps, n, dt, body);
    region = show_now() - start;

    printf(" and after %d steps %.6f\n", steps, energy(n, body));
    status = show_verdict(difference(n, body, want), 1e-9, plain, region);
    free(body);
    free(want);
    return status;
}
