package dev.stator.core.capacity;

/**
 * Hears what requests consume, whether or not they asked to be told. Called by the thread that carries out the request,
 * before the request is answered; so whoever calls the database can tell whose units they are.
 */
public interface CapacityObserver {
    /** Hears nothing. */
    CapacityObserver NONE = new CapacityObserver() {};

    /**
     * A request has read; several times in one that reads several tables or pages.
     *
     * @param units of the table and its indexes
     */
    default void read(String tableName, double units) {}

    /** As {@link #read}, of writes, those whose condition did not hold included. */
    default void written(String tableName, double units) {}

    /**
     * A Query or Scan, or a statement that comes to one of them, has evaluated a page, which {@link #read} is told, too.
     *
     * @param scan         whether it went through a table or an index, rather than through slices of it
     * @param count        the items that its filter kept
     * @param scannedCount the items that it looked at
     */
    default void evaluated(String tableName, boolean scan, int count, int scannedCount) {}
}
