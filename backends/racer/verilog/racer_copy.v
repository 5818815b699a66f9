// One element to several ways: it fills the first register of all of them, or
// of none.
module racer_copy #(
    parameter WIDTH = 32,
    parameter WAYS = 2
) (
    input clk,
    input rst,
    input in_full,
    input [WIDTH-1:0] in,
    output fire,
    output [WAYS-1:0] out_full,
    output [WAYS*WIDTH-1:0] out,
    input [WAYS-1:0] out_take
);
    genvar k;

    assign fire = in_full & ~(|out_full);
    generate
        for (k = 0; k < WAYS; k = k + 1) begin : way
            racer_register #(.WIDTH(WIDTH)) first (
                .clk(clk), .rst(rst), .fill(fire), .in(in),
                .out_full(out_full[k]), .out(out[k*WIDTH +: WIDTH]),
                .out_take(out_take[k]));
        end
    endgenerate
endmodule
