package dev.stator.server.demo;

import java.util.List;

/**
 * One table of the demo.
 *
 * @param definition the body of its CreateTable
 * @param items      always the same ones, in the order in which they came about
 */
record DemoTable(String name, String definition, List<DemoItem> items) {

    /** All of them. */
    static List<DemoTable> all() {
        return List.of(Drive.table(), Readings.table(), Chat.table(), Posts.table(), AuditLog.table());
    }
}
