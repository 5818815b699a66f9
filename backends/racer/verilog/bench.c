/*
 * A testbench: memory units around the graph's module, and a check of each
 * element that arrives, and of the cycle in which it does.
 */
#include "backends/racer/verilog/local.h"

#include <inttypes.h>
#include <string.h>

static const char same_real[] =
    "    // Equal, or both no numbers.\n"
    "    function same%d(input [%d:0] a, input [%d:0] b);\n"
    "        same%d = a === b || (&a[%d:%d] && a[%d:0] != 0 && &b[%d:%d] &&\n"
    "                 b[%d:0] != 0);\n"
    "    endfunction\n\n";

static void print_function(struct buf *out, int width, int fraction)
{
    buf_printf(out, same_real, width, width - 1, width - 1, width, width - 2,
               fraction, fraction - 1, width - 2, fraction, fraction - 1);
}

static void print_source(const struct design *d, struct buf *out,
                         const struct racersim *sim,
                         const struct racer_node *node)
{
    int port = design_port(d, node), width = design_port_width(d, node);
    const char *limit = "64'hffffffffffffffff";

    for (int n = 0; node->admit && n < d->graph->node_count; n++)
        if (d->graph->node[n]->kind == RACER_SINK &&
            d->graph->node[n]->memory &&
            strcmp(d->graph->node[n]->memory, node->admit) == 0)
            limit = arena_printf(d->arena, "out%d_limit",
                                 design_port(d, d->graph->node[n]));
    buf_printf(out,
               "    racer_source_unit #(.WIDTH(%d), .COUNT(%" PRId64
               "), .FILE(\"%s.in%d.hex\")) unit_in%d (\n"
               "        .clk(clk), .rst(rst), .limit(%s), .full(in%d_full),\n"
               "        .data(in%d_data), .take(in%d_take));\n\n",
               width, racersim_expected(sim, node), d->graph->name, port, port,
               limit, port, port, port);
}

static void print_sink(const struct design *d, struct buf *out,
                       const struct racersim *sim,
                       const struct racer_node *node, int64_t count)
{
    int port = design_port(d, node), width = design_port_width(d, node);
    int64_t elements = node->window ? racersim_expected(sim, node) : 1;

    buf_printf(out,
               "    racer_sink_unit #(.WIDTH(%d), .COUNT(%" PRId64
               "), .ELEMENTS(%" PRId64 "), .WINDOW(%" PRId64
               "),\n                      .FILE(\"%s.out%d.hex\")) unit_out%d"
               " (\n",
               width, count, elements, node->window, d->graph->name, port,
               port);
    buf_printf(out,
               "        .clk(clk), .rst(rst), .held(held), .full(out%d_full),"
               " .take(out%d_take),\n        .arrived(out%d_arrived),"
               " .due(out%d_due), .cycle(out%d_cycle),\n"
               "        .tag(out%d_tag), .data(out%d_wanted),"
               " .limit(out%d_limit));\n\n",
               port, port, port, port, port, port, port, port);
}

static void print_wires(const struct design *d, struct buf *out,
                        const struct racer_node *node)
{
    bool in = node->kind == RACER_SOURCE;
    const char *name =
        arena_printf(d->arena, "%s%d", in ? "in" : "out", design_port(d, node));
    int width = design_port_width(d, node);

    buf_printf(out, "    wire %s_full, %s_take;\n    wire [%d:0] %s_data;\n",
               name, name, width - 1, name);
    if (!in)
        buf_printf(out,
                   "    wire [%d:0] %s_wanted;\n    wire %s_due;\n"
                   "    wire [63:0] %s_arrived, %s_cycle, %s_tag, %s_limit;\n",
                   width - 1, name, name, name, name, name, name);
}

static void print_array(const struct design *d, struct buf *out)
{
    const char *graph = d->graph->name;

    buf_printf(out, "    graph_%s graph (\n        .clk(clk), .rst(rst),\n",
               graph);
    for (int n = 0; n < d->graph->node_count; n++) {
        const struct racer_node *node = d->graph->node[n];
        const char *name = node->kind == RACER_SOURCE ? "in" : "out";
        int port = design_port(d, node);

        if (node->kind == RACER_SOURCE || node->kind == RACER_SINK)
            buf_printf(out,
                       "        .%s%d_full(%s%d_full), .%s%d_data(%s%d_data),"
                       " .%s%d_take(%s%d_take),\n",
                       name, port, name, port, name, port, name, port, name,
                       port, name, port);
    }
    buf_puts(out, "        .moving(moving));\n\n");
}

/* Checks ------------------------------------------------------------------- */

/* "if (CONDITION) fail with what is printed": `text` goes on with what is
 * wrong, `values` are those that it prints. */
static void print_failure(const struct design *d, struct buf *out,
                          const struct racer_node *node, const char *condition,
                          const char *text, const char *values)
{
    buf_printf(out,
               "                if (!failed && (%s)) begin\n"
               "                    $display(\"FAIL %s: cycle %%0d: sink '%s'"
               " (line %d): element %%0d%s\",\n"
               "                             cycle, out%d_arrived%s);\n"
               "                    failed = 1'b1;\n                end\n",
               condition, d->graph->name, racer_memory_name(node),
               node->loc.line, text, design_port(d, node), values);
}

static void print_values(const struct design *d, struct buf *out,
                         const struct racer_node *node)
{
    int port = design_port(d, node), low = 0;

    for (int k = 0; k < node->operand_count; k++) {
        const struct racer_value *value = node->operand[k].value;
        int width = design_width(value->type);
        const char *bits =
            arena_printf(d->arena, "[%d:%d]", low + width - 1, low);
        const char *both = arena_printf(
            d->arena, "out%d_data%s, out%d_wanted%s", port, bits, port, bits);

        print_failure(
            d, out, node,
            racer_type_is_real(value->type)
                ? arena_printf(d->arena, "!same%d(%s)", width, both)
                : arena_printf(d->arena, "out%d_data%s !== out%d_wanted%s",
                               port, bits, port, bits),
            arena_printf(d->arena,
                         ", tag %%0d: value '%s' is %%h, and should be %%h",
                         value->name),
            arena_printf(d->arena, ", out%d_tag, %s", port, both));
        low += width;
    }
}

static void print_check(const struct design *d, struct buf *out,
                        const struct racer_node *node)
{
    int port = design_port(d, node);

    buf_printf(out, "            if (out%d_take === 1'b1) begin\n", port);
    print_failure(d, out, node, arena_printf(d->arena, "!out%d_due", port),
                  " is more than should come", "");
    print_failure(d, out, node,
                  arena_printf(d->arena, "out%d_cycle != cycle", port),
                  " should come in cycle %0d",
                  arena_printf(d->arena, ", out%d_cycle", port));
    print_values(d, out, node);
    buf_puts(out, "            end else begin\n");
    print_failure(
        d, out, node,
        arena_printf(d->arena, "out%d_due && out%d_cycle <= cycle", port, port),
        ", tag %0d, is missing", arena_printf(d->arena, ", out%d_tag", port));
    buf_puts(out, "            end\n");
}

/* What nodes give in the first cycles, so that a difference is found where it
 * begins. */
static const char values_head[] =
    "    localparam [63:0] TRACED = 64'd%" PRId64 ";\n"
    "    reg [159:0] departures [0:%d];\n"
    "    integer departed;\n"
    "    initial begin\n"
    "        $readmemh(\"%s.values.hex\", departures);\n"
    "        departed = 0;\n"
    "    end\n\n"
    "    // Is what leaves the registers of a value what should leave them "
    "now?\n"
    "    task check(input [31:0] number, input take, input [63:0] data,\n"
    "               input [6:0] width);\n"
    "        reg due;\n"
    "        reg [63:0] wanted;\n"
    "        if (!failed && cycle < TRACED) begin\n"
    "            wanted = departures[departed][63:0];\n"
    "            due = departures[departed][159:64] == {cycle, number};\n"
    "            if ((take === 1'b1) != due || (due && !(data === wanted ||\n"
    "                (width == 7'd32 && same32(data[31:0], wanted[31:0])) ||\n"
    "                (width == 7'd64 && same64(data, wanted))))) begin\n"
    "                failed = 1'b1;\n"
    "                $write(\"FAIL %s: cycle %%0d: \", cycle);\n"
    "                name(number);\n"
    "                if (!due)\n"
    "                    $display(\" is %%h, and nothing should come\", "
    "data);\n"
    "                else if (take === 1'b1)\n"
    "                    $display(\" is %%h, and should be %%h\", data, "
    "wanted);\n"
    "                else\n"
    "                    $display(\" does not come, and should be %%h\","
    " wanted);\n"
    "            end\n"
    "            if (due)\n"
    "                departed = departed + 1;\n"
    "        end\n"
    "    endtask\n\n"
    "    task name(input [31:0] number);\n"
    "        case (number)\n";

static void print_values_head(const struct design *d, struct buf *out,
                              const struct verilog_trace *trace)
{
    const struct racer_graph *g = d->graph;

    buf_printf(out, values_head, trace->cycles, trace->count, g->name, g->name);
    for (int v = 0; v < g->value_count; v++)
        if (d->users[v])
            buf_printf(out,
                       "            %d: $write(\"value '%s' (line %d)\");\n", v,
                       g->value[v]->name, g->value[v]->loc.line);
    buf_puts(out, "            default: ;\n        endcase\n"
                  "    endtask\n\n");
}

static void print_values_check(const struct design *d, struct buf *out)
{
    const struct racer_graph *g = d->graph;

    for (int v = 0; v < g->value_count; v++) {
        enum racer_type type = g->value[v]->type;
        const char *name = g->value[v]->name;
        int width = design_width(type), more = 64 - width;
        const char *zeros = more ? arena_printf(d->arena, "%d'd0, ", more) : "";

        if (d->users[v])
            buf_printf(out,
                       "            check(%d, graph.%s$take,"
                       " {%sgraph.%s$data}, 7'd%d);\n",
                       v, name, zeros, name,
                       racer_type_is_real(type) ? width : 0);
    }
}

static const char ends[] =
    "            if (!failed && moving !== 1'b1 && cycle != CYCLES && !held)"
    " begin\n"
    "                $display(\"FAIL %s: nothing moves after %%0d cycles, in"
    " the simulator after %%0d\",\n"
    "                         cycle, CYCLES);\n"
    "                failed = 1'b1;\n"
    "            end else if (!failed && moving === 1'b1 && cycle == CYCLES)"
    " begin\n"
    "                $display(\"FAIL %s: something moves after %%0d cycles\","
    " cycle);\n"
    "                failed = 1'b1;\n"
    "            end\n"
    "            if (failed) begin\n"
    "                done <= 1'b1;\n"
    "                if (STOP != 0)\n"
    "`ifdef VERILATOR\n"
    "                    $c(\"exit(1);\");\n"
    "`else\n"
    "                    $finish_and_return(1);\n"
    "`endif\n"
    "            end else if (cycle == CYCLES) begin\n"
    "                done <= 1'b1;\n"
    "                $display(\"PASS %s: %%0d cycles, %%0d elements\", cycle,\n"
    "                         %s);\n"
    "                if (STOP != 0)\n"
    "                    $finish;\n"
    "            end\n";

static void print_checks(const struct design *d, struct buf *out)
{
    const char *name = d->graph->name, *sum = "64'd0";

    buf_puts(out, "    always @(posedge clk) begin\n        rst <= 1'b0;\n"
                  "        if (!rst && !done) begin\n"
                  "            cycle <= cycle + 64'd1;\n");
    print_values_check(d, out);
    for (int n = 0; n < d->graph->node_count; n++) {
        const struct racer_node *node = d->graph->node[n];

        if (node->kind != RACER_SINK)
            continue;
        print_check(d, out, node);
        sum = arena_printf(d->arena, "%s + out%d_arrived", sum,
                           design_port(d, node));
    }
    buf_printf(out, ends, name, name, name, sum);
    buf_puts(out, "        end\n    end\nendmodule\n");
}

static const char head[] =
    "// Testbench of the graph %s. Run it in this folder:\n"
    "//   $ iverilog -g2005 -y . -o test_%s.vvp test_%s.v\n"
    "//   $ vvp -n test_%s.vvp\n"
    "//   $ verilator --binary --timing -Wall -y . test_%s.v\n"
    "//   $ obj_dir/Vtest_%s\n"
    "// With STOP 0 it does not end the simulation, but says that it is done.\n"
    "/* verilator lint_off BLKSEQ */\n"
    "/* verilator lint_off UNUSEDSIGNAL */\n"
    "module test_%s #(parameter STOP = 1) (output reg done, output reg"
    " failed);\n"
    "    localparam [63:0] CYCLES = 64'd%" PRId64 ";\n"
    "    reg clk, rst;\n    reg [63:0] cycle;\n    wire moving;\n";

void bench_print(const struct design *d, struct buf *out,
                 const struct racersim *sim, const struct verilog_trace *trace,
                 const struct racersim_options *options,
                 const struct racersim_result *result)
{
    const struct racer_graph *g = d->graph;
    const char *held = "1'b0";

    if (options->hold_cycles)
        held = arena_printf(d->arena, "cycle - 64'd%" PRId64 " < 64'd%" PRId64,
                            options->hold_from, options->hold_cycles);
    buf_printf(out, head, g->name, g->name, g->name, g->name, g->name, g->name,
               g->name, result->cycles);
    buf_printf(out, "    wire held = %s;\n", held);
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_SOURCE || g->node[n]->kind == RACER_SINK)
            print_wires(d, out, g->node[n]);
    buf_putc(out, '\n');
    print_array(d, out);
    for (int n = 0; n < g->node_count; n++) {
        if (g->node[n]->kind == RACER_SOURCE)
            print_source(d, out, sim, g->node[n]);
        else if (g->node[n]->kind == RACER_SINK)
            print_sink(d, out, sim, g->node[n], trace->of[n].count);
    }
    print_function(out, 32, 23);
    print_function(out, 64, 52);
    print_values_head(d, out, trace);
    buf_puts(out, "    initial begin\n        clk = 1'b0;\n"
                  "        rst = 1'b1;\n        done = 1'b0;\n"
                  "        failed = 1'b0;\n        cycle = 64'd0;\n    end\n\n"
                  "    always #1 clk = ~clk;\n\n");
    print_checks(d, out);
}
