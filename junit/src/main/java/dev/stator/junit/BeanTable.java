package dev.stator.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The table that a bean of the SDK's enhanced client wants: its keys and indexes, by the annotations of the class. Tests
 * may take a {@code DynamoDbTable} of the bean as parameter or field.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(BeanTable.BeanTables.class)
@Inherited
@Documented
public @interface BeanTable {
    /** A class with {@code @DynamoDbBean} or {@code @DynamoDbImmutable}. */
    Class<?> value();

    /** The table's name; by default that of the class. */
    String name() default "";

    Table.Stream stream() default Table.Stream.OFF;

    /** The attribute with the time at which items expire, in seconds since 1970; empty for items that do not. */
    String timeToLive() default "";

    /** Several tables. */
    @Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @Documented
    @interface BeanTables {
        BeanTable[] value();
    }
}
