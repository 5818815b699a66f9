// One register: data, and a bit that says whether it is full. The transfer that
// fills it sees it empty, and the one that takes from it sees it full, so that
// never both happen in one cycle.
module racer_register #(
    parameter WIDTH = 32
) (
    input clk,
    input rst,
    input fill,
    input [WIDTH-1:0] in,
    output reg out_full,
    output reg [WIDTH-1:0] out,
    input out_take
);
    always @(posedge clk)
        if (rst)
            out_full <= 1'b0;
        else if (fill)
            out_full <= 1'b1;
        else if (out_take)
            out_full <= 1'b0;

    always @(posedge clk)
        if (fill)
            out <= in;
endmodule
