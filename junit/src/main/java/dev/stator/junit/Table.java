package dev.stator.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A table that is there, empty, when a test begins. Keys are written as {@code "name"} for strings, {@code "name:N"} for
 * numbers, {@code "name:B"} for bytes. On a test class, its base class, a class around it, or an annotation of one's own.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Table.Tables.class)
@Inherited
@Documented
public @interface Table {
    String name();

    String partitionKey();

    /** Empty for a table without one. */
    String sortKey() default "";

    GlobalIndex[] globalIndexes() default {};

    LocalIndex[] localIndexes() default {};

    Stream stream() default Stream.OFF;

    /** The attribute with the time at which items expire, in seconds since 1970; empty for items that do not. */
    String timeToLive() default "";

    /** A global secondary index, of up to four partition and four sort key attributes. */
    @Target({})
    @Retention(RetentionPolicy.RUNTIME)
    @interface GlobalIndex {
        String name();

        String[] partitionKey();

        String[] sortKey() default {};

        /** The attributes that it has beside the keys; none means all, {@code "KEYS_ONLY"} alone means no others. */
        String[] projectedOnly() default {};
    }

    /** A local secondary index. */
    @Target({})
    @Retention(RetentionPolicy.RUNTIME)
    @interface LocalIndex {
        String name();

        String sortKey();

        /** The attributes that it has beside the keys; none means all, {@code "KEYS_ONLY"} alone means no others. */
        String[] projectedOnly() default {};
    }

    /** What the records of a table's stream show, if it has one. */
    enum Stream {
        OFF,
        KEYS_ONLY,
        NEW_IMAGE,
        OLD_IMAGE,
        NEW_AND_OLD_IMAGES
    }

    /** Several tables. */
    @Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @Documented
    @interface Tables {
        Table[] value();
    }
}
