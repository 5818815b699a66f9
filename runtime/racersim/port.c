/*
 * Memory units at the edges of the array: they read by loops, write by loops or
 * by tag, and sort in a window (racer thesis, section 3.2.2).
 */
#include "runtime/racersim/local.h"

#include <string.h>

static bool refuse(struct racersim *sim, struct faults *faults, struct loc loc,
                   const char *hint, const char *text)
{
    fault_hint(faults, fault_add(faults, FAULT_RACER_DATA, loc, "%s", text),
               (struct loc){0}, "%s", hint);
    return false;
}

/* A source by loops of its own, or one sink to elements: of a memory of one
 * channel, whose extents do not matter. */
static bool bind_elements(struct racersim *sim, struct sim_port *port,
                          struct faults *faults)
{
    const struct racer_node *node = port->count.node;
    const struct racer_memory *memory = port->memory;
    bool source = node->kind == RACER_SOURCE;
    bool same = memory && memory->channels == 1;

    if (!node->memory)
        return true;
    if (!memory)
        return refuse(
            sim, faults, node->loc, "give it among the memories",
            arena_printf(sim->arena, "there is no memory '%s'", node->memory));
    for (int k = 0; same && k < (source ? node->output_count : 1); k++) {
        const struct racer_value *value =
            source ? node->output[k] : node->operand[k].value;

        same = !value || value->type == memory->type[0];
    }
    return same ||
           refuse(sim, faults, node->loc, "let both be of one type",
                  arena_printf(sim->arena,
                               "memory '%s' is not of one channel of the type"
                               " that the %s wants",
                               node->memory, source ? "source" : "sink"));
}

static bool bind_source(struct racersim *sim, struct sim_port *port,
                        struct faults *faults)
{
    const struct racer_node *node = port->count.node;
    const struct racer_memory *memory = port->memory;
    int channels = node->walk.offset ? 1 : node->output_count;

    if (node->walk.over)
        return bind_elements(sim, port, faults);
    if (!memory)
        return refuse(
            sim, faults, node->loc, "give it among the memories",
            arena_printf(sim->arena, "there is no memory '%s'", node->memory));
    if (memory->dims != node->walk.dims || memory->channels != channels)
        return refuse(
            sim, faults, node->loc, "let both be of one shape",
            arena_printf(sim->arena,
                         "memory '%s' has %d extents and %d channels, the"
                         " source wants %d and %d",
                         node->memory, memory->dims, memory->channels,
                         node->walk.dims, channels));
    for (int k = 0; k < node->output_count; k++)
        if (node->output[k] &&
            node->output[k]->type != memory->type[node->walk.offset ? 0 : k])
            return refuse(sim, faults, node->loc, "let both be of one type",
                          arena_printf(sim->arena,
                                       "memory '%s' does not hold what '%s' is",
                                       node->memory, node->output[k]->name));
    return true;
}

/* What a source asks beyond the memory's ends must be padded or wrapped. */
static bool check_border(struct racersim *sim, struct sim_port *port,
                         struct faults *faults)
{
    const struct racer_walk *walk = &port->count.node->walk;

    if (walk->over)
        return true;
    for (int k = 0; k < port->count.node->output_count; k++) {
        for (int d = 0; d < walk->dims && walk->border == RACER_REFUSE; d++) {
            int offset = walk->offset ? walk->offset[k][d] : 0;

            if (offset < 0 || walk->grow[d] + offset > 0)
                return refuse(sim, faults, port->count.node->loc,
                              "write 'wrap' or 'pad NUMBER'",
                              arena_printf(sim->arena,
                                           "the source reads beyond the ends"
                                           " of memory '%s'",
                                           port->count.node->memory));
        }
    }
    return true;
}

static bool bind_sink(struct racersim *sim, struct sim_port *port,
                      struct faults *faults)
{
    const struct racer_node *node = port->count.node;
    enum racer_type type[RACER_WIDTH];
    bool same = port->memory && port->memory->channels == node->operand_count &&
                (!node->walk.dims || port->memory->dims == node->walk.dims);

    if (!node->memory || node->walk.over || node->addressed)
        return bind_elements(sim, port, faults);
    for (int k = 0; k < node->operand_count; k++) {
        type[k] = node->operand[k].value->type;
        same = same && port->memory->type[k] == type[k];
    }
    if (!port->memory && node->tags && sim->port_count &&
        sim->port[0].count.node->kind == RACER_SOURCE && sim->port[0].memory) {
        if (!racer_data_fits(sim->data, sim->port[0].count.expected,
                             node->operand_count))
            return refuse(sim, faults, node->loc, "give it a smaller memory",
                          arena_printf(sim->arena,
                                       "a memory '%s' as large as that of the"
                                       " source is too large",
                                       node->memory));
        port->memory =
            racer_data_add(sim->data, node->memory, sim->port[0].memory->dims,
                           sim->port[0].extent, node->operand_count, type);
        same = true;
    }
    if (!port->memory)
        return refuse(
            sim, faults, node->loc, "give it among the memories",
            arena_printf(sim->arena, "there is no memory '%s'", node->memory));
    if (!same)
        return refuse(sim, faults, node->loc, "let both be of one shape",
                      arena_printf(sim->arena,
                                   "memory '%s' is not of the shape and types"
                                   " that the sink writes",
                                   node->memory));
    return true;
}

/* So that a text cannot ask for all memory there is. */
static const int64_t most_elements = INT64_C(1) << 28;

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* An order of its own passes each element once, and a sink by tag has that of
 * the source from which its elements come. */
static bool set_order(struct racersim *sim, struct sim_port *port,
                      struct faults *faults)
{
    const struct racer_node *node = port->count.node;
    const struct racer_walk *walk = &node->walk;
    bool found = node->kind == RACER_SOURCE;

    port->all = port->count.expected;
    if (!walk->every && !walk->shares)
        return true;
    if (node->kind == RACER_SINK && node->addressed)
        return true;
    if (node->kind == RACER_SINK && (!node->tags || port->tag_operand >= 0))
        return refuse(sim, faults, node->loc, "drop 'every' and 'share'",
                      "an order is for sources, and for sinks by addresses and"
                      " by tags that are no whole numbers");
    for (int k = 0; k < sim->port_count && !found; k++) {
        const struct racer_walk *other = &sim->port[k].count.node->walk;

        found = sim->port[k].count.node->kind == RACER_SOURCE &&
                other->every == walk->every && other->share == walk->share &&
                other->shares == walk->shares;
    }
    if (!found)
        return refuse(sim, faults, node->loc, "write the clauses of the source",
                      "no source has the order of this sink");
    if (walk->every && common_divisor(walk->every, port->all) > 1)
        return refuse(
            sim, faults, node->loc,
            "take a number without a common divisor, a prime for example",
            arena_printf(sim->arena,
                         "every %lld of %lld elements does not pass all of"
                         " them",
                         (long long)walk->every, (long long)port->all));
    if (walk->shares)
        port->count.expected =
            port->all > walk->share
                ? (port->all - walk->share - 1) / walk->shares + 1
                : 0;
    return true;
}

/* The element of the memory that is the port's `number`-th. */
static int64_t in_order(const struct sim_port *port, int64_t number)
{
    const struct racer_walk *walk = &port->count.node->walk;

    if (walk->shares)
        number = number * walk->shares + walk->share;
    return walk->every ? number * walk->every % port->all : number;
}

static int64_t extent_over(const struct racer_walk *walk, int d)
{
    return walk->extent[d].value > 0 ? walk->extent[d].value : 0;
}

static bool set_up(struct racersim *sim, struct sim_port *port,
                   struct faults *faults)
{
    const struct racer_node *node = port->count.node;

    int dims = node->walk.over ? node->walk.dims
               : port->memory  ? port->memory->dims
                               : 0;

    port->count.expected = 1;
    port->tag_operand = -1;
    if (!node->memory && node->kind == RACER_SINK)
        return true;
    for (int d = 0; d < dims; d++) {
        if (node->walk.over)
            port->extent[d] = extent_over(&node->walk, d);
        else
            port->extent[d] = port->memory->extent[d];
        if (node->walk.dims)
            port->extent[d] += node->walk.grow[d];
        if (port->count.expected > 0 &&
            port->extent[d] > most_elements / port->count.expected)
            return refuse(sim, faults, node->loc, "let it walk less far",
                          "there are too many elements");
        port->count.expected *= port->extent[d];
    }
    if (node->tags == 1 &&
        !racer_type_is_real(node->operand[node->tag[0]].value->type))
        port->tag_operand = node->tag[0];
    if (node->tags)
        port->received = arena_alloc(sim->arena, (size_t)port->count.expected);
    return set_order(sim, port, faults);
}

/* Whether answers share places with requests is beyond this model of memory
 * units. */
static bool bind_request(struct racersim *sim, const struct racer_node *node,
                         struct faults *faults)
{
    const struct racer_memory *memory =
        racer_data_find(sim->data, node->memory);
    bool same = memory && memory->channels == node->output_count;

    if (node->shared)
        return refuse(sim, faults, node->loc, "write 'places N', or nothing",
                      "requests and answers that share places are not"
                      " simulated");
    if (!memory)
        return refuse(
            sim, faults, node->loc, "give it among the memories",
            arena_printf(sim->arena, "there is no memory '%s'", node->memory));
    for (int k = 0; k < node->output_count && same; k++)
        same = !node->output[k] || node->output[k]->type == memory->type[k];
    if (!same)
        return refuse(sim, faults, node->loc, "let both be of one shape",
                      arena_printf(sim->arena,
                                   "memory '%s' is not of the types that the"
                                   " request names",
                                   node->memory));
    return true;
}

static bool is_written_by_sink(const struct racersim *sim, const char *memory)
{
    for (int k = 0; k < sim->port_count; k++) {
        const struct racer_node *node = sim->port[k].count.node;

        if (node->kind == RACER_SINK && node->memory &&
            strcmp(node->memory, memory) == 0)
            return true;
    }
    return false;
}

/* What is read of the memory: if a sink writes it, what it holds now, since a
 * memory unit ends one run before the next reads what it wrote. */
static const union racer_bits *read_of(const struct racersim *sim,
                                       const struct racer_memory *memory)
{
    size_t size = (size_t)memory->elements * (size_t)memory->channels *
                  sizeof *memory->bits;
    union racer_bits *old;

    if (!is_written_by_sink(sim, memory->name))
        return memory->bits;
    old = arena_alloc(sim->arena, size + 1);
    memcpy(old, memory->bits, size);
    return old;
}

static bool keep_old(struct racersim *sim)
{
    for (int k = 0; k < sim->port_count; k++)
        if (sim->port[k].count.node->kind == RACER_SOURCE &&
            sim->port[k].memory)
            sim->port[k].bits = read_of(sim, sim->port[k].memory);
    for (int n = 0; n < sim->graph->node_count; n++) {
        const struct racer_node *node = sim->graph->node[n];

        if (node->kind != RACER_REQUEST)
            continue;
        sim->asked[n].memory = racer_data_find(sim->data, node->memory);
        sim->asked[n].bits = read_of(sim, sim->asked[n].memory);
    }
    return true;
}

/* Arrays of memories move when one is added, so that they are looked up again
 * at the end. */
bool sim_bind(struct racersim *sim, struct faults *faults)
{
    bool good = true;

    for (int k = 0; k < sim->port_count && good; k++) {
        struct sim_port *port = &sim->port[k];
        const struct racer_node *node = port->count.node;

        port->count.first = port->count.last = -1;
        port->memory =
            node->memory ? racer_data_find(sim->data, node->memory) : NULL;
        if (node->kind == RACER_SOURCE)
            good = bind_source(sim, port, faults) &&
                   check_border(sim, port, faults);
        else
            good = bind_sink(sim, port, faults);
        good = good && set_up(sim, port, faults);
    }
    for (int k = 0; k < sim->port_count && good; k++) {
        struct sim_port *port = &sim->port[k];

        if (port->count.node->memory)
            port->memory = racer_data_find(sim->data, port->count.node->memory);
        for (int j = 0; port->count.node->admit && j < sim->port_count; j++)
            if (sim->port[j].count.node->kind == RACER_SINK &&
                sim->port[j].count.node->memory &&
                strcmp(sim->port[j].count.node->memory,
                       port->count.node->admit) == 0)
                port->window = &sim->port[j];
    }
    sim->asked = arena_alloc(sim->arena, (size_t)sim->graph->node_count *
                                             sizeof *sim->asked);
    for (int n = 0; n < sim->graph->node_count && good; n++)
        if (sim->graph->node[n]->kind == RACER_REQUEST)
            good = bind_request(sim, sim->graph->node[n], faults);
    return good && keep_old(sim);
}

bool sim_may_issue(const struct sim_port *port)
{
    if (port->count.elements >= port->count.expected)
        return false;
    return !port->window || !port->window->count.node->window ||
           port->count.elements <
               port->window->count.oldest + port->window->count.node->window;
}

/* Where value k of element `number` of a walk over loops of its own lies in
 * the memory, and the index of loop k; false: it has no place. */
static bool place_over(const struct sim_port *port, int64_t number, int k,
                       int64_t *place, int64_t *index)
{
    const struct racer_walk *walk = &port->count.node->walk;
    uint64_t sum = walk->base ? (uint64_t)walk->base[k].value : 0;
    int last = walk->dims - 1;

    *index = 0;
    for (int d = last; d >= 0; d--) {
        int64_t at = number % port->extent[d] - (d == last ? walk->late : 0);

        number /= port->extent[d];
        if (at < 0)
            return false;
        if (d == k)
            *index = at;
        sum += (uint64_t)at * (uint64_t)walk->step[d].value;
    }
    *place = (int64_t)sum;
    return true;
}

static void touch(const struct racer_memory *memory, int64_t place,
                  enum racer_touch how)
{
    if (memory->touched)
        memory->touched[place] |= (unsigned char)how;
}

/* An element by its number; NULL, and an error of the run, if the memory has
 * none. */
static const union racer_bits *element_of(struct racersim *sim,
                                          const struct racer_memory *memory,
                                          const union racer_bits *bits,
                                          int64_t number)
{
    int64_t place = (int64_t)((uint64_t)number - (uint64_t)memory->first);

    if (place >= 0 && place < memory->elements)
        return bits + place * memory->channels;
    if (!sim->wrong)
        sim->wrong =
            arena_printf(sim->arena,
                         "element %lld lies outside of memory '%s', which has"
                         " %lld elements from %lld on",
                         (long long)number, memory->name,
                         (long long)memory->elements, (long long)memory->first);
    return NULL;
}

static union racer_bits read_over(struct racersim *sim,
                                  const struct sim_port *port, int64_t number,
                                  int channel)
{
    union racer_bits bits = {.u = 0};
    const union racer_bits *element = NULL;
    int64_t index, place;
    bool there =
        place_over(port, in_order(port, number), channel, &place, &index);

    if (!port->count.node->memory)
        bits.i = index;
    else if (there)
        element = element_of(sim, port->memory, port->bits, place);
    if (!element)
        return bits;
    touch(port->memory, element - port->bits, RACER_WAS_READ);
    return *element;
}

union racer_bits sim_read(struct racersim *sim, const struct sim_port *port,
                          int64_t element, int channel)
{
    const struct racer_walk *walk = &port->count.node->walk;
    const struct racer_memory *memory = port->memory;
    int64_t place = 0, inner = 1;

    if (walk->over)
        return read_over(sim, port, element, channel);
    element = in_order(port, element);
    for (int d = walk->dims - 1; d >= 0; d--) {
        int64_t index = element % port->extent[d];

        element /= port->extent[d];
        if (walk->offset)
            index += walk->offset[channel][d];
        if (index < 0 || index >= memory->extent[d]) {
            if (walk->border == RACER_PAD)
                return walk->pad[channel];
            index %= memory->extent[d];
            index += index < 0 ? memory->extent[d] : 0;
        }
        place += index * inner;
        inner *= memory->extent[d];
    }
    return port->bits[place * memory->channels + (walk->offset ? 0 : channel)];
}

static union racer_bits operand(const struct racersim *sim,
                                const struct chain_junction *junction, int k)
{
    return sim_head(
        &sim->chain[junction->sink_chain[k]])[junction->sink_slot[k]];
}

int64_t sim_sink_tag(const struct racersim *sim,
                     const struct chain_junction *junction)
{
    const struct sim_port *port = sim->port_of[junction->node->index];
    const struct sim_chain *chain = &sim->chain[junction->sink_chain[0]];

    if (port->tag_operand >= 0)
        return operand(sim, junction, port->tag_operand).i;
    return chain->tag[chain->head];
}

bool sim_may_accept(const struct racersim *sim,
                    const struct chain_junction *junction)
{
    const struct sim_port *port = sim->port_of[junction->node->index];

    return !junction->node->window ||
           sim_sink_tag(sim, junction) <
               port->count.oldest + junction->node->window;
}

/* Where value k of element `number` of a sink by loops goes; -1: nowhere. */
static int64_t walk_place(const struct sim_port *port, int64_t number, int k)
{
    const struct racer_walk *walk = &port->count.node->walk;
    int64_t place = 0, inner = 1;

    for (int d = walk->dims - 1; d >= 0; d--) {
        int64_t index = number % port->extent[d];

        number /= port->extent[d];
        index += walk->offset ? walk->offset[k][d] : 0;
        if (index < 0 || index >= port->memory->extent[d])
            return -1;
        place += index * inner;
        inner *= port->memory->extent[d];
    }
    return number ? -1 : place;
}

static int64_t sort(struct racersim *sim, struct sim_port *port, int64_t tag)
{
    int64_t far;
    int power = 0;

    if (tag < 0 || tag >= port->count.expected || port->received[tag]) {
        sim->wrong = arena_printf(sim->arena, "tag %lld of memory '%s' %s",
                                  (long long)tag, port->count.node->memory,
                                  tag < 0 || tag >= port->count.expected
                                      ? "lies outside of it"
                                      : "came twice");
        return -1;
    }
    port->received[tag] = 1;
    far = tag - port->count.oldest + 1;
    if (far > port->count.displaced)
        port->count.displaced = far;
    while (INT64_C(1) << power < far)
        power++;
    sim->distance[power]++;
    while (port->count.oldest < port->count.expected &&
           port->received[port->count.oldest])
        port->count.oldest++;
    return tag;
}

/* The number of the element that comes to an address; -1, and an error of the
 * run, if the memory has none, or has got it before. Those that keep the least
 * or greatest take many. */
static int64_t place_addressed(struct racersim *sim,
                               const struct chain_junction *junction)
{
    struct sim_port *port = sim->port_of[junction->node->index];
    const struct racer_memory *memory = port->memory;
    int64_t tag = sim_sink_tag(sim, junction);

    if (junction->node->keeps == RACER_KEEP_LAST)
        return sort(sim, port, tag - memory->first);
    return element_of(sim, memory, memory->bits, tag) ? tag - memory->first
                                                      : -1;
}

/* What the element is from now on. */
static union racer_bits kept(const struct racer_node *node,
                             union racer_bits before, union racer_bits value)
{
    enum racer_type type = node->operand[0].value->type;
    const union racer_bits both[2] = {before, value};
    bool real = racer_type_is_real(type);

    if (node->keeps == RACER_KEEP_LEAST)
        return racer_compute(real ? RACER_OP_fmin : RACER_OP_imin, type, both);
    if (node->keeps == RACER_KEEP_GREATEST)
        return racer_compute(real ? RACER_OP_fmax : RACER_OP_imax, type, both);
    return value;
}

/* Writes operand 0 of a sink to elements. */
static void write_element(struct racersim *sim,
                          const struct chain_junction *junction)
{
    const struct racer_node *node = junction->node;
    struct sim_port *port = sim->port_of[node->index];
    const struct racer_memory *memory = port->memory;
    int64_t place, index;

    if (node->guarded && !operand(sim, junction, node->operand_count - 1).u)
        return;
    if (node->addressed)
        place = place_addressed(sim, junction);
    else if (!place_over(port, port->count.elements, 0, &place, &index))
        return;
    else if (element_of(sim, memory, memory->bits, place))
        place -= memory->first;
    else
        return;
    if (place < 0)
        return;
    touch(memory, place, RACER_WAS_WRITTEN);
    memory->bits[place] =
        kept(node, memory->bits[place], operand(sim, junction, 0));
}

static void tell(struct racersim *sim, const struct chain_junction *junction,
                 int64_t tag)
{
    union racer_bits value[RACER_WIDTH];
    struct racersim_arrival arrival = {.node = junction->node,
                                       .cycle = sim->cycle,
                                       .tag = tag,
                                       .value = value};

    for (int k = 0; k < junction->sink_count; k++)
        value[k] = operand(sim, junction, k);
    sim->arrived(sim->watcher, &arrival);
}

static void write_values(struct racersim *sim,
                         const struct chain_junction *junction)
{
    struct sim_port *port = sim->port_of[junction->node->index];
    bool by_tag = junction->node->tags > 0;
    int64_t tag = by_tag ? sort(sim, port, sim_sink_tag(sim, junction)) : 0;

    for (int k = 0; k < junction->sink_count; k++) {
        int64_t place = !by_tag   ? walk_place(port, port->count.elements, k)
                        : tag < 0 ? -1
                                  : in_order(port, tag);

        if (place >= 0)
            port->memory->bits[place * port->memory->channels + k] =
                operand(sim, junction, k);
    }
}

void sim_accept(struct racersim *sim, const struct chain_junction *junction)
{
    const struct racer_node *node = junction->node;
    struct racersim_port *count = &sim->port_of[node->index]->count;

    if (node->addressed || node->walk.over)
        write_element(sim, junction);
    else if (node->memory)
        write_values(sim, junction);
    if (sim->arrived)
        tell(sim, junction,
             node->tags ? sim_sink_tag(sim, junction) : count->elements);
    count->elements++;
    if (count->first < 0)
        count->first = sim->cycle;
    count->last = sim->cycle;
}

union racer_bits sim_answer(struct racersim *sim, const struct racer_node *node,
                            const union racer_bits *in, int channel)
{
    const struct sim_asked *asked = &sim->asked[node->index];
    const struct racer_memory *memory = asked->memory;
    union racer_bits bits = {.u = 0};
    const union racer_bits *element;

    if (node->guarded && !in[node->operand_count - 1].u)
        return node->writes ? in[1] : bits;
    element = element_of(sim, memory, asked->bits, in[0].i);
    if (element)
        touch(memory, element - asked->bits,
              node->writes ? RACER_WAS_WRITTEN : RACER_WAS_READ);
    if (element && node->writes)
        memory->bits[element - asked->bits] = in[1];
    else if (element)
        bits = element[channel];
    return node->writes ? in[1] : bits;
}
