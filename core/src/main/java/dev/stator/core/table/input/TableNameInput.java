package dev.stator.core.table.input;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import org.jspecify.annotations.Nullable;

/** The request of the operations that are told a table's name or ARN and nothing else. */
public final class TableNameInput {
    private TableNameInput() {}

    /** Reads the whole request, and checks it. */
    public static String read(RequestReader in) {
        String tableName = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        String name = required(tableName);
        new Constraints().tableName("tableName", name).check();
        return name;
    }

    /** Throws, in the words of the operations on tables, if there is no name. */
    public static String required(@Nullable String tableName) {
        if (tableName == null) {
            throw ApiException.validation("The parameter 'TableName' is required but was not present in the request");
        }
        return tableName;
    }
}
