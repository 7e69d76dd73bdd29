/**
 * PartiQL: statements are read by {@link dev.stator.core.partiql.StatementParser}, the entry class, get their parameters from
 * {@link dev.stator.core.partiql.Binder}, and become plans over one table, {@link dev.stator.core.partiql.SelectPlan}, {@link
 * dev.stator.core.partiql.ItemPlan} and {@link dev.stator.core.partiql.WritePlan}.
 */
@NullMarked
package dev.stator.core.partiql;

import org.jspecify.annotations.NullMarked;
