/*
 * Slots of a kernel on its way to a graph: what each value, each variable and
 * each array's last access is now. Forbidden is to keep a slot's operand in
 * hand where elements part or come together: hold it.
 */
#ifndef HEDRA_BACKENDS_DATAFLOW_SLOT_H
#define HEDRA_BACKENDS_DATAFLOW_SLOT_H

#include "backends/dataflow/local.h"

/* All slots; those of one state of the translation stand in one order. */
struct flow_slots {
    int count;
    struct racer_operand **slot;
};
struct flow_slots flow_slots(struct flow *flow);
/* Slots beside those of values and variables, until they are dropped. */
void flow_hold(struct flow *flow, struct racer_operand *slot);
void flow_drop(struct flow *flow, int count);
/* A switch by a condition: slots become what they are on its first side; what
 * they are on the other is returned. */
struct racer_operand *flow_part(struct flow *flow,
                                struct racer_operand condition);
/* A join: of each slot what it is now, on the first side, and what it is on the
 * second, as one output; nothing if it is a stream on one side alone. */
void flow_join(struct flow *flow, const struct racer_operand *second);

/* dear.c: which side of a branch is so much longer than the other that elements
 * had better take one of them alone; -1: neither. */
int flow_dear_side(const struct flow *flow, const struct kir_stmt *s,
                   const struct racer_operand *condition);

#endif
