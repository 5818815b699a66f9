// The data of registers FIRST to LAST - 1 of a row, between two steps of what
// the row computes; none if LAST is FIRST.
module racer_cut #(
    parameter WIDTH = 32,
    parameter STAGES = 1,
    parameter FIRST = 0,
    parameter LAST = 1
) (
    input clk,
    input [STAGES-1:0] load,
    input [WIDTH-1:0] in,
    output [WIDTH-1:0] out
);
    wire unused = &{1'b0, clk, load};
    genvar k;

    generate
        for (k = FIRST; k < LAST; k = k + 1) begin : stage
            reg [WIDTH-1:0] data;
            if (k == FIRST) begin : first
                always @(posedge clk)
                    if (load[k])
                        data <= in;
            end else begin : later
                always @(posedge clk)
                    if (load[k])
                        data <= stage[k-1].data;
            end
        end
        if (LAST == FIRST) begin : none
            assign out = in;
        end else begin : some
            assign out = stage[LAST-1].data;
        end
    endgenerate
endmodule
