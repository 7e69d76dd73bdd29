package dev.stator.junit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Finds the tables that a request names, also one that fails before it comes to them. */
final class NamedTables {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String ARN_INFIX = ":table/";

    private final Set<String> names = new HashSet<>();

    private NamedTables() {}

    /** The names, without the ARNs they may stand in; none in a body that is no JSON. */
    static Set<String> in(byte[] body) {
        NamedTables tables = new NamedTables();
        try (JsonParser parser = FACTORY.createParser(body)) {
            tables.readRequest(parser);
        } catch (IOException e) {
            // Such a request is refused; what it named until there counts.
        }
        return tables.names;
    }

    private void readRequest(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        for (String member = parser.nextFieldName(); member != null; member = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (member.equals("TableName")) {
                readName(parser, value);
            } else if (member.equals("RequestItems") && value == JsonToken.START_OBJECT) {
                readKeys(parser);
            } else if (member.equals("TransactItems") && value == JsonToken.START_ARRAY) {
                readActions(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void readName(JsonParser parser, JsonToken value) throws IOException {
        if (value == JsonToken.VALUE_STRING) {
            add(parser.getText());
        } else {
            parser.skipChildren();
        }
    }

    /** A batch has its tables' names as keys. */
    private void readKeys(JsonParser parser) throws IOException {
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            add(name);
            parser.nextToken();
            parser.skipChildren();
        }
    }

    /** An action of a transaction has its table's name as a member: {@code [{"Put": {"TableName": ...}}]}. */
    private void readActions(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            while (parser.nextFieldName() != null) {
                if (parser.nextToken() == JsonToken.START_OBJECT) {
                    readAction(parser);
                }
            }
        }
    }

    private void readAction(JsonParser parser) throws IOException {
        for (String member = parser.nextFieldName(); member != null; member = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (member.equals("TableName")) {
                readName(parser, value);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void add(String nameOrArn) {
        int table = nameOrArn.startsWith("arn:") ? nameOrArn.indexOf(ARN_INFIX) : -1;
        names.add(table < 0 ? nameOrArn : nameOrArn.substring(table + ARN_INFIX.length()));
    }
}
