// For simulation: the memory unit behind a sink. It reads from a file what is
// to arrive: COUNT lines, each a cycle, a tag and the data. With a WINDOW it
// takes an element only if its tag is less than the oldest missing one plus
// that.
/* verilator lint_off BLKSEQ */
module racer_sink_unit #(
    parameter WIDTH = 32,
    parameter COUNT = 1,
    parameter ELEMENTS = 1,
    parameter WINDOW = 0,
    parameter FILE = "sink.hex"
) (
    input clk,
    input rst,
    input held,
    input full,
    output take,
    output reg [63:0] arrived,
    output due,
    output [63:0] cycle,
    output [63:0] tag,
    output [WIDTH-1:0] data,
    output [63:0] limit
);
    localparam LINES = COUNT > 0 ? COUNT : 1;
    localparam [63:0] ALL = COUNT;
    reg [WIDTH+127:0] line [0:LINES-1];
    reg received [0:ELEMENTS-1];
    reg [63:0] oldest, next;
    integer k;

    initial begin
        $readmemh(FILE, line);
        for (k = 0; k < ELEMENTS; k = k + 1)
            received[k] = 1'b0;
    end
    always @(posedge clk)
        if (rst) begin
            arrived <= 64'd0;
            oldest <= 64'd0;
        end else if (take) begin
            arrived <= arrived + 64'd1;
            next = oldest;
            if (WINDOW != 0 && tag < ELEMENTS) begin
                received[tag[31:0]] = 1'b1;
                while (next < ELEMENTS && received[next[31:0]])
                    next = next + 64'd1;
            end
            oldest <= next;
        end

    assign due = arrived != ALL;
    assign {cycle, tag, data} = line[due ? arrived[31:0] : 32'd0];
    assign limit = WINDOW == 0 ? 64'hffffffffffffffff : oldest + WINDOW;
    assign take = full && !held && tag < limit;
endmodule
