package dev.stator.junit;

import dev.stator.junit.schema.CloudFormationTemplate;
import dev.stator.junit.schema.TableBlueprint;
import dev.stator.junit.sdk.BeanTables;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.AnnotationSupport;

/** What the annotations of a test class, and of those around it, ask for. */
final class Setup {
    /** Outermost first, so that an inner class adds to what is there. */
    private final List<Class<?>> classes = new ArrayList<>();

    private Setup(Class<?> testClass) {
        classes.add(testClass);
        Class<?> inner = testClass;
        while (inner.getEnclosingClass() != null && !Modifier.isStatic(inner.getModifiers())) {
            inner = inner.getEnclosingClass();
            classes.addFirst(inner);
        }
    }

    static Setup of(Class<?> testClass) {
        return new Setup(testClass);
    }

    boolean isPerClass() {
        return innermost(StatorTest.class)
                .map(test -> test.isolation() == StatorTest.Isolation.PER_CLASS)
                .orElse(false);
    }

    /** Whether a test may ask for the address of a port. */
    boolean hasPort() {
        return innermost(StatorServer.class).isPresent();
    }

    /** The name of the table that a bean is kept in, or none if no annotation names the bean. */
    Optional<String> tableOf(Class<?> bean) {
        return all(BeanTable.class).stream()
                .filter(table -> table.value() == bean)
                .map(Setup::name)
                .findFirst();
    }

    /** A new database with all tables. */
    Stator make(boolean overHttp) {
        StatorBuilder builder = Stator.builder();
        innermost(StatorTest.class).ifPresent(test -> {
            builder.region(test.region());
            if (!test.startAt().isEmpty()) {
                builder.clock(StatorClock.fixed(time(test.startAt())));
            }
        });
        if (overHttp) {
            builder.overHttp();
        }
        List<TableBlueprint> tables = tables();
        Stator stator = builder.build();
        try {
            stator.create(tables);
            return stator;
        } catch (RuntimeException e) {
            stator.close();
            throw e;
        }
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new ExtensionConfigurationException(
                    "@StatorTest(startAt = \"" + text + "\") is no time; write it as 2026-03-01T12:00:00Z", e);
        }
    }

    private List<TableBlueprint> tables() {
        List<TableBlueprint> tables = new ArrayList<>();
        for (Class<?> testClass : classes) {
            for (TemplateTables template : of(testClass, TemplateTables.class)) {
                tables.addAll(tables(testClass, template));
            }
            of(testClass, Table.class).forEach(table -> tables.add(blueprint(table)));
            of(testClass, BeanTable.class).forEach(table -> tables.add(blueprint(table)));
        }
        return tables;
    }

    private static List<TableBlueprint> tables(Class<?> testClass, TemplateTables annotation) {
        CloudFormationTemplate template = CloudFormationTemplate.resource(testClass, annotation.value());
        pairs(annotation.parameters()).forEach(template::parameter);
        pairs(annotation.names()).forEach(template::name);
        return template.tables();
    }

    private static Map<String, String> pairs(String[] texts) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 0) {
                throw new ExtensionConfigurationException("\"" + text + "\" is written as name=value");
            }
            pairs.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return pairs;
    }

    private static TableBlueprint blueprint(Table table) {
        TableBlueprint.Draft draft = TableBlueprint.table(table.name(), table.partitionKey());
        if (!table.sortKey().isEmpty()) {
            draft.sortKey(table.sortKey());
        }
        for (Table.GlobalIndex index : table.globalIndexes()) {
            draft.globalIndex(
                    index.name(),
                    List.of(index.partitionKey()),
                    List.of(index.sortKey()),
                    List.of(index.projectedOnly()));
        }
        for (Table.LocalIndex index : table.localIndexes()) {
            draft.localIndex(index.name(), index.sortKey(), List.of(index.projectedOnly()));
        }
        return finish(draft, table.stream(), table.timeToLive());
    }

    private static TableBlueprint blueprint(BeanTable table) {
        return finish(BeanTables.draft(table.value(), name(table)), table.stream(), table.timeToLive());
    }

    private static TableBlueprint finish(TableBlueprint.Draft draft, Table.Stream stream, String timeToLive) {
        if (stream != Table.Stream.OFF) {
            draft.stream(stream.name());
        }
        if (!timeToLive.isEmpty()) {
            draft.timeToLive(timeToLive);
        }
        return draft.draw();
    }

    private static String name(BeanTable table) {
        return table.name().isEmpty() ? table.value().getSimpleName() : table.name();
    }

    private <A extends Annotation> Optional<A> innermost(Class<A> annotation) {
        for (Class<?> testClass : classes.reversed()) {
            Optional<A> found = AnnotationSupport.findAnnotation(testClass, annotation);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private <A extends Annotation> List<A> all(Class<A> annotation) {
        return classes.stream()
                .flatMap(testClass -> of(testClass, annotation).stream())
                .toList();
    }

    private static <A extends Annotation> List<A> of(Class<?> testClass, Class<A> annotation) {
        return AnnotationSupport.findRepeatableAnnotations(testClass, annotation);
    }
}
