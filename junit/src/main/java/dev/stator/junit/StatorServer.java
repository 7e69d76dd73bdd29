package dev.stator.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * {@link StatorTest}, and a real port of this machine where the database answers too, for code that is not Java: tests take
 * its address as a {@link java.net.URI}. Other choices are made with {@code @StatorTest} beside this. Needs stator-server on
 * the class path.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(StatorExtension.class)
public @interface StatorServer {}
