package dev.stator.core.request;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.ExpressionParameters;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The request members that say which attributes GetItem and BatchGetItem return. */
public final class ProjectionParameters {
    private @Nullable String projectionExpression;
    private @Nullable List<String> attributesToGet;
    private @Nullable Map<String, String> names;

    /** Reads the member's value if it is one of these, else steps over it. */
    public void readOrSkip(String member, RequestReader in) {
        switch (member) {
            case "ProjectionExpression" -> projectionExpression = in.string();
            case "AttributesToGet" -> attributesToGet = in.strings();
            case "ExpressionAttributeNames" -> names = in.map("java.lang.String", in::string);
            default -> in.skip();
        }
    }

    public void check(Constraints constraints, String attributesToGetPath) {
        constraints.length(attributesToGetPath, attributesToGet, 1, 255);
    }

    /** Checks that one form is used, not both, and nothing twice. */
    public void checkForms() {
        new ExpressionParameters()
                .expression("ProjectionExpression", projectionExpression)
                .legacy("AttributesToGet", attributesToGet)
                .check(names != null, false);
        checkNoDuplicate(attributesToGet);
    }

    /** The projection in whichever form the request has it; null for all attributes. */
    public @Nullable ProjectionExpression bind() {
        Substitutions substitutions = new Substitutions(names, null);
        substitutions.check();
        ProjectionExpression projection = null;
        if (projectionExpression != null) {
            projection = ProjectionExpression.parse(projectionExpression, substitutions);
        } else if (attributesToGet != null) {
            projection = ProjectionExpression.ofAttributes(attributesToGet);
        }
        substitutions.checkAllUsed();
        return projection;
    }

    /** Writes these members as they were, for keys that come back unprocessed. */
    public void write(JsonWriter out) {
        if (projectionExpression != null) {
            out.field("ProjectionExpression").string(projectionExpression);
        }
        if (attributesToGet != null) {
            out.field("AttributesToGet").beginArray();
            attributesToGet.forEach(out::string);
            out.endArray();
        }
        if (names != null) {
            out.field("ExpressionAttributeNames").beginObject();
            names.forEach((name, attribute) -> out.field(name).string(attribute));
            out.endObject();
        }
    }

    static void checkNoDuplicate(@Nullable List<String> attributesToGet) {
        if (attributesToGet == null) {
            return;
        }
        Set<String> seen = new HashSet<>();
        for (String name : attributesToGet) {
            if (!seen.add(name)) {
                throw ApiException.invalidParameter("Duplicate value in attribute name: " + name);
            }
        }
    }
}
