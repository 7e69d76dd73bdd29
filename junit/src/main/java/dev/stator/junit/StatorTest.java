package dev.stator.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test a database of its own, with the tables of {@link Table}, {@link BeanTable} and {@link TemplateTables}, empty
 * and closed behind it. Tests take it, its clock, its log and its clients as parameters, or as fields with {@link Injected}.
 *
 * <p>Nested classes have the tables of the classes around them and their own. Tests may run in parallel.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(StatorExtension.class)
public @interface StatorTest {
    /** How long a database lives. */
    Isolation isolation() default Isolation.PER_TEST;

    /**
     * The time at which the clock stands until the test moves it, such as {@code "2026-03-01T12:00:00Z"}; by default it goes
     * with the machine's.
     */
    String startAt() default "";

    /** The region of the clients, which ARNs tell. */
    String region() default "eu-west-2";

    /** How long a database lives. */
    enum Isolation {
        /** Each test, and each invocation of a parameterized one, has its own. */
        PER_TEST,
        /**
         * The tests of a class share one, in which each finds what those before it left; each nested class has its own.
         * {@code @BeforeAll} may fill it.
         */
        PER_CLASS
    }
}
