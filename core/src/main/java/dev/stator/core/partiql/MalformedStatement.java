package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;

/** The errors of statements that cannot be read. */
final class MalformedStatement {
    // DynamoDB: the words in front, and which details follow, are those of its suite of October 2026 (eu-west-2).
    private static final String NOT_WELL_FORMED = "Statement wasn't well formed, can't be processed: ";

    private MalformedStatement() {}

    /** What cannot be read; empty for what is no word of the language at all. */
    static ApiException because(String detail) {
        return ApiException.validation(NOT_WELL_FORMED + detail);
    }

    /** Something else than the one thing that can follow. */
    static ApiException expected(String what) {
        return because("Expected " + what);
    }

    /** No term begins with this token. */
    static ApiException noTerm(Token token) {
        return because(
                Operators.begins(token)
                        ? "Unexpected operator"
                        : token.isKeyword() ? "Unexpected keyword" : "Unexpected term");
    }
}
