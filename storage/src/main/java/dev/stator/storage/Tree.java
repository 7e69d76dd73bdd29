package dev.stator.storage;

/**
 * Names an ordered tree of collections. Trees with the same id share their collections' unit of atomicity: a table is
 * family 0 and its local indexes are further families of the table's id, so that an engine can keep an item and its local
 * index entries side by side. A global index has an id of its own.
 *
 * @param id     1 and up; never used again after a drop
 * @param family 0 to 255
 */
public record Tree(int id, int family) {
    public Tree {
        if (id < 1 || family < 0 || family > 255) {
            throw new IllegalArgumentException("tree " + id + "/" + family + " is out of range");
        }
    }
}
