package dev.stator.core.read;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.table.Index;
import dev.stator.core.table.Projection;
import dev.stator.core.write.IndexedItem;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which attributes of the items a Query or Scan returns.
 *
 * @param items      whether items are returned at all, and not just counted
 * @param projection the attributes asked for; null for all that the source has
 * @param fetch      whether the items must be read from the table, since a local index lacks some of their attributes
 */
public record Selection(boolean items, @Nullable ProjectionExpression projection, boolean fetch) {

    /** Checks what can be checked of Select without the table. */
    public static void check(
            @Nullable String select, boolean hasIndex, @Nullable String projectionParameter, String reading) {
        if (select == null) {
            return;
        }
        if (projectionParameter != null && !select.equals("SPECIFIC_ATTRIBUTES")) {
            throw ApiException.validation("Cannot specify the " + projectionParameter + " when choosing to get "
                    + (select.equals("COUNT") ? "only the Count" : select));
        }
        if (select.equals("SPECIFIC_ATTRIBUTES") && projectionParameter == null) {
            throw ApiException.validation(
                    "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
        }
        if (select.equals("ALL_PROJECTED_ATTRIBUTES") && !hasIndex) {
            throw ApiException.validation(
                    "ALL_PROJECTED_ATTRIBUTES can be used only when " + reading + " using an IndexName");
        }
    }

    /** Decides what to return from the source. */
    public static Selection of(ReadSource source, @Nullable String select, @Nullable ProjectionExpression projection) {
        boolean items = !"COUNT".equals(select);
        Index index = source.index();
        if (index == null || index.projection().type() == Projection.Type.ALL) {
            return new Selection(items, projection, false);
        }
        if ("ALL_ATTRIBUTES".equals(select)) {
            if (index.isGlobal()) {
                throw ApiException.invalidParameter(
                        "Select type ALL_ATTRIBUTES is not supported for global secondary index " + index.name()
                                + " because its projection type is not ALL");
            }
            return new Selection(items, null, true);
        }
        if (projection == null) {
            return new Selection(items, null, false);
        }
        List<String> absent = absent(source, index, projection);
        if (!absent.isEmpty() && index.isGlobal()) {
            throw ApiException.invalidParameter(
                    "Global secondary index " + index.name() + " does not project " + absent);
        }
        return new Selection(items, projection, !absent.isEmpty());
    }

    private static List<String> absent(ReadSource source, Index index, ProjectionExpression projection) {
        Set<String> projected = IndexedItem.projectedNames(source.table().keys(), index);
        return projection.attributes().stream()
                .filter(name -> !projected.contains(name))
                .toList();
    }
}
