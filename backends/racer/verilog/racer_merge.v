// The transfer of a merge. The side that has priority goes if all of it is
// there, the other one if nothing of that is: what belongs together stays so.
module racer_merge #(
    parameter FEEDBACK = 1,
    parameter ENTRY = 1,
    parameter FILLS = 1,
    parameter ENTRY_FIRST = 0
) (
    input [FEEDBACK-1:0] feedback_full,
    input [ENTRY-1:0] entry_full,
    input [FILLS-1:0] out_full,
    output fire_feedback,
    output fire_entry
);
    wire empty = ~(|out_full);

    generate
        if (ENTRY_FIRST == 0) begin : feedback
            assign fire_feedback = empty & (&feedback_full);
            assign fire_entry = empty & ~(|feedback_full) & (&entry_full);
        end else begin : entry
            assign fire_entry = empty & (&entry_full);
            assign fire_feedback = empty & ~(|entry_full) & (&feedback_full);
        end
    endgenerate
endmodule
