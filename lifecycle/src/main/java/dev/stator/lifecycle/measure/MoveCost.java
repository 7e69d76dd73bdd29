package dev.stator.lifecycle.measure;

import dev.stator.lifecycle.item.ItemSize;
import dev.stator.lifecycle.move.PlannedMove;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * What a change of state costs, without indexes: as a move, and as the update of a flag in place would.
 *
 * @param writeUnits of the move; each write of a transaction counts twice
 * @param flagUnits  of the update
 */
public record MoveCost(int writeUnits, int flagUnits) {
    private static final int TRANSACTION_FACTOR = 2;
    private static final int FLAG_BYTES = 20;

    /**
     * The cost of a move that was planned.
     *
     * @param checksHold whether the owner's hold is checked, which counts as a write
     */
    public static MoveCost of(PlannedMove move, boolean checksHold) {
        int units = checksHold ? 1 : 0;
        for (TransactWriteItem action : move.actions()) {
            if (action.delete() != null) {
                units += ItemSize.writeUnits(move.before().sizeBytes());
            } else if (action.put() != null) {
                units += ItemSize.writeUnits(ItemSize.bytes(action.put().item()));
            } else {
                // The head of a ledger: a name, two numbers, a hash.
                units += 1;
            }
        }
        return new MoveCost(
                TRANSACTION_FACTOR * units, ItemSize.writeUnits(move.before().sizeBytes() + FLAG_BYTES));
    }
}
