package dev.stator.core.table.input;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Projection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an index is to hold, as a request gives it. */
public record ProjectionInput(
        @Nullable String type, @Nullable List<String> nonKeyAttributes) {
    private static final int NON_KEY_ATTRIBUTES_MAX = 20;

    static @Nullable ProjectionInput read(RequestReader in) {
        if (!in.beginStructure("Projection")) {
            return null;
        }
        String type = null;
        List<String> nonKeyAttributes = null;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "ProjectionType" -> type = in.string();
                case "NonKeyAttributes" -> nonKeyAttributes = in.strings();
                default -> in.skip();
            }
        }
        return new ProjectionInput(type, nonKeyAttributes);
    }

    void constrain(Constraints constraints, String path) {
        constraints.oneOf(path + ".projectionType", type, "ALL", "INCLUDE", "KEYS_ONLY");
        if (nonKeyAttributes != null) {
            String attributesPath = path + ".nonKeyAttributes";
            constraints.length(attributesPath, nonKeyAttributes, 1, NON_KEY_ATTRIBUTES_MAX);
            for (int i = 0; i < nonKeyAttributes.size(); i++) {
                constraints.length(attributesPath + "." + (i + 1) + ".member", nonKeyAttributes.get(i), 1, 255);
            }
        }
    }

    /** Throws unless non-key attributes are there if, and only if, the type asks for them. */
    void check() {
        if (type == null) {
            throw ApiException.invalidParameter("Unknown ProjectionType: null");
        }
        if (type.equals("INCLUDE")) {
            if (nonKeyAttributes == null) {
                throw ApiException.invalidParameter("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
            }
            checkDuplicates(nonKeyAttributes);
        } else if (nonKeyAttributes != null) {
            throw ApiException.invalidParameter("ProjectionType is " + type + ", but NonKeyAttributes is specified");
        }
    }

    /** The projection, once it has been checked. */
    Projection projection() {
        return new Projection(
                Projection.Type.valueOf(Given.given(type)), nonKeyAttributes == null ? List.of() : nonKeyAttributes);
    }

    private static void checkDuplicates(List<String> attributes) {
        Set<String> seen = new HashSet<>();
        for (String attribute : attributes) {
            if (!seen.add(attribute)) {
                throw ApiException.invalidParameter("Duplicate element in NonKeyAttributes: " + attribute);
            }
        }
    }
}
