package dev.stator.junit.schema;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A CloudFormation template in JSON, as {@code cdk synth} writes it: finds the tables in it, resolves what they refer to
 * ({@link Intrinsics}) and makes each a CreateTable request ({@link TableResource}).
 */
public final class CloudFormationTemplate {
    private final String source;
    private final Map<String, Object> template;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();

    private CloudFormationTemplate(String source, String text) {
        this.source = source;
        try {
            this.template = Json.parse(text);
        } catch (TemplateException e) {
            throw new TemplateException(source + ": " + e.getMessage(), e);
        }
    }

    /**
     * A template on the class path.
     *
     * @param beside the class beside which it lies if its name does not begin with a slash
     * @throws TemplateException if there is none, or it is no JSON
     */
    public static CloudFormationTemplate resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new TemplateException("there is no resource " + name
                        + (name.startsWith("/") ? "" : " beside " + beside.getName()) + " on the class path");
            }
            return new CloudFormationTemplate(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new TemplateException(name + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A template in a file, such as one of {@code cdk.out}. */
    public static CloudFormationTemplate file(Path file) {
        try {
            return new CloudFormationTemplate(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new TemplateException(file + " cannot be read: " + e, e);
        }
    }

    /** Gives a parameter of the template a value in place of its default. */
    public CloudFormationTemplate parameter(String name, String value) {
        parameters.put(name, value);
        return this;
    }

    /** Names a table to which the template gives no name; otherwise its logical id is its name. */
    public CloudFormationTemplate name(String logicalId, String tableName) {
        names.put(logicalId, tableName);
        return this;
    }

    /**
     * All tables of the template.
     *
     * @throws TemplateException that says which property of which table cannot be understood, and why
     */
    public List<TableBlueprint> tables() {
        Intrinsics intrinsics = new Intrinsics(template, parameters);
        List<TableBlueprint> tables = new ArrayList<>();
        Map<String, String> unused = new LinkedHashMap<>(names);
        if (!(template.get("Resources") instanceof Map<?, ?> resources)) {
            throw new TemplateException(source + " has no Resources");
        }
        resources.forEach((id, resource) -> {
            String logicalId = String.valueOf(id);
            try {
                if (resource instanceof Map<?, ?> table
                        && TableResource.isTable(table)
                        && intrinsics.isWanted(table.get("Condition"))) {
                    unused.remove(logicalId);
                    String name = names.getOrDefault(logicalId, logicalId);
                    tables.add(new TableResource(intrinsics).blueprint(name, table.get("Properties")));
                }
            } catch (TemplateException e) {
                throw new TemplateException(source + ", " + logicalId + ": " + e.getMessage(), e);
            }
        });
        if (!unused.isEmpty()) {
            throw new TemplateException(source + " has no table " + String.join(", ", unused.keySet()));
        }
        if (tables.isEmpty()) {
            throw new TemplateException(source + " has no table");
        }
        return tables;
    }
}
