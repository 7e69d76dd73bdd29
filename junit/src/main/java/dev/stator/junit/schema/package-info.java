/**
 * Tables described outside of code that calls CreateTable: {@link dev.stator.junit.schema.TableBlueprint} is one, from an
 * annotation, a bean or a CloudFormation template.
 */
@NullMarked
package dev.stator.junit.schema;

import org.jspecify.annotations.NullMarked;
