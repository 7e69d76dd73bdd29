package dev.stator.core.read;

import dev.stator.core.expression.Condition;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Range;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import org.jspecify.annotations.Nullable;

/**
 * What one Query or Scan reads, all its checks passed. {@link PageReader} reads a page of it, {@link Predictor} says what
 * all pages would come to.
 *
 * @param tableName  the table as the request named it, name or ARN
 * @param filter     null keeps all items
 * @param limit      the most items that a page evaluates
 * @param consistent whether the read is strongly consistent
 */
public record ReadPlan(
        String tableName,
        ReadSource source,
        Selection selection,
        @Nullable Condition filter,
        int limit,
        boolean consistent,
        Stretch stretch) {

    /** The entries that are read, in their order, from behind the start key on. */
    public sealed interface Stretch {
        /** Visits them until the visitor says stop. */
        void visit(Engine engine, Tree tree, Consistency consistency, EntryVisitor visitor);
    }

    /** What a Query reads. */
    public record Slice(
            QuerySlice slice, Direction direction, @Nullable EntryKey start) implements Stretch {
        @Override
        public void visit(Engine engine, Tree tree, Consistency consistency, EntryVisitor visitor) {
            engine.slice(tree, slice.collection(), range(), consistency, visitor);
        }

        /** Visits the same entries from their end on. */
        void visitReversed(Engine engine, Tree tree, Consistency consistency, EntryVisitor visitor) {
            Range forth = range();
            Direction back = direction == Direction.FORWARD ? Direction.REVERSE : Direction.FORWARD;
            Range range = new Range(forth.from(), forth.fromInclusive(), forth.to(), forth.toInclusive(), back);
            engine.slice(tree, slice.collection(), range, consistency, visitor);
        }

        private Range range() {
            return slice.positions().toRange(direction, start == null ? null : start.position());
        }
    }

    /** What a Scan reads. */
    public record Segment(TokenRange tokens, @Nullable EntryKey start) implements Stretch {
        @Override
        public void visit(Engine engine, Tree tree, Consistency consistency, EntryVisitor visitor) {
            engine.scan(tree, tokens, start, consistency, visitor);
        }

        /** Whether it is all of a table or index. */
        boolean isWhole() {
            return start == null && tokens.equals(TokenRange.ALL);
        }
    }

    /** Visits what is read until the visitor says stop. */
    public void visit(Engine engine, EntryVisitor visitor) {
        stretch.visit(engine, source.tree(), consistency(), visitor);
    }

    Consistency consistency() {
        return consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    }
}
