// The full bits of registers in a row. An element moves on iff the register
// before is full and this one is empty: load[k] fills register k. FULL says
// which are full at the beginning.
module racer_handshake #(
    parameter STAGES = 1,
    parameter [STAGES-1:0] FULL = {STAGES{1'b0}}
) (
    input clk,
    input rst,
    input in_full,
    output [STAGES-1:0] load,
    output out_full,
    input out_take,
    output moving
);
    reg [STAGES-1:0] full;
    wire [STAGES-1:0] leave;
    genvar k;

    generate
        for (k = 0; k < STAGES; k = k + 1) begin : stage
            if (k == 0) begin : first
                assign load[k] = in_full & ~full[k];
            end else begin : later
                assign load[k] = full[k-1] & ~full[k];
            end
            if (k == STAGES - 1) begin : last
                assign leave[k] = out_take;
            end else begin : inner
                assign leave[k] = load[k+1];
            end
        end
    endgenerate

    always @(posedge clk)
        if (rst)
            full <= FULL;
        else
            full <= (full & ~leave) | load;

    assign out_full = full[STAGES-1];
    assign moving = |load;
endmodule
