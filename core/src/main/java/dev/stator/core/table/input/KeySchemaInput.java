package dev.stator.core.table.input;

import static dev.stator.core.table.input.Given.given;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeySchema;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The key of a table or index as a request gives it: names, each with HASH or RANGE. */
public record KeySchemaInput(List<Element> elements) {
    /** Since November 2025 the key of a global index has up to four attributes of each kind. */
    private static final int ATTRIBUTES_OF_A_KIND_MAX = 4;

    /** An attribute of the key. */
    record Element(@Nullable String name, @Nullable String keyType) {
        static Element read(RequestReader in) {
            String name = null;
            String keyType = null;
            if (in.beginElement("KeySchemaElement")) {
                for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                    switch (member) {
                        case "AttributeName" -> name = in.string();
                        case "KeyType" -> keyType = in.string();
                        default -> in.skip();
                    }
                }
            }
            return new Element(name, keyType);
        }

        boolean isHash() {
            return given(keyType).equals("HASH");
        }

        /** As DynamoDB prints it in its errors. */
        @Override
        public String toString() {
            return "KeySchemaElement(attributeName=" + name + ", keyType=" + keyType + ")";
        }
    }

    static @Nullable KeySchemaInput read(RequestReader in) {
        List<@Nullable Element> elements = in.list(() -> Element.read(in));
        return elements == null
                ? null
                : new KeySchemaInput(
                        elements.stream().map(Objects::requireNonNull).toList());
    }

    void constrain(Constraints constraints, String path, int lengthMax) {
        constraints.length(path, elements, 1, lengthMax);
        for (int i = 0; i < elements.size(); i++) {
            Element element = elements.get(i);
            String member = path + "." + (i + 1) + ".member";
            constraints
                    .notNull(member + ".attributeName", element.name)
                    .length(member + ".attributeName", element.name, 1, 255)
                    .notNull(member + ".keyType", element.keyType)
                    .oneOf(member + ".keyType", element.keyType, "HASH", "RANGE");
        }
    }

    public List<String> names() {
        return elements.stream().map(element -> given(element.name)).toList();
    }

    boolean hasRange() {
        return elements.stream().anyMatch(element -> !element.isHash());
    }

    /** Throws unless this is one HASH attribute, with or without one RANGE attribute behind it. */
    void checkSimple() {
        if (hasRepeatedName()) {
            throw ApiException.validation(
                    "Both the Hash Key and the Range Key element in the KeySchema have the same name");
        }
        checkFirst();
        if (elements.size() > 1 && elements.get(1).isHash()) {
            throw ApiException.validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
        }
    }

    /** Throws unless these are one to four HASH attributes, and up to four RANGE attributes behind them. */
    public void checkMultiAttribute() {
        if (hasRepeatedName()) {
            throw ApiException.validation(
                    elements.size() == 2 && hasRange()
                            ? "Both the Hash Key and the Range Key element in the KeySchema have the same name"
                            : "The KeySchema contains multiple key attributes with the same name");
        }
        checkFirst();
        int hashes = (int) elements.stream().filter(Element::isHash).count();
        if (!elements.stream().limit(hashes).allMatch(Element::isHash)) {
            throw ApiException.invalidParameter(
                    "All HASH key attributes must precede RANGE key attributes in the KeySchema");
        }
        checkCount("HASH", hashes);
        checkCount("RANGE", elements.size() - hashes);
    }

    /** The key, with the types that the definitions give its attributes. */
    public KeySchema resolve(List<KeyAttribute> definitions) {
        return new KeySchema(
                elements.stream()
                        .filter(Element::isHash)
                        .map(element -> resolve(element, definitions))
                        .toList(),
                elements.stream()
                        .filter(element -> !element.isHash())
                        .map(element -> resolve(element, definitions))
                        .toList());
    }

    private void checkFirst() {
        if (!elements.getFirst().isHash()) {
            throw ApiException.validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
        }
    }

    private static void checkCount(String keyType, int count) {
        if (count > ATTRIBUTES_OF_A_KIND_MAX) {
            throw ApiException.invalidParameter(
                    "The KeySchema exceeds the maximum allowed number of " + keyType + " key attributes");
        }
    }

    private boolean hasRepeatedName() {
        return new HashSet<>(names()).size() < elements.size();
    }

    private static KeyAttribute resolve(Element element, List<KeyAttribute> definitions) {
        return definitions.stream()
                .filter(definition -> definition.name().equals(element.name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(element + " has no definition"));
    }
}
