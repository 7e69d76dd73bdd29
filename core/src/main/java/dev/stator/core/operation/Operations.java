package dev.stator.core.operation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All operations that a database answers, by the name they have on the wire. */
public final class Operations {
    private final Map<String, Operation> byName = new HashMap<>();

    public Operations(List<Operation> operations) {
        operations.forEach(operation -> byName.put(operation.name(), operation));
    }

    /** The operation of this name, or null. */
    public @Nullable Operation find(String name) {
        return byName.get(name);
    }
}
