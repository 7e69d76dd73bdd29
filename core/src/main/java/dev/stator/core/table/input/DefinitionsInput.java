package dev.stator.core.table.input;

import static dev.stator.core.table.input.Given.given;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.KeyAttribute;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The attribute definitions of a request. */
public record DefinitionsInput(List<AttributeDefinitionInput> definitions) {
    public static final DefinitionsInput NONE = new DefinitionsInput(List.of());

    public static @Nullable DefinitionsInput read(RequestReader in) {
        List<@Nullable AttributeDefinitionInput> definitions = in.list(() -> AttributeDefinitionInput.read(in));
        return definitions == null
                ? null
                : new DefinitionsInput(
                        definitions.stream().map(Objects::requireNonNull).toList());
    }

    public void constrain(Constraints constraints) {
        for (int i = 0; i < definitions.size(); i++) {
            definitions.get(i).constrain(constraints, "attributeDefinitions." + (i + 1) + ".member");
        }
    }

    public List<KeyAttribute> attributes() {
        return definitions.stream().map(AttributeDefinitionInput::attribute).toList();
    }

    List<String> names() {
        return definitions.stream().map(definition -> given(definition.name())).toList();
    }

    /** Throws if an attribute is defined twice. */
    public void checkDuplicates() {
        Set<String> seen = new HashSet<>();
        for (String name : names()) {
            if (!seen.add(name)) {
                throw ApiException.validation("Attribute Name is duplicated: " + name);
            }
        }
    }

    /** Throws unless all attributes of the key are defined. */
    void checkDefined(KeySchemaInput keys) {
        if (!names().containsAll(keys.names())) {
            throw ApiException.invalidParameter(
                    "Some index key attributes are not defined in AttributeDefinitions. Keys: " + keys.names()
                            + ", AttributeDefinitions: " + names());
        }
    }
}
