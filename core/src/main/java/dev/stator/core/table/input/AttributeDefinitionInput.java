package dev.stator.core.table.input;

import static dev.stator.core.table.input.Given.given;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.KeyAttribute;
import org.jspecify.annotations.Nullable;

/** The name and type of an attribute that is part of a key. */
public record AttributeDefinitionInput(
        @Nullable String name, @Nullable String type) {
    static AttributeDefinitionInput read(RequestReader in) {
        String name = null;
        String type = null;
        if (in.beginElement("AttributeDefinition")) {
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "AttributeName" -> name = in.string();
                    case "AttributeType" -> type = in.string();
                    default -> in.skip();
                }
            }
        }
        return new AttributeDefinitionInput(name, type);
    }

    void constrain(Constraints constraints, String path) {
        constraints
                .notNull(path + ".attributeName", name)
                .length(path + ".attributeName", name, 1, 255)
                .notNull(path + ".attributeType", type)
                .oneOf(path + ".attributeType", type, "B", "N", "S");
    }

    KeyAttribute attribute() {
        return new KeyAttribute(given(name), AttributeValue.Type.valueOf(given(type)));
    }
}
