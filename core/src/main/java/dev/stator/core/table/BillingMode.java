package dev.stator.core.table;

/** How a table's reads and writes are paid for, named as on the wire. */
public enum BillingMode {
    PROVISIONED,
    PAY_PER_REQUEST
}
