/** Tests of tables from templates; {@link dev.stator.junit.schema.CloudFormationTemplateTest} has most of them. */
@NullMarked
package dev.stator.junit.schema;

import org.jspecify.annotations.NullMarked;
