package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement reads or writes.
 *
 * @param table the table, by name or ARN
 * @param index the index, or null for the table itself
 */
public record TableReference(String table, @Nullable String index) {
    /** What the components of a path in FROM mean. */
    static TableReference of(List<String> components) {
        if (components.size() > 2) {
            throw ApiException.validation("A path may contain at most 2 components in the FROM clause");
        }
        if (components.contains("")) {
            throw ApiException.validation("Path component cannot be an empty string");
        }
        return new TableReference(components.getFirst(), components.size() == 1 ? null : components.get(1));
    }

    /** The same for a statement that writes. */
    static TableReference ofWrite(List<String> components) {
        TableReference reference = of(components);
        if (reference.index() != null) {
            throw ApiException.validation("Only SELECT statements can name an index");
        }
        return reference;
    }
}
