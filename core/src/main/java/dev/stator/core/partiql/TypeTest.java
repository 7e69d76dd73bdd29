package dev.stator.core.partiql;

import dev.stator.core.item.AttributeValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The types that {@code IS} can ask for. */
enum TypeTest {
    /** The attribute is not there. */
    MISSING("", "missing"),
    NULL("NULL", "null"),
    BOOLEAN("BOOL", "bool boolean"),
    NUMBER("N", "int integer int2 int4 int8 smallint bigint float real double decimal dec numeric"),
    STRING("S", "string char character varchar symbol"),
    BINARY("B", "blob clob"),
    LIST("L", "list sexp"),
    MAP("M", "struct tuple"),
    SET("SS NS BS", "bag");

    private static final Map<String, TypeTest> BY_NAME = Arrays.stream(values())
            .flatMap(type -> Arrays.stream(type.names.split(" ", -1)).map(name -> Map.entry(name, type)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private final String types;
    private final String names;

    TypeTest(String types, String names) {
        this.types = types;
        this.names = names;
    }

    /** The type of this name, in any case, or null where there is none. */
    static @Nullable TypeTest of(String name) {
        return BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }

    /** The types of attribute values that it stands for; none for one that is not there. */
    List<AttributeValue.Type> types() {
        return Arrays.stream(types.split(" ", -1))
                .filter(name -> !name.isEmpty())
                .map(AttributeValue.Type::valueOf)
                .toList();
    }
}
