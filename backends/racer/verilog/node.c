/*
 * What stands in a graph's module for each node: a transfer, and the registers
 * that it fills.
 */
#include "backends/racer/verilog/local.h"

#include <string.h>

static const char *fire_name(const struct design *d,
                             const struct racer_node *node, int side)
{
    return arena_printf(d->arena, "node%d$fire%d", node->index, side);
}

static void declare_fires(struct design *d, const struct racer_node *node,
                          int sides)
{
    for (int side = 0; side < sides; side++) {
        buf_printf(&d->body, "    wire %s;\n", fire_name(d, node, side));
        buf_printf(&d->body, "    assign %s = %s;\n", design_moving(d),
                   fire_name(d, node, side));
    }
}

/* How many registers an output has behind the first one, up to the transfer by
 * which an answer leaves its place if there are any. */
static int behind_first(const struct design *d, const struct racer_node *node)
{
    return racer_stages(d->arch, node) - 1 -
           (racer_places(d->arch, node) ? 1 : 0);
}

/* The wires of the first register of output k. */
static const char *first_wires(const struct design *d,
                               const struct racer_node *node, int k)
{
    return arena_printf(d->arena, "%s%s", node->output[k]->name,
                        behind_first(d, node) ? "$own" : "");
}

/* "{y$full, x$full}" of the first registers of outputs; "1'b0" of none, which
 * is always free. */
static const char *filled(const struct design *d, const struct racer_node *node,
                          int first, int last, int *count)
{
    const char *list = "";

    *count = 0;
    for (int k = first; k < last; k++)
        if (design_output(d, node, k))
            list =
                arena_printf(d->arena, "%s%s%s$full", list,
                             (*count)++ ? ", " : "", first_wires(d, node, k));
    if (*count > 1)
        return arena_printf(d->arena, "{%s}", list);
    if (*count == 1)
        return list;
    *count = 1;
    return "1'b0";
}

/* One register, filled by a transfer. */
static void put_register(struct design *d, const char *base, int width,
                         const char *fire, const char *in)
{
    buf_printf(&d->body,
               "    racer_register #(.WIDTH(%d)) %s$register (\n"
               "        .clk(clk), .rst(rst), .fill(%s),\n        .in(%s),\n"
               "        .out_full(%s$full), .out(%s$data),"
               " .out_take(%s$take));\n",
               width, base, fire, in, base, base, base);
}

/* All registers of output k; those of an answer's place without the last. */
static void put_output(struct design *d, const struct racer_node *node, int k,
                       const char *fire, const char *in)
{
    const char *first, *name = node->output[k]->name;
    int width = design_width(node->output[k]->type);
    int more = behind_first(d, node);
    bool places = racer_places(d->arch, node) > 0;

    first = first_wires(d, node, k);
    put_register(d, first, width, fire, in);
    if (!more)
        return;
    if (places) {
        name = arena_printf(d->arena, "%s$place", name);
        design_wires(d, name, width);
    }
    design_line(d, first, name, width, more);
}

static void put_outputs(struct design *d, const struct racer_node *node,
                        int first, int last, const char *fire, const char *in)
{
    for (int k = first; k < last; k++)
        if (design_output(d, node, k))
            put_output(d, node, k, fire, in);
}

/* What nothing takes ---------------------------------------------------------
 */

/* Has output k of each side of a node no registers? */
static bool is_dropped(const struct design *d, const struct racer_node *node,
                       int k)
{
    bool two = node->kind == RACER_SWITCH || node->kind == RACER_FORK;

    return !design_output(d, node, k) &&
           !(two && design_output(d, node, k + node->output_count / 2));
}

/* So that nothing warns of what the graph takes and drops. `width` values from
 * operand `first` on go to the outputs. */
static void put_dropped(struct design *d, const struct racer_node *node,
                        int first, int width)
{
    const char *list = "1'b0";

    for (int k = 0; k < width; k++)
        if (node->operand[first + k].value && is_dropped(d, node, k))
            list = arena_printf(d->arena, "%s, %s", list,
                                design_operand(d, node, first + k));
    if (list[4])
        buf_printf(&d->body, "    wire node%d$unused%d = &{%s};\n", node->index,
                   first, list);
}

/* Transfers with one side -------------------------------------------------- */

static void print_sync(struct design *d, const char *instance, int takes,
                       const char *from, int fills, const char *to,
                       const char *fire)
{
    buf_printf(&d->body,
               "    racer_sync #(.TAKES(%d), .FILLS(%d)) %s (\n"
               "        .in_full(%s),\n        .out_full(%s), .fire(%s));\n",
               takes, fills, instance, from, to, fire);
}

/* The transfer of a node that takes all operands and fills all outputs. */
static void print_entry(struct design *d, const struct racer_node *node,
                        const char *fills_text, int fills)
{
    int takes;
    const char *from = design_taken(d, node, 0, node->operand_count, &takes);

    print_sync(d, arena_printf(d->arena, "node%d", node->index), takes, from,
               fills, fills_text, fire_name(d, node, 0));
}

/* How many elements all delays begin with. */
static int initial_elements(const struct racer_graph *g)
{
    int64_t sum = 0;

    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_DELAY)
            sum += g->node[n]->count;
    return (int)sum; /* there are at most NET_MOST registers */
}

static void print_gate(struct design *d, const struct racer_node *node,
                       int64_t most, const char *release)
{
    int takes, fills;
    const char *from = design_taken(d, node, 0, node->operand_count, &takes);
    const char *to = filled(d, node, 0, node->output_count, &fills);

    buf_printf(&d->body,
               "    racer_gate #(.TAKES(%d), .FILLS(%d), .COUNT(%d),"
               " .INITIAL(%d)) node%d (\n"
               "        .clk(clk), .rst(rst), .in_full(%s),\n"
               "        .out_full(%s), .release_one(%s), .fire(%s));\n",
               takes, fills, most < NET_MOST ? (int)most : NET_MOST,
               node->kind == RACER_GATE ? initial_elements(d->graph) : 0,
               node->index, from, to, release, fire_name(d, node, 0));
}

/* The transfer of the node that closes a gate. */
static const char *release_of(struct design *d, const struct racer_node *gate)
{
    for (int n = 0; n < d->graph->node_count; n++)
        if (d->graph->node[n]->kind == RACER_UNGATE &&
            net_is_pair(gate, d->graph->node[n]))
            return fire_name(d, d->graph->node[n], 0);
    return "1'b0";
}

static void put_sync(struct design *d, const struct racer_node *node)
{
    const char *fire = fire_name(d, node, 0);
    int fills;
    const char *to = filled(d, node, 0, node->output_count, &fills);

    if (node->kind != RACER_UNGATE)
        declare_fires(d, node, 1);
    if (node->kind == RACER_GATE)
        print_gate(d, node, node->count, release_of(d, node));
    else
        print_entry(d, node, to, fills);
    design_take(d, node, 0, node->operand_count, fire);
    for (int k = 0; k < node->output_count; k++)
        put_outputs(d, node, k, k + 1, fire, design_operand(d, node, k));
    put_dropped(d, node, 0, node->output_count);
}

static void put_delay(struct design *d, const struct racer_node *node)
{
    const char *name = node->output[0]->name;
    const char *way = d->way[node->index][0];

    buf_printf(&d->body,
               "    racer_delay #(.WIDTH(%d), .COUNT(%d), .INITIAL(%s)) node%d"
               " (\n        .clk(clk), .rst(rst), .in_full(%s$full),"
               " .in(%s$data), .fire(%s$take),\n        .out_full(%s$full),"
               " .out(%s$data), .out_take(%s$take), .moving(%s));\n",
               design_width(node->output[0]->type), (int)node->count,
               design_operand(d, node, 1), node->index, way, way, way, name,
               name, name, design_moving(d));
}

/* Transfers with two sides ------------------------------------------------- */

static void put_merge(struct design *d, const struct racer_node *node)
{
    int width = node->output_count, one, other, fills;
    const char *first = design_taken(d, node, 0, width, &one);
    const char *second = design_taken(d, node, width, 2 * width, &other);
    const char *to = filled(d, node, 0, width, &fills);
    const char *fire[2] = {fire_name(d, node, 0), fire_name(d, node, 1)};
    const char *either = arena_printf(d->arena, "%s | %s", fire[0], fire[1]);

    declare_fires(d, node, 2);
    if (node->kind == RACER_MERGE)
        buf_printf(&d->body,
                   "    racer_merge #(.FEEDBACK(%d), .ENTRY(%d), .FILLS(%d),"
                   " .ENTRY_FIRST(%d)) node%d (\n        .feedback_full(%s),\n"
                   "        .entry_full(%s),\n        .out_full(%s),\n"
                   "        .fire_feedback(%s), .fire_entry(%s));\n",
                   one, other, fills, node->entry_first, node->index, first,
                   second, to, fire[0], fire[1]);
    else
        buf_printf(&d->body,
                   "    racer_join #(.FIRST(%d), .SECOND(%d), .FILLS(%d),"
                   " .ALTERNATE(%d)) node%d (\n        .clk(clk), .rst(rst),\n"
                   "        .first_full(%s),\n        .second_full(%s),\n"
                   "        .out_full(%s),\n"
                   "        .fire_first(%s), .fire_second(%s));\n",
                   one, other, fills, node->alternate, node->index, first,
                   second, to, fire[0], fire[1]);
    design_take(d, node, 0, width, fire[0]);
    design_take(d, node, width, 2 * width, fire[1]);
    for (int k = 0; k < width; k++)
        put_outputs(d, node, k, k + 1, either,
                    arena_printf(d->arena, "%s ? %s : %s", fire[0],
                                 design_operand(d, node, k),
                                 design_operand(d, node, width + k)));
    put_dropped(d, node, 0, width);
    put_dropped(d, node, width, width);
}

static void print_switch(struct design *d, const struct racer_node *node)
{
    int width = node->output_count / 2, takes, one, other;
    const char *from = design_taken(d, node, 0, node->operand_count, &takes);
    const char *first = filled(d, node, 0, width, &one);
    const char *second = filled(d, node, width, 2 * width, &other);

    buf_printf(&d->body,
               "    racer_switch #(.TAKES(%d), .THEN(%d), .ELSE(%d)) node%d (\n"
               "        .in_full(%s),\n        .condition(%s),\n"
               "        .then_full(%s),\n        .else_full(%s),\n"
               "        .fire_then(%s), .fire_else(%s));\n",
               takes, one, other, node->index, from, design_operand(d, node, 0),
               first, second, fire_name(d, node, 0), fire_name(d, node, 1));
}

static void print_fork(struct design *d, const struct racer_node *node)
{
    int width = node->output_count / 2, takes, one, other;
    const char *from = design_taken(d, node, 0, node->operand_count, &takes);
    const char *first = filled(d, node, 0, width, &one);
    const char *second = filled(d, node, width, 2 * width, &other);

    buf_printf(&d->body,
               "    racer_fork #(.TAKES(%d), .FIRST(%d), .SECOND(%d),"
               " .ALTERNATE(%d)) node%d (\n        .clk(clk), .rst(rst),"
               " .in_full(%s),\n        .first_full(%s),\n"
               "        .second_full(%s),\n"
               "        .fire_first(%s), .fire_second(%s));\n",
               takes, one, other, node->alternate, node->index, from, first,
               second, fire_name(d, node, 0), fire_name(d, node, 1));
}

static void put_switch(struct design *d, const struct racer_node *node)
{
    int width = node->output_count / 2;
    int skip = node->kind == RACER_SWITCH;
    const char *fire[2] = {fire_name(d, node, 0), fire_name(d, node, 1)};

    declare_fires(d, node, 2);
    if (node->kind == RACER_SWITCH)
        print_switch(d, node);
    else
        print_fork(d, node);
    design_take(d, node, 0, node->operand_count,
                arena_printf(d->arena, "%s | %s", fire[0], fire[1]));
    for (int k = 0; k < 2 * width; k++)
        put_outputs(d, node, k, k + 1, fire[k / width],
                    design_operand(d, node, skip + k % width));
    put_dropped(d, node, skip, width);
}

/* Wires between the first register of an output and those behind it. */
static void declare_first(struct design *d, const struct racer_node *node)
{
    for (int k = 0; behind_first(d, node) && k < node->output_count; k++)
        if (design_output(d, node, k))
            design_wires(d, first_wires(d, node, k),
                         design_width(node->output[k]->type));
}

/* Memory units ------------------------------------------------------------- */

static void put_source(struct design *d, const struct racer_node *node)
{
    const char *fire = fire_name(d, node, 0);
    int fills, low = 0, port = design_port(d, node);
    const char *to = filled(d, node, 0, node->output_count, &fills);

    declare_fires(d, node, 1);
    declare_first(d, node);
    print_sync(d, arena_printf(d->arena, "node%d", node->index), 1,
               arena_printf(d->arena, "in%d_full", port), fills, to, fire);
    buf_printf(&d->body, "    assign in%d_take = %s;\n", port, fire);
    for (int k = 0; k < node->output_count; k++) {
        int width;

        if (!design_output(d, node, k))
            continue;
        width = design_width(node->output[k]->type);
        put_output(d, node, k, fire,
                   arena_printf(d->arena, "in%d_data[%d:%d]", port,
                                low + width - 1, low));
        low += width;
    }
}

/* A sink whose port has no registers. */
static void put_bare_sink(struct design *d, const struct racer_node *node)
{
    const char *fire = fire_name(d, node, 0), *data = "", *full;
    int takes, port = design_port(d, node);

    declare_fires(d, node, 1);
    full = design_taken(d, node, 0, node->operand_count, &takes);
    for (int k = node->operand_count - 1; k >= 0; k--)
        data = arena_printf(d->arena, "%s%s%s", data,
                            design_operand(d, node, k), k ? ", " : "");
    design_take(d, node, 0, node->operand_count, fire);
    buf_printf(&d->body,
               "    assign %s = out%d_take;\n"
               "    assign out%d_full = &%s;\n"
               "    assign out%d_data = {%s};\n",
               fire, port, port, full, port, data);
}

static void put_sink(struct design *d, const struct racer_node *node)
{
    const char *fire = fire_name(d, node, 0);
    int count = node->operand_count, more = racer_stages(d->arch, node) - 1;
    int port = design_port(d, node);
    const char *first = "", *full = "", *data = "";

    declare_fires(d, node, 1);
    for (int k = count - 1; k >= 0; k--) {
        const char *end = arena_printf(d->arena, "node%d$in%d", node->index, k);
        const char *begin =
            more ? arena_printf(d->arena, "%s$first", end) : end;
        const char *comma = k ? ", " : "";
        int width = design_width(node->operand[k].value->type);

        first = arena_printf(d->arena, "%s%s$full%s", first, begin, comma);
        full = arena_printf(d->arena, "%s%s$full%s", full, end, comma);
        data = arena_printf(d->arena, "%s%s$data%s", data, end, comma);
        design_wires(d, end, width);
        if (more)
            design_wires(d, begin, width);
        put_register(d, begin, width, fire, design_operand(d, node, k));
        if (more)
            design_line(d, begin, end, width, more);
        buf_printf(&d->body, "    assign %s$take = out%d_take;\n", end, port);
    }
    print_entry(d, node, arena_printf(d->arena, "{%s}", first), count);
    design_take(d, node, 0, count, fire);
    buf_printf(&d->body,
               "    assign out%d_full = &{%s};\n"
               "    assign out%d_data = {%s};\n"
               "    assign %s = out%d_take;\n",
               port, full, port, data, design_moving(d), port);
}

/* The answers leave their places all at once. */
static void put_places(struct design *d, const struct racer_node *node)
{
    const char *fire = fire_name(d, node, 1), *from = "", *to = "";
    int count = 0;

    for (int k = 0; k < node->output_count; k++) {
        const char *comma = count ? ", " : "";

        if (!design_output(d, node, k))
            continue;
        from = arena_printf(d->arena, "%s%s%s$place$full", from, comma,
                            node->output[k]->name);
        to = arena_printf(d->arena, "%s%s%s$full", to, comma,
                          node->output[k]->name);
        count++;
    }
    print_sync(d, arena_printf(d->arena, "node%d$answer", node->index), count,
               arena_printf(d->arena, "{%s}", from), count,
               arena_printf(d->arena, "{%s}", to), fire);
    for (int k = 0; k < node->output_count; k++) {
        const char *name = node->output[k] ? node->output[k]->name : NULL;

        if (!design_output(d, node, k))
            continue;
        buf_printf(&d->body, "    assign %s$place$take = %s;\n", name, fire);
        put_register(d, name, design_width(node->output[k]->type), fire,
                     arena_printf(d->arena, "%s$place$data", name));
    }
}

/* What says whether anything is asked for, or written. */
static const char *guard_of(const struct design *d,
                            const struct racer_node *node)
{
    return node->guarded ? design_operand(d, node, node->operand_count - 1)
                         : "1'b1";
}

/* The first request to a memory that requests write has its array, of which
 * all of them take. */
static int holder_of(const struct design *d, const struct racer_node *node)
{
    int n = 0;

    while (d->graph->node[n]->kind != RACER_REQUEST ||
           strcmp(d->graph->node[n]->memory, node->memory) != 0)
        n++;
    return n;
}

/* The wires node$address, and the element of an array that they choose. */
static const char *put_address(struct design *d, const struct racer_node *node)
{
    const struct racer_memory *memory = racer_data_find(d->data, node->memory);
    const struct racer_operand *address = &node->operand[0];
    int width =
        design_width(address->value ? address->value->type : address->type);
    int bits = 1;

    while (bits < width && (memory->elements - 1) >> bits)
        bits++;
    buf_printf(&d->body,
               "    wire [%d:0] node%d$address = %s;\n"
               "    wire node%d$unused = &{1'b0, node%d$address};\n",
               width - 1, node->index, design_operand(d, node, 0), node->index,
               node->index);
    return arena_printf(d->arena, "node%d$words[node%d$address[%d:0]]",
                        holder_of(d, node), node->index, bits - 1);
}

/* The wires node$word of what stands at the address. */
static void put_word(struct design *d, const struct racer_node *node, int width)
{
    const struct racer_memory *memory = racer_data_find(d->data, node->memory);
    const struct racer_operand *address = &node->operand[0];
    int bits =
        design_width(address->value ? address->value->type : address->type);

    buf_printf(&d->body, "    wire [%d:0] node%d$held, node%d$word;\n",
               width - 1, node->index, node->index);
    buf_printf(&d->body, "    assign node%d$word = %s ? node%d$held : %d'd0;\n",
               node->index, guard_of(d, node), node->index, width);
    if (design_is_stored(d->graph, node->memory))
        buf_printf(&d->body, "    assign node%d$held = %s;\n", node->index,
                   put_address(d, node));
    else
        buf_printf(&d->body,
                   "    racer_memory #(.ADDRESS(%d), .WIDTH(%d),"
                   " .WORDS(%lld),\n        .FILE(\"%s.request%d.hex\"))"
                   " node%d$memory (\n        .address(%s),"
                   " .word(node%d$held));\n",
                   bits, width, (long long)memory->elements, d->graph->name,
                   node->index, node->index, design_operand(d, node, 0),
                   node->index);
}

/* What a store writes is its answer, too. */
static void put_store(struct design *d, const struct racer_node *node,
                      const char *fire)
{
    const char *element = put_address(d, node);

    buf_printf(&d->body,
               "    always @(posedge clk)\n        if (%s & %s)\n"
               "            %s <= %s;\n",
               fire, guard_of(d, node), element, design_operand(d, node, 1));
}

static void put_answers(struct design *d, const struct racer_node *node,
                        const char *fire)
{
    int low = 0, width = design_port_width(d, node);

    if (node->writes)
        put_store(d, node, fire);
    else
        put_word(d, node, width);
    for (int k = 0; k < node->output_count; k++) {
        if (!design_output(d, node, k))
            continue;
        width = design_width(node->output[k]->type);
        put_output(d, node, k, fire,
                   node->writes
                       ? design_operand(d, node, 1)
                       : arena_printf(d->arena, "node%d$word[%d:%d]",
                                      node->index, low + width - 1, low));
        low += width;
    }
}

static void put_request(struct design *d, const struct racer_node *node)
{
    const char *fire = fire_name(d, node, 0);
    int places = racer_places(d->arch, node), fills;
    const char *to = filled(d, node, 0, node->output_count, &fills);

    declare_fires(d, node, places ? 2 : 1);
    declare_first(d, node);
    if (places)
        print_gate(d, node, places, fire_name(d, node, 1));
    else
        print_entry(d, node, to, fills);
    design_take(d, node, 0, node->operand_count, fire);
    put_answers(d, node, fire);
    if (places)
        put_places(d, node);
}

static bool is_read(const struct racer_graph *g, const char *memory)
{
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_REQUEST && !g->node[n]->writes &&
            strcmp(g->node[n]->memory, memory) == 0)
            return true;
    return false;
}

/* The array of a memory that requests write. */
static void put_array(struct design *d, const struct racer_node *node)
{
    const struct racer_memory *memory = racer_data_find(d->data, node->memory);

    buf_printf(&d->body,
               "    reg [%d:0] node%d$words [0:%lld];\n    initial\n"
               "        $readmemh(\"%s.request%d.hex\", node%d$words);\n",
               design_width(memory->type[0]) - 1, node->index,
               (long long)memory->elements - 1, d->graph->name, node->index,
               node->index);
    if (!is_read(d->graph, node->memory))
        buf_printf(&d->body,
                   "    wire node%d$unused_words = &{1'b0, node%d$words[0]};\n",
                   node->index, node->index);
}

void design_begin(struct design *d)
{
    for (int n = 0; n < d->graph->node_count; n++) {
        const struct racer_node *node = d->graph->node[n];

        if (node->kind == RACER_UNGATE)
            declare_fires(d, node, 1);
        if (node->kind == RACER_REQUEST &&
            design_is_stored(d->graph, node->memory) &&
            holder_of(d, node) == node->index)
            put_array(d, node);
    }
}

void design_node(struct design *d, const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_SOURCE:
        put_source(d, node);
        break;
    case RACER_SINK:
        if (racer_stages(d->arch, node))
            put_sink(d, node);
        else
            put_bare_sink(d, node);
        break;
    case RACER_OP:
        design_op(d, node);
        break;
    case RACER_MERGE:
    case RACER_JOIN:
        put_merge(d, node);
        break;
    case RACER_SWITCH:
    case RACER_FORK:
        put_switch(d, node);
        break;
    case RACER_DELAY:
        put_delay(d, node);
        break;
    case RACER_REQUEST:
        put_request(d, node);
        break;
    default:
        put_sync(d, node);
        break;
    }
}
