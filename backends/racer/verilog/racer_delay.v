// A delay by COUNT elements: two registers for each, every second one full of
// INITIAL at the beginning.
module racer_delay #(
    parameter WIDTH = 32,
    parameter COUNT = 1,
    parameter [WIDTH-1:0] INITIAL = {WIDTH{1'b0}}
) (
    input clk,
    input rst,
    input in_full,
    input [WIDTH-1:0] in,
    output fire,
    output out_full,
    output [WIDTH-1:0] out,
    input out_take,
    output moving
);
    wire [2*COUNT-1:0] load;
    genvar k;

    assign fire = load[0];
    racer_handshake #(.STAGES(2 * COUNT), .FULL({COUNT{2'b10}})) bits (
        .clk(clk), .rst(rst), .in_full(in_full), .load(load),
        .out_full(out_full), .out_take(out_take), .moving(moving));

    generate
        for (k = 0; k < 2 * COUNT; k = k + 1) begin : stage
            reg [WIDTH-1:0] data;
            if (k == 0) begin : first
                always @(posedge clk)
                    if (load[k])
                        data <= in;
            end else begin : later
                always @(posedge clk)
                    if (rst)
                        data <= INITIAL;
                    else if (load[k])
                        data <= stage[k-1].data;
            end
        end
    endgenerate
    assign out = stage[2*COUNT-1].data;
endmodule
