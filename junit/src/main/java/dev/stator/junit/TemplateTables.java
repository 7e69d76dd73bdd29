package dev.stator.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The tables of a CloudFormation template in JSON, as {@code cdk synth} and {@code sam} write it: the same that will be
 * deployed. What is no table is passed over.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(TemplateTables.Several.class)
@Inherited
@Documented
public @interface TemplateTables {
    /** The template on the class path, such as {@code "/shop.template.json"}; without the slash, beside the test class. */
    String value();

    /** Values of the template's parameters, as {@code "Stage=test"}; the others have their defaults. */
    String[] parameters() default {};

    /**
     * Names of tables to which the template gives none, as {@code "OrdersTable=orders"} with the logical id in front. Without
     * one, the logical id is the name.
     */
    String[] names() default {};

    /** Several templates. */
    @Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @Documented
    @interface Several {
        TemplateTables[] value();
    }
}
