package dev.stator.core.request;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.partiql.Binder;
import dev.stator.core.partiql.BoundStatement;
import dev.stator.core.partiql.StatementParser;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputValue;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.write.PayloadDigest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The request members of one PartiQL statement, alone or as one of several. */
public final class StatementParameters {
    private static final int STATEMENT_LENGTH_MAX = 8192;

    private @Nullable String statement;
    private @Nullable List<@Nullable InputValue> parameters;
    private @Nullable Boolean consistentRead;
    private @Nullable String returnValuesOnConditionCheckFailure;

    /** Reads a statement that is an element of a list, of the given type; null if it is absent. */
    public static @Nullable StatementParameters element(String type, RequestReader in) {
        if (!in.beginElement(type)) {
            return null;
        }
        StatementParameters parameters = new StatementParameters();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (!parameters.read(member, in)) {
                in.skip();
            }
        }
        return parameters;
    }

    /** Reads the member's value if it is one of these. */
    public boolean read(String member, RequestReader in) {
        switch (member) {
            case "Statement" -> statement = in.string();
            case "Parameters" -> parameters = in.list(() -> AttributeReader.element(in));
            case "ConsistentRead" -> consistentRead = in.bool();
            case "ReturnValuesOnConditionCheckFailure" -> returnValuesOnConditionCheckFailure = in.string();
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Adds the violations of these members, whose names {@code path} goes before. */
    public void check(Constraints constraints, String path) {
        constraints
                .notNull(path + "statement", statement)
                .length(path + "statement", statement, 1, STATEMENT_LENGTH_MAX)
                .length(path + "parameters", parameters, 1, Integer.MAX_VALUE)
                .oneOf(
                        path + "returnValuesOnConditionCheckFailure",
                        returnValuesOnConditionCheckFailure,
                        "ALL_OLD",
                        "NONE");
    }

    /** The statement's text. Requires: {@link #check} has passed. */
    public String statement() {
        return Objects.requireNonNull(statement);
    }

    /** The parameters, of which there may be none. */
    public List<AttributeValue> parameters() {
        if (parameters == null) {
            return List.of();
        }
        return parameters.stream()
                .map(parameter -> Objects.requireNonNull(parameter).value())
                .toList();
    }

    public boolean consistentRead() {
        return Boolean.TRUE.equals(consistentRead);
    }

    /** Whether a condition that fails tells the old item. */
    public boolean tellOld() {
        return "ALL_OLD".equals(returnValuesOnConditionCheckFailure);
    }

    /**
     * The statement as it reads, its parameters checked by themselves before.
     *
     * @throws ApiException a ValidationException
     */
    public StatementParser.Parsed parse() {
        if (parameters != null) {
            parameters.forEach(parameter -> Objects.requireNonNull(parameter).check());
        }
        return StatementParser.parse(statement());
    }

    /** The statement with its parameters, checked as far as it can be without the table. */
    public BoundStatement bind(StatementParser.Parsed parsed) {
        return Binder.bind(parsed, parameters());
    }

    /** Adds all that makes two statements the same or not. */
    public void addTo(PayloadDigest digest) {
        digest.text(statement).value(new AttributeValue.L(parameters())).text(returnValuesOnConditionCheckFailure);
    }

    @Override
    public String toString() {
        return "Statement(statement=" + statement + ", parameters=" + parameters() + ")";
    }
}
