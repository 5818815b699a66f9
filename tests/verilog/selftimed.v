// The full bits of registers in a row, self-timed: each stage goes by the state
// table of the source (figure 3.16) in place of a clocked bit that looks at its
// neighbours. It is put in the place of racer_handshake.v, whose ports it has,
// and what a graph does is to stay the same in each cycle. For simulation by
// events alone: stages clear each other between two clock edges.
/* verilator lint_off DECLFILENAME */
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
    wire [STAGES:0] presence, feedback;
    reg taken;
    genvar k;

    // What takes from the last stage is clocked: its feedback rises with the
    // edge at which it takes.
    always @(posedge clk)
        taken <= !rst && out_take;
    always @(negedge clk)
        taken <= 1'b0;

    assign presence[0] = in_full;
    assign feedback[STAGES] = taken;
    generate
        for (k = 0; k < STAGES; k = k + 1) begin : stage
            racer_stage #(.FULL(FULL[k])) bit_ (
                .clk(clk), .rst(rst), .feedback_in(feedback[k+1]),
                .feedback_out(feedback[k]), .presence_in(presence[k]),
                .presence_out(presence[k+1]), .waits(load[k]));
        end
    endgenerate

    assign out_full = presence[STAGES];
    assign moving = |load;
endmodule

// One stage. Empty (states 6 and 1), it waits for data; with data before it, for
// the clock (2); then it is filled, tells both neighbours (3 to 5), and stays so
// until the feedback of the next stage rises, which clears it.
module racer_stage #(
    parameter FULL = 1'b0
) (
    input clk,
    input rst,
    input feedback_in,
    output reg feedback_out,
    input presence_in,
    output reg presence_out,
    output waits
);
    localparam [1:0] EMPTY = 2'd0, WAITS = 2'd1, FILLED = 2'd2;
    reg [1:0] state;

    assign waits = state == WAITS;

    always @(state or presence_in)
        if (state == EMPTY && presence_in)
            state <= WAITS;
        else if (state == WAITS && !presence_in)
            state <= EMPTY;

    always @(posedge clk)
        if (rst) begin
            state <= FULL ? FILLED : EMPTY;
            feedback_out <= FULL;
            presence_out <= FULL;
        end else if (state == WAITS && presence_in) begin
            state <= FILLED;
            feedback_out <= 1'b1;
            presence_out <= 1'b1;
        end

    always @(posedge feedback_in)
        if (state == FILLED) begin
            state <= EMPTY;
            feedback_out <= 1'b0;
            presence_out <= 1'b0;
        end
endmodule
